import { PRICE_OF, type Weights } from '../billing/prices.ts'
import { openTab } from '../billing/tab.ts'
import { foresee } from '../grids/groups.ts'
import { type Milli, toCredits } from '../kernel/credits.ts'
import { dayOf, type Night } from '../kernel/dates.ts'
import { toDecimal } from '../kernel/money.ts'
import type { Occupancy } from '../kernel/occupancy.ts'
import { repeatedView, type Upstream } from '../kernel/upstream.ts'
import type { Kind } from '../observations/cell-row.ts'
import { partyView } from '../rates/render.ts'
import { upstreamOf } from '../sources/budget/foresight.ts'
import { type Catalog, findSource, weightsOf } from '../sources/catalog/catalog.ts'
import type { Attention } from './attention.ts'
import type { Subject } from './conditions/condition.ts'
import type { ConditionTerms } from './conditions/registry.ts'

export const WATCH_STATES = ['active', 'paused', 'suspended', 'expired'] as const
export type WatchStatus = (typeof WATCH_STATES)[number]

export interface Watch {
  no: number
  id: string
  account: number
  key: number
  refresh: number
  place: number
  channelPlace: number | null
  /** Its own address, if its events do not go to endpoints. */
  hook: number | null
  url: string | null
  /** The numbers and public ids of its endpoints, in order. */
  endpoints: number[]
  endpointIds: string[]
  status: WatchStatus
  source: string
  hotelCode: string
  /** The hotel's name; null if unknown. */
  name: string | null
  attention: Attention | null
  first: Night
  last: Night
  los: number
  kind: Kind
  occupancy: Occupancy
  currency: string
  refreshSec: number
  terms: ConditionTerms
  afterSighting: number
  payAfter: Date | null
  held: Milli
  /** The terms that this was reserved for, if they have changed since. */
  heldFor: ConditionTerms | null
  askedAt: Date | null
  lastRefreshAt: Date | null
  nextRefreshAt: Date | null
  createdAt: Date
  /** The first night that is still checked: yesterday, by the hotel's own day where its time zone is known. */
  earliest: Night
}

export function subjectOf({
  kind,
  los,
  occupancy,
  currency,
}: Omit<Subject, 'rooms'> & { occupancy: Occupancy }): Subject {
  return { kind, los, rooms: occupancy.rooms, currency }
}

/** The remaining check-in nights. */
export function nightsLeft({ first, last, earliest }: Pick<Watch, 'first' | 'last' | 'earliest'>): number {
  return Math.max(0, dayOf(last) - Math.max(dayOf(first), dayOf(earliest)) + 1)
}

/** Cells that a refresh fetched for a watch: of the hotel, and of the channel. */
export interface CellsGot {
  direct: number
  channel: number
}

/** The price of these cells: a quarter of each. Cells that failed are free. */
export function refreshPrice(
  catalog: Catalog,
  { source, kind, terms }: Pick<Watch, 'source' | 'kind' | 'terms'>,
  got: CellsGot,
  asked: CellsGot = got,
): { charge: Milli; counts: { live: number; cached: number; free: number } } {
  const tab = openTab('watch')
  const priceIn = (weights: Weights) =>
    isWhole(terms) ? PRICE_OF.shop(weights) : PRICE_OF.cell(weights, kind)
  const add = (id: string, cells: number, missing: number) => {
    const seller = findSource(catalog, id)
    const price = seller ? priceIn(weightsOf(seller)) : 0
    for (let cell = 0; cell < cells; cell += 1) tab.cached(price)
    for (let cell = 0; cell < missing; cell += 1) tab.free()
  }
  add(source, got.direct, asked.direct - got.direct)
  if (terms.condition === 'undercut') add(terms.channel, got.channel, asked.channel - got.channel)
  return { charge: tab.total(), counts: tab.counts() }
}

/** Whether a watch needs the rooms of each stay, which a batch or calendar does not have. */
export function isWhole(terms: ConditionTerms): boolean {
  return terms.condition === 'booking' || (terms.condition === 'undercut' && terms.likeForLike === true)
}

/** Whether nothing more can be told of a booking, because it cannot be canceled any more. */
export function isPastDeadline(terms: ConditionTerms, nowMs: number): boolean {
  return terms.condition === 'booking' && terms.cancelByMs <= nowMs
}

/** The cells of a whole refresh. */
export function cellsOf(terms: ConditionTerms, nights: number): CellsGot {
  return { direct: nights, channel: terms.condition === 'undercut' ? nights : 0 }
}

const MONTH_SEC = 30 * 86_400

/** The requests of a whole refresh. Watches on the same nights share them. */
export function refreshUpstream(
  catalog: Catalog,
  watch: Pick<Watch, 'source' | 'kind' | 'terms' | 'first' | 'last' | 'earliest'>,
): Upstream {
  const { source, kind, terms } = watch
  const nights = nightsLeft(watch)
  const members = 'basis' in terms && terms.basis === 'member'
  const asked = terms.condition === 'undercut' ? [source, terms.channel] : [source]
  return upstreamOf(
    asked.flatMap((id) => {
      const found = findSource(catalog, id)
      if (!found) return []
      const whole = isWhole(terms)
      const extent = { kind, members, whole, hotels: 1, nights, days: nights, lengths: 1, cells: nights }
      return [foresee(found, extent)]
    }),
  )
}

export function watchView(catalog: Catalog, watch: Watch, secret?: string) {
  const { charge } = refreshPrice(catalog, watch, cellsOf(watch.terms, nightsLeft(watch)))
  return {
    id: watch.id,
    chain: watch.source,
    hotel_code: watch.hotelCode,
    name: watch.name,
    nights: { from: watch.first, to: watch.last },
    los: watch.los,
    kind: watch.kind,
    ...partyView(watch.occupancy),
    currency: watch.currency,
    refresh_sec: watch.refreshSec,
    condition: watch.terms.condition,
    ...termsView(watch),
    ...(watch.url === null ? { endpoints: watch.endpointIds } : { webhook_url: watch.url }),
    credits_per_refresh: toCredits(charge),
    upstream: repeatedView(refreshUpstream(catalog, watch), MONTH_SEC / watch.refreshSec),
    status: watch.status,
    attention: watch.attention,
    last_refresh_at: watch.lastRefreshAt?.toISOString() ?? null,
    next_refresh_at: watch.status === 'active' ? (watch.nextRefreshAt?.toISOString() ?? null) : null,
    created_at: watch.createdAt.toISOString(),
    ...(secret !== undefined && { secret }),
  }
}

function termsView({ terms, kind, currency }: Watch): object {
  switch (terms.condition) {
    case 'points_lte':
      return { points_lte: terms.points }
    case 'price_lte':
      return { price_lte: { amount: toDecimal(terms.amount, currency), basis: terms.basis } }
    case 'rebook':
      return {
        rebook: {
          paid: kind === 'award' ? terms.paid : toDecimal(terms.paid, currency),
          ...(kind === 'cash' && { basis: terms.basis }),
          min_saving_pct: terms.minSaving / 100,
        },
      }
    case 'undercut':
      return {
        undercut: {
          channel: terms.channel,
          hotel_code: terms.hotelCode,
          min_pct: terms.minPct / 100,
          basis: terms.basis,
          like_for_like: terms.likeForLike ?? false,
        },
      }
    case 'available':
    case 'any':
    case 'booking':
      return {}
  }
}
