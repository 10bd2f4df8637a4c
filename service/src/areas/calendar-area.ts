import { upToOneCredit } from '../billing/prices.ts'
import type { Planned } from '../edge/sale.ts'
import { cellPrice } from '../grids/plan.ts'
import type { NearbyHotel } from '../hotels/nearby.ts'
import type { Place } from '../hotels/places.ts'
import { findFilling } from '../jobs/store.ts'
import type { Milli } from '../kernel/credits.ts'
import { nightPrice, type Source } from '../sources/catalog/catalog.ts'
import { type AreaDeps, type Asker, planAround, type Survey } from './around.ts'
import { calendarAreaBody } from './calendar-area-body.ts'
import { readSummaries } from './calendar-store.ts'
import { fillsOf, toFill } from './fill.ts'
import { fillKey } from './fill-key.ts'
import type { CalendarAreaAsk } from './request.ts'

const KIND = 'calendar_area'
/** A hotel without any cell. */
const UNKNOWN = { known: 0, fresh: [] }

/** A chain's hotels around a place, night by night. */
export async function planCalendarArea(deps: AreaDeps, ask: CalendarAreaAsk, asker: Asker): Promise<Planned> {
  const {
    lookup,
    maxHotels,
    fill,
    terms: { nights, kind },
  } = ask
  const [chain] = lookup.chains
  if (!chain) throw new Error('an area calendar needs exactly one chain')
  return planAround(
    deps,
    {
      lookup,
      worst: () => ({
        sold: nights.flatMap(() => upToOneCredit(nightPrice(chain), maxHotels)),
        fill: fill === 'none' ? [] : Array<Milli>(maxHotels * nights.length).fill(cellPrice(chain, kind)),
      }),
      survey: async (place, hotels) => survey(deps, ask, chain, place, hotels.slice(0, maxHotels), asker),
      nowhere: JSON.stringify({ place: null, nights_unknown: 0, nights: [], hotels: [] }),
    },
    asker,
  )
}

async function survey(
  deps: AreaDeps,
  { lookup, maxHotels, fill, terms }: CalendarAreaAsk,
  chain: Source,
  place: Place,
  hotels: readonly NearbyHotel[],
  { account }: Asker,
): Promise<Survey> {
  const key = fillKey(KIND, { place, radiusMi: lookup.radiusMi, chains: [chain.id], maxHotels }, terms)
  const filling = await findFilling(deps.pool, account, fill === 'none' ? [] : [key])
  const summaries = await readSummaries(deps, chain, hotels, { fill, terms })
  const stored = new Map(summaries.hotels.map((summary) => [summary.hotel, summary]))
  const wanted = hotels.flatMap((hotel, index) => toFill(hotel, stored.get(index) ?? UNKNOWN, fill, terms))
  const pricesOf = (counts: readonly number[]) =>
    counts.flatMap((count) => upToOneCredit(nightPrice(chain), count))
  return {
    cached: [],
    perhaps: pricesOf(summaries.nights.map(({ known }) => known)),
    fills: fill === 'none' ? [] : fillsOf(filling, KIND, terms, [{ key, wanted }], deps.now()),
    show: async () => ({
      sold: pricesOf(summaries.nights.map(({ available }) => available)),
      body: (jobs) => calendarAreaBody(place, hotels, summaries, terms, jobs),
    }),
  }
}
