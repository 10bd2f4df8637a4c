import type { Tab } from '../billing/tab.ts'
import type { Night } from '../kernel/dates.ts'
import { figuresOfLowest } from '../observations/figures.ts'
import type { Summary } from '../observations/observations.ts'
import { nightPrice } from '../sources/catalog/catalog.ts'
import type { RateDeps } from './ask.ts'
import { failedNight, type NightsAsk, nightFromStore, type PricedNight, unlessAllFailed } from './nights.ts'

/** The cached nights from any kind of answer: a calendar night needs no matrix. */
export async function knownCells(
  deps: RateDeps,
  { stay, nights, terms }: NightsAsk,
): Promise<Map<Night, Summary>> {
  return terms.live ? new Map() : deps.observations.findCells('cash', stay, nights, terms.fresh)
}

/** Single nights from the chain's own calendar: one call for all missing ones, each billed as a calendar night. */
export async function calendarNights(
  deps: RateDeps,
  { stay, nights, terms, standsOn }: NightsAsk,
  known: Map<Night, Summary>,
  tab: Tab,
): Promise<PricedNight[]> {
  const { source, hotelCode, occupancy, currency } = stay
  const price = nightPrice(source)
  const missing = nights.filter((night) => !known.has(night))
  const [from, to] = [missing[0], missing.at(-1)]
  const rows =
    from === undefined || to === undefined
      ? []
      : (
          await deps.gateway.calendar(
            source.id,
            { hotelCode, from, to, los: 1, occupancy, currency },
            { live: terms.live, standsOn, caller: tab.caller, purpose: tab.purpose },
          )
        ).answer
  const seenMs = deps.now()
  const byNight = new Map(rows.map((row) => [row.checkin, row]))

  const priced = nights.map((night): PricedNight => {
    const seen = known.get(night)
    if (seen) {
      tab.cached(price)
      return nightFromStore(night, seen)
    }
    const row = byNight.get(night)
    if (!row || !('lowest' in row)) {
      tab.free()
      const cause = row?.failure ?? new Error(`the calendar of ${source.id} left out ${night}`)
      return failedNight(night, cause, source)
    }
    const put = row.joined ? tab.cached : tab.live
    put(price, deps.observations.observeLowest(stay, row.lowest, seenMs))
    return { night, figures: figuresOfLowest(row.lowest), sighting: { cached: row.joined, seenMs } }
  })
  return unlessAllFailed(priced, source)
}
