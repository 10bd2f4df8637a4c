import { Type } from 'typebox'
import { addNights } from '../../../kernel/dates.ts'
import { childAges } from '../../../kernel/occupancy.ts'
import { shapeOf } from '../../../kernel/shape.ts'
import {
  type Call,
  type FamilySettings,
  type HttpAnswer,
  type Occupancy,
  SourceFailure,
  type StayQuery,
} from '../../source.ts'
import { parseJson, quoted, refusal } from '../http-answer.ts'
import { isNumericId } from '../numeric-ids.ts'
import { availabilityAs31, searchAs31 } from './version-3-2.ts'

/** The default wait after the account's limit per minute is used up. */
const BLOCKED_MS = 60_000
export const LANGUAGE = 'en-gb'
/** The maximum length of an id list and of a page. */
const ROWS = 100
/** The maximum length of a page of a list. */
const LIST_ROWS = 1_000

const countriesShape = shapeOf(
  Type.Object({
    data: Type.Array(Type.Object({ id: Type.String({ pattern: '^[a-z]{2}$' }) }), { minItems: 1 }),
  }),
)

/** One call: its options, and where upstream bodies are collected. */
export interface Talk {
  call: Call
  raw: unknown[]
}

export interface StayAsk
  extends Pick<StayQuery, 'checkin' | 'los' | 'occupancy' | 'currency' | 'pointOfSale'> {
  /** Ask as a signed-in booker, who sees deals instead of public prices. */
  member: boolean
}

export interface Client {
  /** Every product of one accommodation. */
  availability(code: string, stay: StayAsk, talk: Talk): Promise<unknown>
  /** The cheapest choice of products for each accommodation that has any. */
  search(codes: readonly string[], stay: StayAsk, talk: Talk): Promise<unknown>
  searchAround(lat: number, lng: number, radiusKm: number, stay: StayAsk, talk: Talk): Promise<unknown>
  details(codes: readonly string[], rooms: boolean, talk: Talk): Promise<unknown>
  /** A page of the accommodations of a country. */
  detailsOfCountry(country: string, page: string | null, talk: Talk): Promise<unknown>
  /** What opened, closed or changed from that moment on. */
  changes(from: Date, talk: Talk): Promise<unknown>
  /** Codes of the countries, ascending. */
  countries(talk: Talk): Promise<string[]>
  /** A page of cities: `{country}`, `{country, page}` or one `{city}`. */
  cities(where: Readonly<Record<string, unknown>>, talk: Talk): Promise<unknown>
  /** Chains with their brands. */
  chains(talk: Talk): Promise<unknown>
  /** The names of the charges. */
  constants(talk: Talk): Promise<unknown>
}

export interface Profile {
  /**
   * ISO 3166 alpha-2, lower case. It decides what the displayed price includes by law: in the European Union all known taxes, in
   * the United States hardly any.
   */
  bookerCountry: string
  version: '3.1' | '3.2' | '3.3'
}

export function createClient(settings: FamilySettings, profile: Profile): Client {
  const { token = '', affiliateId = '' } = settings.credentials
  const later = profile.version !== '3.1'

  const ask = (path: string, codes: readonly string[], question: object, talk: Talk) =>
    post(`accommodations/${path}`, codes, question, talk)

  async function post(path: string, codes: readonly string[], question: object, talk: Talk) {
    const answer = await talk.call.http({
      method: 'POST',
      path: `/${profile.version}/${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        'x-affiliate-id': affiliateId,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify(question),
    })
    if (answer.status !== 200) throw failureOf(answer, codes, settings.now())
    const body = parseJson(answer.body)
    if (talk.call.raw) talk.raw.push(body)
    return body
  }

  function stayOf({ checkin, los, occupancy, currency, pointOfSale, member }: StayAsk): object {
    return {
      booker: {
        country: pointOfSale?.country?.toLowerCase() ?? profile.bookerCountry,
        platform: pointOfSale?.device ?? 'desktop',
        ...(member ? { user_groups: ['authenticated'] } : {}),
      },
      checkin,
      checkout: addNights(checkin, los),
      currency,
      guests: guestsOf(occupancy),
    }
  }

  const searchExtras = { extras: ['extra_charges', 'products'], rows: ROWS }

  return {
    availability: (code, stay, talk) =>
      ask(
        'availability',
        [code],
        {
          ...(later ? { accommodations: [idOf(code)] } : { accommodation: idOf(code) }),
          ...stayOf(stay),
          extras: ['extra_charges'],
        },
        talk,
      ).then((body) => (later ? availabilityAs31(body, code, stay.currency) : body)),
    search: (codes, stay, talk) =>
      ask('search', codes, { accommodations: codes.map(idOf), ...stayOf(stay), ...searchExtras }, talk).then(
        (body) => (later ? searchAs31(body, stay.currency) : body),
      ),
    searchAround: (lat, lng, radiusKm, stay, talk) =>
      ask(
        'search',
        [],
        {
          coordinates: { latitude: lat, longitude: lng, radius: radiusKm },
          ...stayOf(stay),
          rows: ROWS,
          sort: { by: 'distance', direction: 'ascending' },
        },
        talk,
      ),
    details: (codes, rooms, talk) =>
      ask(
        'details',
        codes,
        {
          accommodations: codes.map(idOf),
          ...(rooms ? { extras: ['rooms'] } : {}),
          languages: [LANGUAGE],
          rows: ROWS,
        },
        talk,
      ),
    detailsOfCountry: (country, page, talk) =>
      ask('details', [], { country, languages: [LANGUAGE], rows: LIST_ROWS, ...(page && { page }) }, talk),
    changes: (from, talk) => {
      // The vendor takes whole seconds, and the offset in figures.
      const moment = from.toISOString().replace(/\.\d+Z$/, '+00:00')
      return ask('details/changes', [], { last_change: moment }, talk)
    },
    async countries(talk) {
      const question = { languages: [LANGUAGE], rows: LIST_ROWS }
      const body = await post('common/locations/countries', [], question, talk)
      if (!countriesShape.Check(body)) throw new SourceFailure('broken', 'countries of an unknown shape')
      return body.data.map(({ id }) => id).toSorted()
    },
    cities: (where, talk) =>
      post('common/locations/cities', [], { ...where, languages: [LANGUAGE], rows: LIST_ROWS }, talk),
    chains: (talk) => ask('chains', [], {}, talk),
    constants: ({ call }) =>
      ask(
        'constants',
        [],
        { constants: ['charge_types'], languages: [LANGUAGE] },
        { call: { ...call, raw: false }, raw: [] },
      ),
  }
}

/** A code that is not a number is sent unchanged, for the vendor to refuse. */
function idOf(code: string): number | string {
  return isNumericId(code) ? Number(code) : code
}

/** The same party in every room; the totals are required beside the exact allocation. */
function guestsOf(party: Occupancy): object {
  const { adults, children, rooms } = party
  const ages = childAges(party)
  return {
    number_of_adults: adults * rooms,
    number_of_rooms: rooms,
    ...(children > 0 ? { children: Array.from({ length: rooms }, () => ages).flat() } : {}),
    allocation: Array.from({ length: rooms }, () => ({
      number_of_adults: adults,
      ...(children > 0 ? { children: ages } : {}),
    })),
  }
}

function failureOf(answer: HttpAnswer, codes: readonly string[], nowMs: number): SourceFailure {
  const detail = `HTTP ${answer.status}: ${quoted(answer.body)}`
  // The ids are the only part of our requests that a caller can malform.
  if (answer.status === 400 && codes.some((code) => !isNumericId(code))) {
    return new SourceFailure('not_found', detail)
  }
  // A 404 in the vendor's own error format is about the accommodation; any other 404 is a wrong base address.
  if (answer.status === 404 && /"errors"\s*:\s*\[/.test(answer.body)) {
    return new SourceFailure('not_found', detail)
  }
  if (answer.status >= 200 && answer.status < 400) return new SourceFailure('broken', detail)
  return refusal(answer, detail, nowMs, { waitMs: answer.status === 429 ? BLOCKED_MS : undefined })
}
