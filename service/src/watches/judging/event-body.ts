import { cellOf, cellView } from '../../cells/cell.ts'
import type { Night } from '../../kernel/dates.ts'
import type { Source } from '../../sources/catalog/catalog.ts'
import type { Watch } from '../watch.ts'
import type { Fired, Mark } from './walk.ts'

/** The part of a watch that its events show. */
export type ShownWatch = Pick<
  Watch,
  'source' | 'hotelCode' | 'name' | 'los' | 'kind' | 'occupancy' | 'currency'
> &
  Partial<Pick<Watch, 'id'>>

/** The fields of an event after its id, type and time. */
export function eventBody(
  watch: ShownWatch,
  source: Source,
  night: Night,
  { previous, current, detail }: Fired,
  nowMs: number,
): Record<string, unknown> {
  const { hotelCode, los } = watch
  const cell = ({ seenMs, figures }: Mark) =>
    cellView({ source, hotelCode }, cellOf(figures, { night, los, seenMs }), watch, nowMs)
  return {
    ...(watch.id !== undefined && { watch_id: watch.id }),
    chain: watch.source,
    hotel_code: hotelCode,
    name: watch.name,
    night,
    los,
    kind: watch.kind,
    previous: previous && cell(previous),
    current: cell(current),
    ...detail,
  }
}
