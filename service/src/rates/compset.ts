import { PRICE_OF } from '../billing/prices.ts'
import { type Planned, served } from '../billing/sale.ts'
import type { Tab } from '../billing/tab.ts'
import { hotelKey } from '../hotels/master.ts'
import type { Night } from '../kernel/dates.ts'
import type { Figures } from '../observations/figures.ts'
import type { Stay } from '../observations/key.ts'
import type { Summary } from '../observations/observations.ts'
import { weightsOf } from '../sources/catalog/catalog.ts'
import { type RateDesk, rowError, type ShopOptions, shopLive } from './ask.ts'
import { askBatches } from './compset-batch.ts'
import { freshnessView, lowestView, NO_FRESHNESS, type Sighting, termsView } from './render.ts'
import type { ListedHotel, Terms } from './request.ts'

export interface CompsetAsk {
  hotels: readonly ListedHotel[]
  checkin: Night
  los: number
  terms: Terms
  rates: 'lowest' | 'member'
}

/** One hotel of the set before anything is asked: what the store has of it, and what is left to ask for. */
export interface Part {
  stay: Stay
  known: Summary | undefined
  /** Whether the member rate takes a further call that must be made, or was made before; none where it comes along. */
  extra: 'none' | 'known' | 'missing'
}

export type Row = { stay: Stay; stored: Promise<void> } & (
  | { figures: Figures; sighting: Sighting }
  | { error: { code: string; message: string } }
  | { empty: true }
)

/** The lowest rate of each of up to 25 hotels for one stay. */
export async function planCompset(desk: RateDesk, ask: CompsetAsk): Promise<Planned> {
  const parts = await knownParts(desk, ask)
  const rowPrice = (part: Part) => PRICE_OF.compsetRow(weightsOf(part.stay.source))
  const extraPrice = (part: Part) => PRICE_OF.memberExtra(weightsOf(part.stay.source))
  const extras = (which: Part['extra']) => parts.filter(({ extra }) => extra === which).map(extraPrice)
  return {
    estimate: {
      cached: [...parts.filter(({ known }) => known).map(rowPrice), ...extras('known')],
      live: [...parts.filter(({ known }) => !known).map(rowPrice), ...extras('missing')],
      free: 0,
    },
    run: async (tab) => {
      const batched = parts.filter((part) => part.stay.source.batch && !isComplete(part))
      const alone = parts.filter((part) => !part.stay.source.batch || isComplete(part))
      const [fromBatches, ...others] = await Promise.all([
        askBatches(desk, batched, ask, tab),
        ...alone.map(async (part) => [part, await rowOf(desk, part, ask.terms, tab)] as const),
      ])
      const rows = new Map([...fromBatches, ...others])
      const all = parts.flatMap((part) => rows.get(part) ?? [])
      return answer(ask, all, desk.now())
    },
  }
}

export function staysOf({ hotels, checkin, los, terms }: CompsetAsk): Stay[] {
  const { occupancy, currency } = terms
  return hotels.map((hotel) => ({ ...hotel, checkin, los, occupancy, currency }))
}

async function knownParts(desk: RateDesk, ask: CompsetAsk): Promise<Part[]> {
  const stays = staysOf(ask)
  const wantsExtra = (stay: Stay) => ask.rates === 'member' && stay.source.memberMilli > 0
  const [any, withMember] = ask.terms.live
    ? [new Map<string, Summary>(), new Map<string, Summary>()]
    : await Promise.all([
        desk.observations.findLowest(stays, ask.terms.fresh, () => true),
        desk.observations.findLowest(
          stays.filter(wantsExtra),
          ask.terms.fresh,
          ({ memberKnown }) => memberKnown,
        ),
      ])
  return stays.map((stay) => {
    const name = hotelKey({ source: stay.source.id, hotelCode: stay.hotelCode })
    if (!wantsExtra(stay)) return { stay, known: any.get(name), extra: 'none' }
    const rich = withMember.get(name)
    const known = rich ?? any.get(name)
    // Nobody asks for the member rate of a hotel that has no room to sell.
    if (known && known.value.status !== 'available') return { stay, known, extra: 'none' }
    return { stay, known, extra: rich ? 'known' : 'missing' }
  })
}

function isComplete({ known, extra }: Part): boolean {
  return known !== undefined && extra !== 'missing'
}

/** A row that the store has whole, or that takes a shop of its own. */
async function rowOf(desk: RateDesk, part: Part, terms: Terms, tab: Tab): Promise<Row> {
  const { stay, known, extra } = part
  const weights = weightsOf(stay.source)
  const price = PRICE_OF.compsetRow(weights)
  if (known) {
    tab.cached(price)
    if (extra === 'known') tab.cached(PRICE_OF.memberExtra(weights))
    return {
      stay,
      figures: known.value,
      sighting: { cached: true, seenMs: known.seenMs },
      stored: Promise.resolve(),
    }
  }
  return shopRow(desk, stay, terms, tab, price)
}

export async function shopRow(
  desk: RateDesk,
  stay: Stay,
  options: ShopOptions,
  tab: Tab,
  price: number,
): Promise<Row> {
  try {
    const { observation, cached, stored } = await shopLive(desk, stay, options, tab, price)
    return { stay, figures: observation.figures, sighting: { cached, seenMs: observation.seenMs }, stored }
  } catch (error) {
    tab.free()
    return { stay, error: rowError(error, stay.source), stored: Promise.resolve() }
  }
}

export function answer({ checkin, los, terms, rates }: CompsetAsk, rows: readonly Row[], nowMs: number) {
  const view = {
    query: { checkin, los, ...termsView(terms), rates },
    hotels: rows.map((row) => rowView(row, nowMs)),
  }
  return { ...served(view), stored: Promise.all(rows.map(({ stored }) => stored)).then(() => {}) }
}

function rowView(row: Row, nowMs: number) {
  const hotel = { chain: row.stay.source.id, hotel_code: row.stay.hotelCode }
  if ('figures' in row) {
    const { status, minLos, currency } = row.figures
    return {
      ...hotel,
      status,
      min_los: minLos,
      currency,
      lowest: lowestView(row.figures),
      ...freshnessView(row.sighting, nowMs),
    }
  }
  const nothing = { status: null, min_los: null, currency: null, lowest: null, ...NO_FRESHNESS }
  return 'error' in row ? { ...hotel, ...nothing, error: row.error } : { ...hotel, ...nothing }
}
