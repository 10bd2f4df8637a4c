import type { Pool } from '../../src/db/pool.ts'
import { keptHotel, keptParty } from '../../src/observations/key.ts'
import { AGENCIES, everywhere } from '../parity/parity-body.ts'
import { bundledSources } from '../sources/sandbox-sources.ts'
import { newAccount } from '../support/accounts.ts'
import { type Answer, call, post } from '../support/client.ts'
import { type GatedMarket, inDays } from '../support/market.ts'

/** Random calls of every billable route that asks sources, while some of their questions are refused. */

/** The prices of the sources that the calls ask: a shop, a row of a comparison set, its member rate. */
const PRICES: Readonly<Record<string, readonly [number, number, number]>> = {
  aurelia: [1, 0.2, 0],
  brightwater: [1, 0.2, 0.1],
  castellan: [1, 1, 0],
  foxhollow: [3, 3, 0],
  ...Object.fromEntries(AGENCIES.map((agency) => [agency, [2, 0.5, 0]])),
  google_hotels: [1, 1, 0],
}
const CALENDAR_NIGHT = 0.1
const CHAINS = ['aurelia', 'brightwater', 'castellan', 'foxhollow']
/** Those that can be asked for hotels around a place. */
const PLACED = ['aurelia', 'brightwater', 'castellan']
/** A hotel that only the metasearch engine knows. */
const [TOKEN = ''] = bundledSources().find(({ id }) => id === 'google_hotels')?.examples ?? []
const HOUSES = ['Casa Violeta', 'Hotel Miramar', 'Villa Serena', 'Pension Lindenhof', 'Maison Clarence']
const TOWNS = ['London', 'Paris', 'Tokyo', 'New York', 'Rome', 'Madrid', 'Berlin', 'Vienna', 'Lisbon']
/** Words in another order are another search. Enough that none is asked again in 2,000 calls: it would cost what a cached one does. */
const NAMES = HOUSES.flatMap((house) =>
  TOWNS.flatMap((town) => [`${house} ${town}`, `${town} ${house}`, house.replace(' ', ` ${town} `)]),
)

type Chance = (below: number) => number

/** Numbers that the seed decides. */
export function chanceOf(seed: number): Chance {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** What only this run asks for: nights of a party, or hotels around a point. */
interface Run {
  no: number
  chance: Chance
  party: { adults: number; children: number; rooms: number; children_ages?: number[] }
  first: string
  last: string
  point: { lat: number; lng: number }
}

function runOf(no: number, chance: Chance): Run {
  const children = Math.floor(no / 4) % 3
  const ages = Array.from({ length: children }, () => chance(18))
  const party = {
    adults: 1 + (no % 4),
    children,
    rooms: 1 + (Math.floor(no / 12) % 2),
    ...(chance(2) === 0 && { children_ages: ages }),
  }
  const start = 10 + 3 * (Math.floor(no / 24) % 90)
  const point = { lat: 40.7 + (no % 500) / 1000, lng: -74 + Math.floor(no / 500) / 1000 }
  return { no, chance, party, first: inDays(start), last: inDays(start + 2), point }
}

interface Called {
  method: 'GET' | 'POST'
  path: string
  body?: object
  /** What the call costs if all that is readable afterwards was bought by it. */
  costs(readable: Readable): number
}

/** One hotel in five is unknown to its source. */
const codeOf = ({ chance }: Run) => (chance(5) === 0 ? 'NOSUCHHOTEL' : 'UNDERCUT')
const chainOf = ({ chance }: Run) => CHAINS[chance(CHAINS.length)] ?? ''
const hotelOf = (run: Run) => ({ chain: chainOf(run), hotel_code: codeOf(run) })
const hotelAt = (run: Run, chain: string) => ({ chain, hotel_code: codeOf(run) })
/** Only some sources take a country. */
const SALE = { point_of_sale: { country: 'FR' } }
const TAKE_SALE = new Set(['castellan', 'lodgista', 'nightdeal', 'ostello'])
const someHotels = (run: Run) => CHAINS.map((chain) => ({ chain, hotel_code: codeOf(run) }))
const tokenOf = ({ chance }: Run) => ({
  chain: 'google_hotels',
  hotel_code: chance(5) === 0 ? 'ChoINoSuchHotel' : TOKEN,
})
const nameOf = ({ no }: Run) => NAMES[Math.floor(no / Object.keys(CALLS).length) % NAMES.length] ?? ''
const placed = ({ point }: Run) => ({ ...point, radius: 10 })
const nightsOf = ({ first, last }: Run) => ({ from: first, to: last })
const atLeastOne = (readable: Readable) => (readable.units === 0 ? 0 : Math.max(1, readable.credits))

const CALLS: Readonly<Record<string, (run: Run) => Called>> = {
  shop: (run) => posted('/shop', { ...hotelOf(run), checkin: run.first, ...run.party }),
  agency: (run) =>
    posted(`/ota/${AGENCIES[run.chance(5)]}/shop`, {
      hotel_code: run.chance(5) === 0 ? 'NOSUCHHOTEL' : 'UNDERCUT-castellan',
      checkin: run.first,
      ...run.party,
    }),
  award: (run) => posted('/award', { ...hotelOf(run), checkin: run.first, ...run.party }),
  stay: (run) => posted('/stay', { ...hotelOf(run), checkin: run.first, los: 3, ...run.party }),
  calendar: (run) => posted('/calendar', { ...hotelOf(run), nights: nightsOf(run), ...run.party }),
  insight: (run) => ({
    ...posted('/insight', { ...hotelOf(run), checkin: run.first, ...run.party }),
    costs: ({ units, credits }) => (units === 0 ? 0 : credits + 0.25),
  }),
  compset: (run) => ({
    ...posted('/compset', {
      hotels: someHotels(run),
      checkin: run.first,
      rates: run.chance(2) === 0 ? 'lowest' : 'member',
      ...run.party,
    }),
    costs: atLeastOne,
  }),
  compset_award: (run) => ({
    ...posted('/compset/award', { hotels: someHotels(run), checkin: run.first, ...run.party }),
    costs: atLeastOne,
  }),
  parity: (run) =>
    posted('/parity', {
      ...hotelOf(run),
      chain: 'castellan',
      checkin: run.first,
      ids: everywhere(run.chance(5) === 0 ? 'NOSUCHHOTEL' : 'UNDERCUT-castellan'),
      resolve: false,
      ...run.party,
    }),
  sale_shop: (run) =>
    posted('/shop', { ...hotelAt(run, 'castellan'), checkin: run.first, ...SALE, ...run.party }),
  sale_parity: (run) =>
    posted('/parity', {
      ...hotelAt(run, 'castellan'),
      checkin: run.first,
      ids: everywhere('UNDERCUT-castellan'),
      resolve: false,
      ...SALE,
      ...run.party,
    }),
  metasearch_shop: (run) => posted('/shop', { ...tokenOf(run), checkin: run.first, ...run.party, rooms: 1 }),
  metasearch_parity: (run) =>
    posted('/parity', { ...tokenOf(run), checkin: run.first, ...run.party, rooms: 1 }),
  parity_with_sellers: (run) =>
    posted('/parity', {
      ...hotelOf(run),
      chain: 'castellan',
      checkin: run.first,
      ids: everywhere('UNDERCUT-castellan', ['lodgista', 'mapleroom']),
      channels: ['lodgista', 'mapleroom'],
      resolve: false,
      meta: true,
      ...run.party,
    }),
  search_by_name: (run) => ({
    method: 'GET',
    path: `/hotels/search?q=${encodeURIComponent(nameOf(run))}&live=google_hotels`,
    costs: ({ credits }) => credits,
  }),
  hotels: (run) => ({
    method: 'GET',
    path: `/hotels?lat=${run.point.lat}&lng=${run.point.lng}&radius=10&chains=${PLACED.join(',')}`,
    costs: ({ credits }) => credits,
  }),
  area: (run) => posted('/area', { ...placed(run), chains: PLACED, checkin: run.first, ...run.party }),
  calendar_area: (run) => ({
    ...posted('/calendar/area', {
      ...placed(run),
      chain: PLACED[run.chance(PLACED.length)],
      nights: nightsOf(run),
      ...run.party,
    }),
    costs: ({ credits }) => Math.max(1, credits),
  }),
  award_search: (run) => ({
    ...posted('/award/search', { ...placed(run), chains: PLACED, nights: nightsOf(run), ...run.party }),
    costs: ({ credits }) => Math.max(1, credits),
  }),
}

function posted(path: string, body: object): Called {
  return { method: 'POST', path, body, costs: ({ credits }) => credits }
}

/** What others can read at the cached price, and its live price. */
export interface Readable {
  units: number
  credits: number
}

interface Row {
  source: string
  code: string
  night: string
  los: number
}

/** Full answers, cells that no full answer brought, and lookups of hotels. */
async function readableOf(pool: Pool, run: Run, what: string): Promise<Readable & { stays: Row[] }> {
  // These calls are for one room, as some other calls are; but only they ask the engine.
  const isMetasearch = what.startsWith('metasearch')
  const { children_ages: ages, ...party } = isMetasearch ? { ...run.party, rooms: 1 } : run.party
  const kept = { ...party, ...(ages && { ages }) }
  const nights = [run.first, run.last, keptParty(kept), keptHotel(0, kept)]
  const { rows: stays } = await pool.query<Row>(
    `select h.source, h.code, s.checkin::text as night, s.los
     from (select hotel, checkin, los, occ from stays union all select hotel, checkin, los, occ from sale_stays) s
     join hotels h on h.id = s.hotel - $4
     where s.checkin between $1 and $2 and s.occ = $3 and (h.source = 'google_hotels' or not $5)`,
    [...nights, isMetasearch],
  )
  const { rows: cells } = await pool.query<Row & { member: boolean }>(
    `select h.source, h.code, c.night::text as night, c.los, c.member_known and c.status = 'a' as member
     from cells c join hotels h on h.id = c.hotel - $4
     where c.night between $1 and $2 and c.occ = $3 and (h.source = 'google_hotels' or not $5) and c.kind = 'c' and not exists (
       select 1 from stays s where s.hotel = c.hotel and s.checkin = c.night and s.los = c.los and s.occ = c.occ)`,
    [...nights, isMetasearch],
  )
  const { rows: lookups } = await pool.query(
    'select 1 from hotel_lookups where lat = $1 and lng = $2 and cardinality(hotels) > 0',
    [Math.round(run.point.lat * 10_000), Math.round(run.point.lng * 10_000)],
  )
  const { rows: names } = await pool.query(
    'select 1 from name_lookups where asked = $1 and cardinality(hotels) > 0',
    [what === 'search_by_name' ? JSON.stringify([nameOf(run).toLowerCase(), null]) : ''],
  )
  const price = (source: string, which: 0 | 1 | 2) => PRICES[source]?.[which] ?? Number.NaN
  const prices = [
    ...stays.map(({ source }) => price(source, what.startsWith('compset') ? 1 : 0)),
    ...cells.map(({ source, member }) =>
      what === 'stay' ? CALENDAR_NIGHT : price(source, 1) + (member ? price(source, 2) : 0),
    ),
    ...lookups.map(() => 1),
    ...names.map(() => 1),
  ]
  const milli = prices.reduce((sum, credits) => sum + Math.round(credits * 1000), 0)
  return { units: prices.length, credits: milli / 1000, stays }
}

export interface Judged {
  /** The kind of call. */
  what: string
  /** The call, for people. */
  asked: string
  answer: Answer
  /** What all that is readable would have cost. */
  worth: number
  /** Whether the process that answered would sell more from its memory than the database has. */
  readsMore: boolean
}

/** Makes one call, with a share of the questions to sources refused, and says what can be read afterwards. */
export async function judgeCall(market: GatedMarket, seed: number, no: number): Promise<Judged> {
  const chance = chanceOf(seed * 100_003 + no)
  const run = runOf(no, chance)
  const names = Object.keys(CALLS)
  const what = names[no % names.length] ?? ''
  const made = (CALLS[what] as (run: Run) => Called)(run)
  // Every other account has few credits: enough for lookups, and often not for the jobs after them.
  const { pool } = market.database
  const account = await newAccount(pool, 'scale', { rps: 1000, credits: chance(2) === 0 ? 30 : 10_000 })
  // Half of the calls are answered, so that the breakers of the sources stay closed.
  const share = [0, 0, 0, 10, 30, 70][chance(6)] ?? 0
  const salt = chance(1_000_000)
  market.gate.refuse(({ path, body }) => chanceOf(hashOf(`${path}${body}`) ^ salt)(100) < share)
  const { method, path, body } = made
  const answer = await call(market.url, method, `/v1${path}`, { key: account.key, ...(body && { body }) })
  market.gate.open()
  const readable = await readableOf(pool, run, what)
  const isRefused = answer.status >= 400
  return {
    what,
    asked: `${what} with ${share} % refused, run ${no}: ${answer.status} ${JSON.stringify(body)}`,
    answer,
    worth: isRefused ? readable.credits : made.costs(readable),
    readsMore: (await quoted(market, account.key, run, body)) > readable.stays.length,
  }
}

/** How many of the stays that the call may have asked for this process would sell as cached. */
async function quoted(market: GatedMarket, key: string, run: Run, body: object | undefined): Promise<number> {
  const {
    chain: source,
    checkin,
    ids,
    point_of_sale: sale,
  } = (body ?? {}) as {
    chain?: string
    checkin?: string
    ids?: Record<string, string>
    point_of_sale?: object
  }
  if (checkin === undefined) return 0
  const everyHotel = [
    ...CHAINS.map((own) => ({ chain: own, hotel_code: 'UNDERCUT' })),
    ...AGENCIES.map((agency) => ({ chain: agency, hotel_code: ids?.[agency] ?? 'UNDERCUT-castellan' })),
    ...(await tokensOf(market.database.pool)).map((hotel_code) => ({ chain: 'google_hotels', hotel_code })),
  ]
  const hotels = [
    ...everyHotel,
    ...everyHotel.flatMap((hotel) => (sale && TAKE_SALE.has(hotel.chain) ? [{ ...hotel, ...SALE }] : [])),
  ]
  const lengths = [1, 3]
  const isMetasearch = source === 'google_hotels'
  const asked = isMetasearch ? hotels.filter((hotel) => hotel.chain === source) : hotels
  const party = isMetasearch ? { ...run.party, rooms: 1 } : run.party
  const quotes = await Promise.all(
    asked.flatMap((hotel) =>
      lengths.map((los) =>
        post(market.url, '/v1/shop', key, { ...hotel, checkin, los, ...party, dry_run: true }),
      ),
    ),
  )
  return quotes.reduce((sum, { status, body: told }) => {
    if (status !== 200) throw new Error(`no quote: ${JSON.stringify(told)}`)
    return sum + (told as { quote: { cached: number } }).quote.cached
  }, 0)
}

/** Every hotel of the engine that the calls ask for. */
async function tokensOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>("select id from hotel_ids where source = 'google_hotels'")
  return [TOKEN, ...rows.map(({ id }) => id)]
}

function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return hash
}
