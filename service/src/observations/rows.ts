import { occupancyNo } from '../kernel/occupancy.ts'
import type { LowestAnswer, StayAnswer } from '../sources/source.ts'
import { type Figures, figuresOfLowest } from './figures.ts'
import { keptCurrency, type Stay } from './key.ts'
import type { CellRow, Kind, ObservationKey, StayRow } from './store.ts'

/** The rows that one answer is stored as. */
export interface Written {
  stay: StayRow | null
  cells: CellRow[]
}

export function placeAt(
  hotel: number,
  stay: Pick<Stay, 'source' | 'los' | 'occupancy' | 'currency'>,
): ObservationKey {
  return {
    hotel,
    los: stay.los,
    occ: occupancyNo(stay.occupancy),
    currency: keptCurrency(stay.source, stay.currency),
  }
}

/** A full answer becomes a stay, a cash cell, and an award cell if its points are known. */
export function stayRows(
  hotel: number,
  stay: Stay,
  answer: StayAnswer,
  figures: Figures,
  seenMs: number,
): Written {
  const place = placeAt(hotel, stay)
  const cell = { ...place, night: stay.checkin, seenMs, figures }
  const kinds: Kind[] = stay.source.points && answer.pointsKnown ? ['cash', 'award'] : ['cash']
  return {
    stay: { ...place, checkin: stay.checkin, seenMs, figures, answer: { ...answer, raw: [] } },
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
  const place = placeAt(hotel, { ...stay, los: lowest.los })
  return {
    stay: null,
    cells: [{ ...place, kind: 'cash', night: lowest.checkin, seenMs, figures: figuresOfLowest(lowest) }],
  }
}
