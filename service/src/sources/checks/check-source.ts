import { counted } from '../../kernel/counted.ts'
import { addNights, nightAt } from '../../kernel/dates.ts'
import type { Source } from '../catalog/catalog.ts'
import type { Gateway } from '../gateway.ts'
import {
  type Adapter,
  type HotelRecord,
  type Quota,
  SourceFailure,
  type StayAnswer,
  type StayQuery,
} from '../source.ts'
import { type Attempts, attempt, type Outcome, skipped, Unclear } from './attempt.ts'
import { reportOf, type SourceReport, untried } from './report.ts'
import { describePoints, describeStay, taxBasisOf } from './stay-words.ts'

export interface SourceCheck extends Attempts {
  source: Source
  /** Family features beyond the catalog entry's capabilities. */
  verbs: Pick<Adapter, 'find' | 'hotel' | 'quota'>
  gateway: Gateway
  /** Undefined: the first example of the catalog entry. */
  hotelCode: string | undefined
}

/** A sold-out night has no price, so others are tried until one has rooms. */
const DAYS_AHEAD = [30, 61, 110] as const
const RADIUS_KM = 5
const MOST_HOTELS = 5

/** Makes the cheapest call of each capability of the source. */
export async function checkSource(check: SourceCheck): Promise<SourceReport> {
  const { source } = check
  const hotelCode = check.hotelCode ?? source.examples[0]
  if (source.unconfigured !== null) return untried(source, source.unconfigured)
  if (hotelCode === undefined) {
    return untried(source, 'no hotel to ask about: add `examples` to its entry, or pass --hotel')
  }
  const seen = await checkShop(check, hotelCode)
  const rest = isAway(seen.outcome) ? [] : await checkRest(check, seen)
  const tax = seen.answer && taxBasisOf(seen.answer, source.taxIncluded)
  const quota = await checkQuota(check)
  return reportOf(source, [seen.outcome, ...rest, ...quota.outcomes], {
    hotelCode,
    tax: tax ?? null,
    ...(quota.left.length > 0 && { quotas: quota.left }),
  })
}

/** Also after a failed shop: the searches may be used up. */
async function checkQuota(check: SourceCheck): Promise<{ outcomes: Outcome[]; left: Quota[] }> {
  const left: Quota[] = []
  if (!check.verbs.quota) return { outcomes: [], left }
  const outcome = await attempt(check, 'quota', async () => {
    left.push(...(await check.gateway.quota(check.source.id)))
    return 'the vendor tells what is left'
  })
  return { outcomes: [outcome], left }
}

/** The last requested stay and its answer; null if it failed. */
interface Seen {
  query: StayQuery
  answer: StayAnswer | null
}

async function checkShop(check: SourceCheck, hotelCode: string): Promise<Seen & { outcome: Outcome }> {
  const { source, gateway, now } = check
  const occupancy = { adults: 2, children: 0, rooms: 1 }
  const today = nightAt(now())
  const stay = { hotelCode, checkin: today, los: 1, occupancy, currency: currencyOf(source) }
  const seen: Seen = { query: { ...stay, checkin: addNights(today, DAYS_AHEAD[0]) }, answer: null }
  const outcome = await attempt(check, 'shop', async () => {
    const full: string[] = []
    for (const days of DAYS_AHEAD) {
      seen.query = { ...stay, checkin: addNights(today, days) }
      seen.answer = (await gateway.shop(source.id, seen.query, { live: true })).answer
      if (seen.answer.status === 'available') return describeStay(seen.answer, seen.query)
      full.push(`${seen.answer.status} on ${seen.query.checkin}`)
    }
    return new Unclear(`answers, but without a price: ${full.join(', ')}. Try another hotel with --hotel.`)
  })
  return { ...seen, outcome }
}

/** Stops here: a source that hangs, or refuses the credentials, would do so again for every capability. */
function isAway({ result, reason, requests, forAll }: Outcome): boolean {
  if (result !== 'fails') return false
  return forAll || reason === 'timed_out' || requests.every(({ status }) => status === null)
}

async function checkRest(
  check: SourceCheck,
  { query, answer, outcome }: Seen & { outcome: Outcome },
): Promise<Outcome[]> {
  const { source, verbs, gateway } = check
  const { hotelCode, checkin } = query
  const outcomes: Outcome[] = []
  const hotel = { record: answer?.hotel ?? null }

  if (verbs.hotel) {
    outcomes.push(
      await attempt(check, 'hotel', async () => {
        hotel.record = (await gateway.hotel(source.id, hotelCode)).answer ?? hotel.record
        return hotel.record === null ? 'known, but not described' : nameOf(hotel.record)
      }),
    )
  }
  if (source.batch) {
    outcomes.push(
      await attempt(check, 'batch', async () => {
        const { hotelCode: _, ...stay } = query
        const { answer: rows } = await gateway.lowest(source.id, {
          ...stay,
          hotelCodes: [hotelCode],
          member: false,
        })
        return rows.map((row) => statusOf(row)).join(', ')
      }),
    )
  }
  if (source.calendar) {
    outcomes.push(
      await attempt(check, 'calendar', async () => {
        const { checkin: from, ...stay } = query
        const { answer: rows } = await gateway.calendar(source.id, { ...stay, from, to: addNights(from, 1) })
        return `two nights from ${checkin}: ${rows.map((row) => statusOf(row)).join(', ')}`
      }),
    )
  }
  if (source.points) outcomes.push(describePoints(answer, outcome.requests))
  outcomes.push(...(await checkSearches(check, hotel.record, hotelCode)))
  outcomes.push(...(await checkContent(check, hotelCode)))
  return outcomes
}

/** What the directory of hotels is read from: one hotel, and the first page of the list. */
async function checkContent(check: SourceCheck, hotelCode: string): Promise<Outcome[]> {
  const { source, gateway } = check
  const abilities = gateway.contentOf(source.id)
  if (!abilities) return []
  const described = await attempt(check, 'describe', async () => {
    const { answer } = await gateway.describeHotel(source.id, hotelCode)
    if (answer === null) throw new SourceFailure('not_found', `the content has no hotel ${hotelCode}`)
    return nameOf(answer)
  })
  if (!abilities.list) return [described]
  const listed = await attempt(check, 'list', async () => {
    const { hotels, next } = (await gateway.listHotels(source.id, null)).answer
    return `${hotels.length} hotels on the first page${next === null ? ', which is the only one' : ''}`
  })
  return [described, listed]
}

async function checkSearches(
  check: SourceCheck,
  hotel: HotelRecord | null,
  hotelCode: string,
): Promise<Outcome[]> {
  const { source, verbs, gateway } = check
  const { lat, lng } = hotel ?? { lat: null, lng: null }
  const isPlaced = lat !== null && lng !== null
  const outcomes: Outcome[] = []
  const tell = (found: readonly HotelRecord[], where = '') => {
    if (found.length === 0) return new Unclear(`answers, but found no hotel${where}`)
    const isThere = found.some((one) => one.hotelCode === hotelCode)
    return `${counted(found.length, 'hotel')}${where}, ${hotelCode} ${isThere ? '' : 'not '}among them`
  }
  if (source.geo) {
    outcomes.push(
      isPlaced
        ? await attempt(check, 'near', async () => {
            const around = { lat, lng, radiusKm: RADIUS_KM, limit: MOST_HOTELS }
            return tell((await gateway.near(source.id, around)).answer, ` within ${RADIUS_KM} km`)
          })
        : skipped('near', 'no answer has the location of the hotel'),
    )
  }
  if (verbs.find) {
    outcomes.push(
      hotel
        ? await attempt(check, 'find', async () => {
            const { name, city, country } = hotel
            const named = { name, city, country, ...(isPlaced ? { lat, lng } : {}) }
            return tell((await gateway.find(source.id, named)).answer)
          })
        : skipped('find', 'no answer has the name of the hotel'),
    )
  }
  return outcomes
}

type Row = Awaited<ReturnType<Gateway['lowest' | 'calendar']>>['answer'][number]

/** A failed row is the failure of the capability, since nothing else was requested. */
function statusOf(row: Row): string {
  if ('failure' in row) throw row.failure
  return row.lowest.status
}

function nameOf({ name, city, country }: HotelRecord): string {
  return [name, city, country].filter((part) => part !== null && part !== '').join(', ')
}

/** US dollars if supported. A source that quotes each hotel's own currency ignores it. */
function currencyOf({ currencies }: Source): string {
  const [first = 'USD'] = currencies
  return first === '*' || currencies.includes('USD') ? 'USD' : first
}
