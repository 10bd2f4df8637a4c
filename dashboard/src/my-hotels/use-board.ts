import { useQueryClient } from '@tanstack/react-query'
import type { Board, GetBoardResponse, HotelSet, MakeBoardResponse202 } from '@vacancy/client'
import { useEffect } from 'react'
import { useTexts } from '../address.ts'
import { useBoard, useBoards } from '../api/set-queries.ts'
import { useAnswer } from '../paid/asks.ts'
import { usePaid } from '../paid/use-paid.tsx'
import { useActingKey } from '../shell/acting-key.tsx'
import { readSpan, type Span, spanOf } from './spans.ts'

export type BoardKind = Board['kind']

/** From today on: the nights move on with every refresh, and the board stays the same. */
export const nightsOf = (span: Span) => ({ from: '+0d', to: `+${Number(span) - 1}d` })

export interface OpenBoard {
  kind: BoardKind
  span: Span
  choose: (span: Span) => void
  /** The board on the server; undefined if these nights were never fetched. */
  board: Board | undefined
  data: GetBoardResponse | undefined
  /** Whether it is not known yet what there is. */
  isSeeking: boolean
  paid: ReturnType<typeof usePaid>
  isStarting: boolean
  error: Error | null
}

/** A board of a set: the one in the address, or the newest on the server. Reading it is free; only the button fetches it. */
export function useOpenBoard(set: HotelSet, kind: BoardKind, currency: string): OpenBoard {
  const [texts, setTexts] = useTexts()
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const list = useBoards(set.id)
  const own = (list.data?.boards ?? []).filter((board) => board.kind === kind)
  const newest = own
    .filter((board) => spanOf(board.nights) !== undefined)
    .toSorted((a, b) => (b.refreshed_at ?? '').localeCompare(a.refreshed_at ?? ''))[0]
  const usual = (newest && spanOf(newest.nights)) ?? (kind === 'market' ? '60' : '30')
  const span = readSpan(texts['nights'], usual)
  const board = own.find(({ nights }) => spanOf(nights) === span)
  const body = { set: set.id, kind, nights: nightsOf(span), currency }
  const asked = texts['ask']
  const paid = usePaid({ path: '/boards', body }, (ask) => setTexts({ ask }))
  const answer = useAnswer<MakeBoardResponse202>('/boards', asked)
  const started = answer.data?.data.job.id
  const { data, isPending, error } = useBoard(board?.id)
  useEffect(() => {
    if (started === undefined) return
    setTexts({ ask: undefined })
    void queries.invalidateQueries({ queryKey: ['v1', keyId] })
  }, [started, keyId, queries, setTexts])
  return {
    kind,
    span,
    choose: (nights) => setTexts({ nights }),
    board,
    data,
    isSeeking: list.isPending || (board !== undefined && isPending),
    paid,
    isStarting: paid.isQuoting || answer.isLoading,
    error: paid.error ?? answer.error ?? list.error ?? error,
  }
}
