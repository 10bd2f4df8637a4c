import type { LowestAnswer, StayAnswer } from '../sources/source.ts'
import type { CellRow, Kind, ObservationKey, StayRow } from './cell-row.ts'
import { type Figures, figuresOfLowest } from './figures.ts'
import { keptCurrency, keptHotel, keptParty, type Stay, saleKey } from './key.ts'
import type { SaleStayRow } from './sale-stays.ts'

/** The rows that one answer is stored as. */
export interface Written {
  stay: StayRow | null
  cells: CellRow[]
  /** Instead of both, for a point of sale. */
  sale?: SaleStayRow
}

export function keyAt(
  hotel: number,
  stay: Pick<Stay, 'source' | 'los' | 'occupancy' | 'currency'>,
): ObservationKey {
  return {
    hotel: keptHotel(hotel, stay.occupancy),
    los: stay.los,
    occ: keptParty(stay.occupancy),
    currency: keptCurrency(stay.source, stay.currency),
  }
}

/** A full answer becomes a stay, a cash cell, and an award cell if its points are known; for a point of sale only a stay. */
export function stayRows(
  hotel: number,
  stay: Stay,
  answer: StayAnswer,
  figures: Figures,
  seenMs: number,
): Written {
  const place = keyAt(hotel, stay)
  const kept = { ...place, checkin: stay.checkin, seenMs, answer: { ...answer, raw: [] } }
  if (stay.pointOfSale) return { stay: null, cells: [], sale: { ...kept, sale: saleKey(stay.pointOfSale) } }
  const cell = { ...place, night: stay.checkin, seenMs, figures }
  const kinds: Kind[] = stay.source.points && answer.pointsKnown ? ['cash', 'award'] : ['cash']
  return {
    stay: { ...kept, figures },
    cells: kinds.map((kind) => Object.assign({ kind }, cell)),
  }
}

/** A batch row or a calendar night becomes a cash cell only. */
export function lowestRows(
  hotel: number,
  stay: Pick<Stay, 'source' | 'occupancy' | 'currency'>,
  lowest: LowestAnswer,
  seenMs: number,
): Written {
  const place = keyAt(hotel, { ...stay, los: lowest.los })
  return {
    stay: null,
    cells: [{ ...place, kind: 'cash', night: lowest.checkin, seenMs, figures: figuresOfLowest(lowest) }],
  }
}
