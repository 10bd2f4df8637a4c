import { createCellWriter, lineOf } from '../../grids/cell-writer.ts'
import type { Night } from '../../kernel/dates.ts'
import { currencyNo } from '../../kernel/money.ts'
import { cppOf, cppPointsCashOf } from '../../observations/figures.ts'
import { STATUS_LETTER } from '../../observations/store.ts'
import type { Source } from '../../sources/catalog/catalog.ts'
import type { Watch } from '../watch.ts'
import type { Fired, Mark } from './walk.ts'

/** The fields of an event after its id, type and time. */
export function eventBody(
  watch: Watch,
  source: Source,
  night: Night,
  { previous, current, detail }: Fired,
  nowMs: number,
): Record<string, unknown> {
  const cell = (mark: Mark) => cellOf(watch, source, night, mark, nowMs)
  return {
    watch_id: watch.id,
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
  watch: Watch,
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
  const text = (value: number | null) => (value === null ? '' : String(value))
  const line = lineOf({
    hotel: 0,
    night,
    los: String(watch.los),
    seenMs,
    status: STATUS_LETTER[figures.status],
    minLos: text(figures.minLos),
    quoted: currencyNo(figures.currency),
    bar: text(figures.bar),
    barAfterTax: text(figures.barAfterTax),
    member: text(figures.member),
    points: text(figures.points),
    pointsCash: text(figures.pointsCash),
    copay: text(figures.copay),
    premium: figures.premium,
    cpp: text(cppOf(figures)),
    cppPointsCash: text(cppPointsCashOf(figures)),
  })
  return JSON.parse(Buffer.concat(createCellWriter(grid, nowMs, { form: 'json' }).write(line)).toString())
}
