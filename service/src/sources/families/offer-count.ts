import { SourceFailure } from '../source.ts'

/** No hotel sells so many. */
const MOST_OFFERS = 1000

/** Call it before the offers of one hotel are read: reading thousands would hold up everybody else in this process. */
export function checkOfferCount(count: number): void {
  if (count > MOST_OFFERS)
    throw new SourceFailure('broken', `${count} offers of one hotel, where ${MOST_OFFERS} are the most`)
}
