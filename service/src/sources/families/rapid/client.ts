import { createHash } from 'node:crypto'
import { addNights } from '../../../kernel/dates.ts'
import { childAges } from '../../../kernel/occupancy.ts'
import {
  type Call,
  type FamilySettings,
  type HttpAnswer,
  type HttpRequest,
  type Occupancy,
  SourceFailure,
  type StayQuery,
} from '../../source.ts'
import { parseJson, quoted, refusal } from '../http-answer.ts'
import { requireDaysAhead, requireWithin, type StayLimits } from '../stay-limits.ts'

const USER_AGENT = 'Vacancy/1.0.0'
export const STAY_LIMITS: StayLimits = { mostNights: 28, mostRooms: 8 }
/** The status of a link that has expired. */
const GONE = 410
const LANGUAGE = 'en-US'
const SUPPLY = 'expedia'
/** Fields that must be requested explicitly. */
const INCLUDED = ['unavailable_reason', 'rooms.rates.current_refundability']

/** One call: its options, and where upstream bodies are collected. */
export interface Talk {
  call: Call
  raw: unknown[]
}

export interface AvailabilityAsk
  extends Pick<StayQuery, 'checkin' | 'los' | 'occupancy' | 'currency' | 'pointOfSale'> {
  propertyIds: readonly string[]
  ratesPerProperty: number
  /** Ask for logged-in member prices, which replace the public ones. */
  member: boolean
}

export interface Client {
  /** Throws if the vendor would refuse the stay. */
  requireStay(stay: Pick<AvailabilityAsk, 'checkin' | 'los' | 'occupancy'>): void
  availability(ask: AvailabilityAsk, talk: Talk): Promise<unknown>
  content(propertyIds: readonly string[], talk: Talk): Promise<unknown>
  /** All that the directory wants to know of one property. */
  describe(propertyId: string, talk: Talk): Promise<unknown>
  /**
   * A page of all active properties, or of those updated since the day. A link continues an earlier page; null if it has
   * expired.
   */
  contentPage(link: string | null, since: string | null, talk: Talk): Promise<Linked | null>
  /** A page of the properties that became inactive since the day. */
  inactivePage(link: string | null, since: string, talk: Talk): Promise<Linked | null>
  propertiesInside(polygon: readonly (readonly [lng: number, lat: number])[], talk: Talk): Promise<unknown>
}

/** A page, and the path to the next one. */
export interface Linked {
  body: unknown
  link: string | null
}

export interface Profile {
  /** ISO 3166 alpha-2 of the point of sale. */
  pointOfSale: string
  customerIp: string
  /** How far ahead a check-in may be: the vendor allows some partners more. */
  daysAhead: number
}

export function createClient(settings: FamilySettings, profile: Profile): Client {
  const { apiKey = '', sharedSecret = '' } = settings.credentials

  function send(request: HttpRequest, talk: Talk): Promise<HttpAnswer> {
    return talk.call.http({
      ...request,
      headers: {
        authorization: authorization(apiKey, sharedSecret, settings.now()),
        accept: 'application/json',
        'accept-encoding': 'gzip',
        'user-agent': USER_AGENT,
        'customer-ip': profile.customerIp,
        ...request.headers,
      },
    })
  }

  async function ask(request: HttpRequest, talk: Talk): Promise<unknown> {
    const answer = await send(request, talk)
    if (answer.status !== 200) throw failureOf(answer, settings.now())
    const body = parseJson(answer.body)
    if (talk.call.raw) talk.raw.push(body)
    return body
  }

  async function askPage(first: HttpRequest, link: string | null, talk: Talk): Promise<Linked | null> {
    const answer = await send(link === null ? first : { method: 'GET', path: link }, talk)
    if (link !== null && answer.status === GONE) return null
    if (answer.status !== 200) throw failureOf(answer, settings.now())
    return { body: parseJson(answer.body), link: nextLink(answer, first.path) }
  }

  function requireStay(stay: Pick<AvailabilityAsk, 'checkin' | 'los' | 'occupancy'>): void {
    requireWithin(STAY_LIMITS, stay)
    requireDaysAhead(profile.daysAhead, stay.checkin, settings.now())
  }

  return {
    requireStay,
    availability(query, talk) {
      requireStay(query)
      return ask(
        {
          method: 'GET',
          path: '/v3/properties/availability',
          query: {
            checkin: query.checkin,
            checkout: addNights(query.checkin, query.los),
            currency: query.currency,
            country_code: query.pointOfSale?.country ?? profile.pointOfSale,
            language: LANGUAGE,
            occupancy: occupancies(query.occupancy),
            property_id: [...query.propertyIds],
            rate_plan_count: String(query.ratesPerProperty),
            sales_channel: query.pointOfSale?.device === 'mobile' ? 'mobile_web' : 'website',
            sales_environment: 'hotel_only',
            include: INCLUDED,
            ...(query.member ? { rate_option: ['member'] } : {}),
          },
        },
        talk,
      )
    },
    content(propertyIds, talk) {
      return ask(
        {
          method: 'GET',
          path: '/v3/properties/content',
          query: {
            language: LANGUAGE,
            supply_source: SUPPLY,
            include: ['name', 'address', 'location'],
            property_id: [...propertyIds],
          },
        },
        talk,
      )
    },
    describe(propertyId, talk) {
      return ask({ ...CONTENT, query: { ...CONTENT.query, property_id: propertyId } }, talk)
    },
    contentPage(link, since, talk) {
      const query = { ...CONTENT.query, ...(since === null ? {} : { date_updated_start: since }) }
      return askPage({ ...CONTENT, query }, link, talk)
    },
    inactivePage(link, since, talk) {
      return askPage({ method: 'GET', path: '/v3/properties/inactive', query: { since } }, link, talk)
    },
    propertiesInside(polygon, talk) {
      return ask(
        {
          method: 'POST',
          path: '/v3/properties/geography',
          query: { include: 'property_ids', supply_source: SUPPLY },
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ type: 'Polygon', coordinates: [polygon] }),
        },
        talk,
      )
    },
  }
}

const CONTENT: HttpRequest = {
  method: 'GET',
  path: '/v3/properties/content',
  query: {
    language: LANGUAGE,
    supply_source: SUPPLY,
    include: ['name', 'address', 'location', 'ratings', 'statistics', 'chain', 'brand'],
  },
}

/** Of the vendor's link only path and query are used, so that it cannot lead elsewhere. */
function nextLink({ headers }: HttpAnswer, path: string): string | null {
  const href = /<([^<>]*)>\s*;[^,]*\brel="?next\b/i.exec(headers['link'] ?? '')?.[1]
  if (href === undefined) return null
  const url = URL.parse(href)
  const start = url?.pathname.indexOf(path) ?? -1
  if (!url || start === -1) throw new SourceFailure('broken', `a link to another path than ${path}`)
  return `${url.pathname.slice(start)}${url.search}`
}

/** One entry per room, all alike: every room has the same party. */
export function occupancies(party: Occupancy): string[] {
  const ages = childAges(party).join(',')
  const room = ages === '' ? String(party.adults) : `${party.adults}-${ages}`
  return Array.from({ length: party.rooms }, () => room)
}

function authorization(apiKey: string, sharedSecret: string, nowMs: number): string {
  const timestamp = Math.floor(nowMs / 1000)
  const signature = createHash('sha512').update(`${apiKey}${sharedSecret}${timestamp}`).digest('hex')
  return `EAN apikey=${apiKey},signature=${signature},timestamp=${timestamp}`
}

function failureOf(answer: HttpAnswer, nowMs: number): SourceFailure {
  const detail = `HTTP ${answer.status}: ${quoted(answer.body)}`
  // An id with letters is never valid, and Rapid refuses the whole request for it.
  if (answer.status === 400 && answer.body.includes('property_id.must_be_numeric')) {
    return new SourceFailure('not_found', detail)
  }
  if (answer.status >= 200 && answer.status < 400) return new SourceFailure('broken', detail)
  return refusal(answer, detail, nowMs, { waitMs: windowEnd(answer, nowMs) })
}

/** On a 429, the time until the exhausted window (per day, else per minute) resets. */
function windowEnd({ status, headers }: HttpAnswer, nowMs: number): number | undefined {
  if (status !== 429) return undefined
  const spentForToday = Number(headers['rate-limit-day-remaining'] ?? 1) <= 0
  const reset = Number(
    headers[spentForToday ? 'rate-limit-day-reset' : 'rate-limit-minute-reset'] ?? Number.NaN,
  )
  return Number.isFinite(reset) ? Math.max(0, reset - nowMs) : undefined
}
