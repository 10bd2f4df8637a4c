import type { InputOf } from '../edge/route.ts'
import { type Grid, gridNights } from '../grids/grid.ts'
import type { LookupAsk } from '../hotels/lookup.ts'
import { type PlaceFields, readChains, readPlace } from '../hotels/request.ts'
import type { Milli } from '../kernel/credits.ts'
import { type Night, nightAt } from '../kernel/dates.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Kind } from '../observations/cell-row.ts'
import { type AskedAge } from '../rates/max-age.ts'
import { type PartyBody, readCheckin, readNights, readTerms } from '../rates/request.ts'
import type { Catalog, Certificate, Source } from '../sources/catalog/catalog.ts'
import { type Payable, payableOf } from '../wallets/reach.ts'
import { readWallet, type Wallet, type WalletBody } from '../wallets/wallet.ts'
import type { areaBody, awardSearchBody, calendarAreaBody } from './fields.ts'

/** The cells that are requested for every hotel; together with hotels, a grid. */
export interface AreaTerms extends Omit<Grid, 'hotels'> {
  /** The only entry of `lengths`. */
  los: number
  /** `max_age: "auto"`: each hotel has an age of its own. */
  isAuto: boolean
}

/** Which hotels to fetch: those without cells, also those with only old cells, or none. */
export type FillMode = 'missing' | 'stale' | 'none'

export interface AreaAsk {
  lookup: LookupAsk
  maxHotels: number
  fill: FillMode
  /** The most that the fill may cost; null: any price. */
  fillBudget: Milli | null
  terms: AreaTerms
}

export type CalendarAreaAsk = AreaAsk

export type SearchRank = 'points' | 'cpp' | 'nights'

export interface SearchAsk {
  lookup: LookupAsk
  terms: AreaTerms
  fill: FillMode
  /** The most that fills may cost; null: any price. */
  fillBudget: Milli | null
  rank: SearchRank
  limit: number
  /** The least share of cash nights that are sold for points; null if it does not matter. */
  minAccess: number | null
  /** By chain, the most points that the certificate covers including the top-up; null without a certificate. */
  payable: ReadonlyMap<string, number> | null
  /** By chain, what the wallet pays; null if nights beyond it are wanted too. */
  withinWallet: ReadonlyMap<string, Payable> | null
}

export function readArea(
  catalog: Catalog,
  body: InputOf<ReturnType<typeof areaBody>>,
  nowMs: number,
): AreaAsk {
  const { kind } = body
  return {
    lookup: readLookup(body, chainsFor(catalog, body.chains, kind)),
    maxHotels: body.max_hotels,
    fill: body.fill,
    fillBudget: budgetOf(body),
    terms: termsOf(body, [readCheckin('checkin', body.checkin, nowMs)], kind, nowMs),
  }
}

export function readCalendarArea(
  catalog: Catalog,
  body: InputOf<ReturnType<typeof calendarAreaBody>>,
  nowMs: number,
): CalendarAreaAsk {
  const { kind } = body
  const defaultAge = kind === 'award' ? LIMITS.areaAwardAgeSec : LIMITS.areaCashAgeSec
  const nights = readNights(body.nights, LIMITS.areaNights, nowMs)
  return {
    lookup: readLookup(body, chainsFor(catalog, [body.chain], kind, 'chain')),
    maxHotels: body.max_hotels,
    fill: body.fill,
    fillBudget: budgetOf(body),
    terms: termsOf({ ...body, max_age: body.max_age ?? defaultAge }, nights, kind, nowMs),
  }
}

/** With the wallet itself, not only that it is the saved one. */
export type SearchBody = Omit<InputOf<ReturnType<typeof awardSearchBody>>, 'wallet'> & { wallet?: WalletBody }

export function readSearch(catalog: Catalog, body: SearchBody, nowMs: number): SearchAsk {
  const wallet = body.wallet ? readWallet(catalog, body.wallet, {}) : null
  if (body.within_wallet && !wallet) throw invalid('`within_wallet` requires `wallet`.')
  const chains = chainsOf(wallet, chainsFor(catalog, body.chains, 'award'))
  const payable = readCertificate(catalog, chains, body.cert, body.max_top_up)
  const nights = readNights(body.nights, LIMITS.areaNights, nowMs)
  return {
    lookup: readLookup(body, payable ? chains.filter(({ id }) => payable.has(id)) : chains),
    fill: body.fill,
    fillBudget: budgetOf(body),
    rank: body.rank,
    limit: body.limit,
    minAccess: body.min_access ?? null,
    payable,
    withinWallet: wallet && body.within_wallet ? payables(wallet, body, nowMs) : null,
    terms: termsOf({ ...body, max_age: body.max_age ?? LIMITS.areaAwardAgeSec }, nights, 'award', nowMs),
  }
}

export function budgetOf({ fill_budget: budget }: { fill_budget?: number }): Milli | null {
  return budget === undefined ? null : Math.round(budget * 1000)
}

function chainsOf(wallet: Wallet | null, chains: Source[]): Source[] {
  if (!wallet) return chains
  const held = chains.filter((chain) => wallet.chains.has(chain))
  if (held.length === 0) throw invalid('`wallet` has nothing of the searched chains.')
  return held
}

function payables(
  wallet: Wallet,
  { los, rooms }: { los: number; rooms: number },
  nowMs: number,
): Map<string, Payable> {
  const today = nightAt(nowMs)
  return new Map(
    [...wallet.chains].map(([{ id }, held]) => [id, payableOf(wallet, held, { los, rooms }, today)]),
  )
}

export function readLookup(body: PlaceFields & { radius: number }, chains: readonly Source[]): LookupAsk {
  return { place: readPlace(body), radiusMi: body.radius, chains }
}

function chainsFor(
  catalog: Catalog,
  ids: readonly string[] | undefined,
  kind: Kind,
  field: 'chains' | 'chain' = 'chains',
): Source[] {
  const chains = readChains(catalog, ids, ({ points }) => kind === 'cash' || points, field)
  const pointless = chains.find(({ points }) => kind === 'award' && !points)
  if (pointless) {
    throw invalid(`\`${field}\`: ${pointless.id} has no award points.`, { chain: pointless.id })
  }
  return chains
}

interface TermFields extends PartyBody {
  los: number
  max_age: AskedAge
}

export function termsOf(body: TermFields, nights: readonly Night[], kind: Kind, nowMs: number): AreaTerms {
  const { occupancy, currency, fresh, live, isAuto } = readTerms(body, nowMs)
  // `max_age` 0: only cells observed from now on.
  const notBeforeMs = live ? nowMs : fresh.notBeforeMs
  const { los } = body
  return {
    ...gridNights(nights),
    los,
    lengths: [los],
    kind,
    occupancy,
    currency,
    notBeforeMs,
    nowMs,
    live,
    isAuto,
  }
}

/** The most points that an award may cost, for each chain that has the certificate. */
function readCertificate(
  catalog: Catalog,
  chains: readonly Source[],
  id: string | undefined,
  maxTopUp: number | undefined,
): Map<string, number> | null {
  if (id === undefined) {
    if (maxTopUp !== undefined) throw invalid('`max_top_up` requires `cert`.')
    return null
  }
  const payable = new Map(
    chains.flatMap((chain) => {
      const certificate = chain.certificates.find((one) => one.id === id)
      return certificate ? [[chain.id, dearest(certificate, maxTopUp)]] : []
    }),
  )
  if (payable.size > 0) return payable
  const known = catalog.sources.some(({ certificates }) => certificates.some((one) => one.id === id))
  throw invalid(
    known
      ? `\`cert\`: none of the searched chains has the certificate ${id.slice(0, 64)}.`
      : '`cert` is not a certificate of any chain. GET /chains lists the certificates.',
  )
}

const ANY = 2_147_483_647

function dearest({ maxPoints, maxTopUp }: Certificate, asked: number | undefined): number {
  if (maxPoints === null) return ANY
  return Math.min(ANY, maxPoints + Math.min(asked ?? ANY, maxTopUp ?? ANY))
}
