import type { InputOf } from '../../edge/route.ts'
import { invalid } from '../../kernel/errors.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { readNights, readParty, readSource, requirePoints } from '../../rates/request.ts'
import type { Catalog, Source } from '../../sources/catalog/catalog.ts'
import { requireParty } from '../conditions/party.ts'
import { readPoints } from '../conditions/points-lte.ts'
import { type PriceBody, readPrice } from '../conditions/price-lte.ts'
import { type RebookBody, readRebook } from '../conditions/rebook.ts'
import type { ConditionName, ConditionTerms, WatchCondition } from '../conditions/registry.ts'
import { readUndercut, type UndercutBody } from '../conditions/undercut.ts'
import type { Window } from '../refreshing/refreshes.ts'
import type { watchBody } from '../schemas.ts'
import { subjectOf } from '../watch.ts'

export type WatchBody = InputOf<ReturnType<typeof watchBody>>

/** Finds the id of a chain's hotel at a channel. */
export type ChannelIds = (
  hotel: { chain: string; hotelCode: string },
  channel: string,
) => Promise<string | null>

/** The parameters of each condition. */
export interface TermsBody {
  points_lte?: number
  price_lte?: PriceBody
  rebook?: RebookBody
  undercut?: UndercutBody
}

const FIELDS = ['points_lte', 'price_lte', 'rebook', 'undercut'] as const

export async function readWindow(
  catalog: Catalog,
  body: Omit<WatchBody, 'webhook_url'>,
  nowMs: number,
  currencyOf: (hotel: { source: Source; hotelCode: string }, asked: string | undefined) => Promise<string>,
  seenFromMs = nowMs,
): Promise<Window & { nights: string[] }> {
  const source = readSource(catalog, body.chain)
  const currencyAsked = await currencyOf({ source, hotelCode: body.hotel_code }, body.currency)
  const { occupancy, currency } = readParty({ ...body, currency: currencyAsked })
  const nights = readNights(body.nights, LIMITS.watchNights, nowMs, seenFromMs)
  const { kind } = body
  requirePoints(kind, source)
  requireParty(source, occupancy)
  const { from: first, to: last } = body.nights
  const { hotel_code: hotelCode, los } = body
  return { source, hotelCode, first, last, los, kind, occupancy, currency, nights }
}

/** The condition's own terms; terms of another condition are an error. */
export async function readConditionTerms(
  catalog: Catalog,
  condition: WatchCondition,
  body: TermsBody,
  window: Window & { nights: readonly string[] },
  channelIds: ChannelIds,
): Promise<ConditionTerms> {
  refuseOthers(condition, body)
  const subject = subjectOf(window)
  switch (condition) {
    case 'available':
    case 'any':
      return { condition }
    case 'points_lte':
      return readPoints(body.points_lte, window.kind)
    case 'price_lte':
      return readPrice(body.price_lte, subject)
    case 'rebook':
      return readRebook(body.rebook, subject, window.nights)
    case 'undercut': {
      const hotel = { chain: window.source.id, hotelCode: window.hotelCode }
      const idOf = (channel: string) => channelIds(hotel, channel)
      return readUndercut(catalog, body.undercut, subject, window, idOf)
    }
  }
}

export function refuseOthers(condition: ConditionName, body: TermsBody): void {
  const other = FIELDS.find((field) => field !== condition && body[field] !== undefined)
  if (other) throw invalid(`\`${other}\` belongs to \`condition\` ${other}, not ${condition}.`)
}
