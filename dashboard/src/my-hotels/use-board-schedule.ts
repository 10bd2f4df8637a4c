import type { HotelSet, Schedule } from '@vacancy/client'
import { useSchedules } from '../api/set-queries.ts'
import type { HotelId } from '../hotels/hotel-id.ts'
import type { Span } from './spans.ts'
import { type BoardKind, nightsOf } from './use-board.ts'

/** The schedule that fetches a board, if there is one. */
export function useBoardSchedule(set: HotelSet, kind: BoardKind, span: Span): Schedule | undefined {
  const { from, to } = nightsOf(span)
  return (useSchedules().data?.schedules ?? []).find((schedule) => {
    const nights = schedule.body['nights'] as { from?: string; to?: string } | undefined
    return kindOf(schedule, set) === kind && nights?.from === from && nights.to === to
  })
}

/** Which board of a set a schedule fills: the market by the set, parity by the subject and its listings. */
export function kindOf({ ask, body }: Schedule, { id, subject }: HotelSet): BoardKind | null {
  if (ask !== 'matrix') return null
  if (body['set'] === id) return 'market'
  const hotels = body['hotels']
  const [own] = Array.isArray(hotels) ? (hotels as HotelId[]) : []
  const isOwn =
    own !== undefined &&
    subject !== null &&
    own.chain === subject.chain &&
    own.hotel_code === subject.hotel_code
  return isOwn ? 'parity' : null
}
