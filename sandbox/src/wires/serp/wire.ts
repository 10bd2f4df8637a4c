import { randomBytes } from 'node:crypto'
import type { WireSource } from '../../sources.ts'
import { dayOf } from '../../world/days.ts'
import { saleOf } from '../../world/points-of-sale.ts'
import { fold } from '../../world/text.ts'
import type { HotelEntity, World } from '../../world/world.ts'
import type { Wire, WireAnswer, WireFactory, WireRequest } from '../wire.ts'
import { detailsOf, lookAgain, propertyOf } from './property.ts'
import type { Stay } from './rates.ts'

const HOME = 'US'
const PATHS = new Set(['/search', '/search.json'])
const ACCOUNT_PATHS = new Set(['/account', '/account.json'])
const PAGE = 20

type Json = Record<string, unknown>

/** SerpApi `google_hotels`: pages of hotels, and a hotel's own page with its partners' links. */
export const createSerpWire: WireFactory = (source, world): Wire => {
  const perMonth = Number(source.profile['searchesPerMonth'] ?? PLENTY)
  const account = { searches: 0, perMonth }
  return {
    codes: ({ query }) => codesOf(query.get('property_token'), world),
    answer: (request) => answer(request, source, world, account),
  }
}

/** The code at its own chain, which says whether the page of a test hotel is slow or broken. */
function codesOf(token: string | null, world: World): string[] {
  const entity = token === null ? undefined : entityAt(token, world)
  return entity ? [entity.own.code] : []
}

function entityAt(token: string, world: World): HotelEntity | undefined {
  return world.entities(token, 1).find(({ propertyToken }) => propertyToken === token)
}

/** Searches of a month, unless the source says otherwise. */
const PLENTY = 1_000_000_000

interface Account {
  searches: number
  perMonth: number
}

function answer(
  { method, path, query }: WireRequest,
  source: WireSource,
  world: World,
  account: Account,
): WireAnswer {
  if (method !== 'GET' || !(PATHS.has(path) || ACCOUNT_PATHS.has(path)))
    return json(404, { error: 'The requested resource does not exist.' })
  if (query.get('api_key') !== source.credentials['apiKey']) {
    return json(401, {
      error: 'Invalid API key. Your API key should be here: https://serp.example/manage-api-key',
    })
  }
  if (ACCOUNT_PATHS.has(path)) return json(200, accountOf(account))
  const wrong = wrongParameter(query)
  if (wrong !== null) return json(400, { error: wrong })
  if (account.searches >= account.perMonth)
    return json(429, { error: 'Your account has run out of searches.' })
  account.searches += 1
  const stay = {
    checkin: query.get('check_in_date') ?? '',
    los: dayOf(query.get('check_out_date') ?? '') - dayOf(query.get('check_in_date') ?? ''),
    adults: Number(query.get('adults') ?? 2),
    children: Number(query.get('children') ?? 0),
    childAges: agesIn(query),
    ...saleOf(HOME, query.get('gl')?.toUpperCase(), false),
    currency: query.get('currency') ?? 'USD',
    locale: `${(query.get('hl') ?? 'en').split('-')[0]}-${(query.get('gl') ?? HOME).toUpperCase()}`,
  }
  const page = pageOf(query, stay, world)
  return json(200, { ...envelopeOf(query, world, page['error'] !== undefined), ...page })
}

/** Without the key, which the vendor repeats: the sandbox keeps no secrets in its answers. */
function accountOf({ searches, perMonth }: Account): Json {
  return {
    account_id: 'acc_sandbox',
    plan_name: 'Sandbox Plan',
    searches_per_month: perMonth,
    plan_searches_left: perMonth - searches,
    extra_credits: 0,
    total_searches_left: perMonth - searches,
    this_month_usage: searches,
    last_hour_searches: searches,
    account_rate_limit_per_hour: perMonth,
  }
}

function wrongParameter(query: URLSearchParams): string | null {
  if (query.get('engine') !== 'google_hotels') return `Unsupported \`${query.get('engine')}\` engine.`
  for (const name of ['q', 'check_in_date', 'check_out_date']) {
    if ((query.get(name) ?? '') === '') return `Missing query \`${name}\` parameter.`
  }
  const [from, to] = [query.get('check_in_date') ?? '', query.get('check_out_date') ?? '']
  if (!isDate(from) || !isDate(to)) return 'Dates must be in the form YYYY-MM-DD.'
  if (to <= from) return '`check_out_date` must be after `check_in_date`.'
  const children = Number(query.get('children') ?? 0)
  const ages = agesIn(query)
  if (!ages.every((age) => age >= 1 && age <= 17)) return '`children_ages` must be from 1 to 17.'
  if (children !== ages.length) return '`children_ages` must have as many ages as there are `children`.'
  return /^[A-Z]{3}$/.test(query.get('currency') ?? 'USD') ? null : 'Unsupported value for `currency`.'
}

function agesIn(query: URLSearchParams): number[] {
  return (query.get('children_ages') ?? '')
    .split(',')
    .filter((age) => age !== '')
    .map(Number)
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}

function pageOf(query: URLSearchParams, stay: Stay, world: World): Json {
  const token = query.get('property_token')
  if (token !== null) {
    const entity = entityAt(token, world)
    if (entity && query.get('no_cache') === 'true') lookAgain(entity, stay, world)
    return entity ? detailsOf(entity, stay, world) : NO_RESULTS
  }
  const text = query.get('q') ?? ''
  const entities = world.entities(text, PAGE)
  const only = theOnlyOne(entities, text)
  // Words that name one hotel lead straight to its own page.
  if (only) return detailsOf(only, stay, world)
  return entities.length > 0
    ? { properties: entities.map((entity) => propertyOf(entity, stay, world)) }
    : NO_RESULTS
}

const NO_RESULTS: Json = { error: "Google Hotels hasn't returned any results for this query." }

function theOnlyOne(entities: readonly HotelEntity[], text: string): HotelEntity | null {
  const [first, second] = entities
  return first && !second && fold(text).startsWith(fold(first.name)) ? first : null
}

function envelopeOf(query: URLSearchParams, world: World, isEmpty: boolean): Json {
  const id = randomBytes(12).toString('hex')
  const at = new Date(world.now()).toISOString().replace('T', ' ').slice(0, 19)
  const echoed = [...query].filter(([name]) => name !== 'api_key')
  return {
    search_metadata: {
      id,
      status: 'Success',
      json_endpoint: `https://serp.example/searches/${id}.json`,
      created_at: `${at} UTC`,
      processed_at: `${at} UTC`,
      total_time_taken: 0.8,
    },
    search_parameters: Object.fromEntries(echoed),
    ...(isEmpty ? { search_information: { hotels_results_state: 'Fully empty' } } : {}),
  }
}

function json(status: number, body: Json): WireAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  }
}
