import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { formatCount } from '../ui/format.ts'
import type { Choice } from './choice.tsx'

export interface RowAct {
  /** As the server calls it. */
  name: string
  label: string
  /** What the rows then are, such as `paused`. */
  done: string
  /** What follows from an end, which is asked about first. */
  follows?: string
}

/** What can be done to what most lists have. */
export const PAUSE: RowAct = { name: 'pause', label: 'Pause', done: 'paused' }
export const RESUME: RowAct = { name: 'resume', label: 'Resume', done: 'resumed' }

/** A list of the server whose rows can be acted on, and what its rows are. */
export interface RowKind {
  rows: 'watches' | 'schedules' | 'bookings' | 'events' | 'jobs'
  one: string
  acts: readonly RowAct[]
}

interface Acted {
  done: number
  refused: { id: string; message: string }[]
}

/** The most rows per request. */
const MOST = 100

interface RowActsProps {
  of: RowKind
  /** What is shown: nothing else is acted on. */
  shown: readonly { id: string }[]
  choice: Choice
}

/** What can be done to the rows that are chosen. It stays when none is, to say what was done. */
export function RowActs({ of: { rows, one, acts }, shown, choice }: RowActsProps) {
  const [asking, setAsking] = useState<RowAct | null>(null)
  const queries = useQueryClient()
  const ids = shown.map(({ id }) => id).filter((id) => choice.chosen.has(id))
  const send = useMutation({
    mutationFn: ({ name }: RowAct) => actOn(rows, ids, name),
    onSuccess: () => {
      setAsking(null)
      choice.clear()
    },
    // Some may have been done before it failed.
    onSettled: () => queries.invalidateQueries({ queryKey: ['v1'] }),
  })
  const words = formatCount(ids.length, one, rows)
  return (
    <>
      {ids.length > 0 && (
        <div className="form-foot" role="group" aria-label={`Selected ${rows}`}>
          <strong>{words} selected</strong>
          {acts.map((act) => (
            <Button
              key={act.name}
              className="small"
              look={act.follows === undefined ? 'plain' : 'danger'}
              busy={send.isPending && send.variables === act}
              disabled={send.isPending}
              onClick={() => (act.follows === undefined ? send.mutate(act) : setAsking(act))}
            >
              {act.label}
            </Button>
          ))}
          <Button className="small" look="quiet" disabled={send.isPending} onClick={choice.clear}>
            Clear selection
          </Button>
        </div>
      )}
      {send.data && (
        <Outcome
          acted={send.data}
          done={send.variables?.done ?? ''}
          countOf={(n) => formatCount(n, one, rows)}
        />
      )}
      {Boolean(send.error) && !asking && <FaultNote error={send.error} />}
      {asking && (
        <ConfirmDialog
          title={`${asking.label} ${words}?`}
          keep="Keep"
          action={`${asking.label} ${words}`}
          send={send}
          onConfirm={() => send.mutate(asking)}
          onClose={() => setAsking(null)}
        >
          <p>{asking.follows}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface OutcomeProps {
  acted: Acted
  done: string
  countOf: (count: number) => string
}

function Outcome({ acted: { done: count, refused }, done, countOf }: OutcomeProps) {
  const [first] = refused
  return (
    <p className={first ? 'caution' : 'hint'} role="status">
      {countOf(count)} {done}.{first && ` ${countOf(refused.length)} not changed: ${first.message}`}
    </p>
  )
}

async function actOn(rows: string, ids: readonly string[], act: string): Promise<Acted> {
  const acted: Acted = { done: 0, refused: [] }
  for (let from = 0; from < ids.length; from += MOST) {
    const body = { ids: ids.slice(from, from + MOST), act }
    const { data } = await call<Acted>(`/${rows}/acts`, { method: 'POST', body })
    acted.done += data.done
    acted.refused.push(...data.refused)
  }
  return acted
}
