import { rawCellOf } from '../../grids/cell.ts'
import { createCellWriter, lineOf } from '../../grids/cell-writer.ts'
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
  const cell = (mark: Mark) => cellOf(watch, source, night, mark, nowMs)
  return {
    ...(watch.id !== undefined && { watch_id: watch.id }),
    chain: watch.source,
    hotel_code: watch.hotelCode,
    name: watch.name,
    night,
    los: watch.los,
    kind: watch.kind,
    previous: previous && cell(previous),
    current: cell(current),
    ...detail,
  }
}

/** In the format of grid cells. */
function cellOf(
  watch: ShownWatch,
  source: Source,
  night: Night,
  { seenMs, figures }: Mark,
  nowMs: number,
): unknown {
  const grid = {
    hotels: [{ source, hotelCode: watch.hotelCode }],
    nights: [night],
    lengths: [watch.los],
    kind: watch.kind,
    occupancy: watch.occupancy,
    currency: watch.currency,
    notBeforeMs: 0,
  }
  const line = lineOf(rawCellOf(figures, { hotel: 0, night, los: watch.los, seenMs }))
  return JSON.parse(Buffer.concat(createCellWriter(grid, nowMs, { form: 'json' }).write(line)).toString())
}
