import type { HotelSet, MatrixResponse202 } from '@vacancy/client'
import { useEffect } from 'react'
import { useTexts } from '../address.ts'
import { useSchedules } from '../api/set-queries.ts'
import { useAnswer } from '../paid/asks.ts'
import { usePaid } from '../paid/use-paid.tsx'
import { type BoardKind, keepJob, newestJob } from './kept-job.ts'

interface BoardJob {
  /** The job whose figures are shown; undefined if there is none yet. */
  job: string | undefined
  /** Whether it is not known yet which job to show. */
  isSeeking: boolean
  paid: ReturnType<typeof usePaid>
  isStarting: boolean
  error: Error | null
}

/**
 * The job behind a board: the one in the address, or the newest that is known. Its figures are paid for and read free of
 * charge; only the button starts another one.
 */
export function useBoardJob(set: HotelSet, kind: BoardKind, body: Record<string, unknown>): BoardJob {
  const [texts, setTexts] = useTexts()
  const schedules = useSchedules()
  const asked = texts['ask']
  const paid = usePaid({ path: '/matrix', body: { ...body, as_job: true } }, (ask) => setTexts({ ask }))
  const answer = useAnswer<MatrixResponse202>('/matrix', asked)
  const started = answer.data?.data.job.id
  useEffect(() => {
    if (started === undefined) return
    keepJob(set.id, kind, started)
    setTexts({ ask: undefined, job: started })
  }, [started, set.id, kind, setTexts])
  const newest = schedules.data ? newestJob(set, kind, schedules.data.schedules) : undefined
  return {
    job: texts['job'] ?? newest,
    isSeeking: texts['job'] === undefined && schedules.isPending,
    paid,
    isStarting: paid.isQuoting || answer.isLoading,
    error: paid.error ?? answer.error,
  }
}
