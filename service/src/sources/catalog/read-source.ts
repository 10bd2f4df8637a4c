import { PRICE_OF } from '../../billing/prices.ts'
import { type Milli, parseCredits } from '../../kernel/credits.ts'
import { isCurrency } from '../../kernel/money.ts'
import type { Adapter, Family } from '../source.ts'
import { readBudget } from './budget.ts'
import type {
  CatalogSettings,
  Connection,
  SearchEngine,
  SearchFamilyFacts,
  Source,
  SourceLimits,
} from './catalog.ts'
import type { ListedEntry } from './entries.ts'
import type { SourceEntry } from './schema.ts'

/** Reports the first mistake of an entry and never returns. */
export type Fail = (problem: string) => never

const DEFAULT_LIMITS: SourceLimits = { concurrency: 8, deadlineMs: 10_000, maxBodyBytes: 8 * 1024 * 1024 }

export function readSearchEngine(listed: ListedEntry, settings: CatalogSettings, fail: Fail): SearchEngine {
  const { entry } = listed
  const family = settings.families.search.find(({ name }) => name === entry.family)
  if (!family) return fail(unknownFamily(entry.family, settings.families.search))
  if (entry.rates && !settings.families.rates.some(({ name }) => name === entry.family)) {
    return fail(`rates: the family "${entry.family}" shows no prices`)
  }
  return { kind: 'search', ...readConnection(listed, family, settings.env, fail) }
}

const ONE_REQUEST = { shop: 1, lowest: 1, members: 0, calendar: 1 }

/** What the entry of a metasearch engine need not say. */
const METASEARCH = {
  weights: { shop: 1, compset: 1, member: 0 },
  capabilities: {
    batch: false,
    calendar: false,
    points: false,
    pointsCash: false,
    geo: false,
    certificates: [],
  },
  currencies: ['*'],
  taxIncluded: null,
}

/** A search engine that also shows prices, as a source of rates. */
export function readMetasearch(
  listed: ListedEntry,
  env: CatalogSettings['env'],
  family: Family,
  fail: Fail,
): Source {
  return readSource({ ...listed, entry: { ...METASEARCH, ...listed.entry } }, 'meta', env, family, fail)
}

export function readSource(
  listed: ListedEntry,
  kind: Source['kind'],
  env: CatalogSettings['env'],
  family: Family,
  fail: Fail,
): Source {
  const { entry } = listed
  const { weights, capabilities, currencies, taxIncluded } = entry
  if (!weights) return fail(`weights: must be given for a ${kind}`)
  if (!capabilities) return fail(`capabilities: must be given for a ${kind}`)
  if (!currencies) return fail(`currencies: must be given for a ${kind}`)
  if (taxIncluded === undefined) return fail('taxIncluded: must be true, false, or null if answers differ')
  const odd = currencies.find((code) => !isCurrency(code) && !(code === '*' && currencies.length === 1))
  if (odd !== undefined) return fail(`currencies: "${odd}" is not an ISO 4217 code`)
  checkCapabilities(capabilities, family, fail)

  const connection = readConnection(listed, family, env, fail)
  checkBinding(connection, capabilities, family, fail)
  const shopMilli = milli(weights.shop, 'weights.shop', fail)
  const calendarNightMilli = PRICE_OF.calendarNight({
    shop: shopMilli,
    nativeCalendar: capabilities.calendar,
  })
  return {
    ...connection,
    kind,
    shopMilli,
    compsetMilli: milli(weights.compset, 'weights.compset', fail),
    memberMilli: milli(weights.member, 'weights.member', fail),
    calendarNightMilli,
    awardNightMilli: capabilities.points ? calendarNightMilli : null,
    batch: capabilities.batch,
    calendar: capabilities.calendar,
    points: capabilities.points,
    pointsCash: capabilities.pointsCash,
    geo: capabilities.geo,
    requestsPer: {
      ...ONE_REQUEST,
      ...family.requestsPer?.({ points: capabilities.points, profile: connection.profile }),
    },
    mostRooms: family.mostRooms,
    takesAges: family.takesAges ?? true,
    pointOfSale: family.pointOfSale ?? [],
    certificates: capabilities.certificates.map((certificate) => ({
      id: certificate.id,
      maxPoints: certificate.max_points,
      maxTopUp: certificate.max_top_up,
    })),
    freeNight: capabilities.freeNight ?? null,
    currencies,
    localCurrency: entry.localCurrency ?? false,
    taxIncluded,
    examples: entry.examples ?? [],
    ...(entry.bookingPage !== undefined && { bookingPage: entry.bookingPage }),
  }
}

function readConnection(
  { entry, origin, secrets, disabled }: ListedEntry,
  { name: family, credentials: names }: SearchFamilyFacts,
  env: CatalogSettings['env'],
  fail: Fail,
): Connection {
  for (const name of [...Object.keys(entry.credentials), ...Object.keys(secrets)]) {
    if (!names.includes(name)) {
      return fail(`credentials.${name}: the family "${family}" knows only ${names.join(', ') || 'none'}`)
    }
  }
  const credentials: Record<string, string> = {}
  const unset: string[] = []
  for (const name of names) {
    const variable = entry.credentials[name]
    const given = secrets[name]
    if (variable === undefined && given === undefined && origin !== 'database')
      return fail(`credentials.${name}: must name an environment variable`)
    const value = given ?? env[variable ?? '']
    if (value === undefined || value === '') unset.push(variable ?? name)
    else credentials[name] = value
  }
  const baseUrl = readAddress(entry.baseUrl, env, unset, fail)
  return {
    id: entry.id,
    name: entry.name,
    origin,
    sandbox: entry.sandbox ?? false,
    disabled,
    family,
    profile: entry.profile ?? {},
    baseUrl,
    credentials,
    variables: names.map((name) => (name in secrets ? name : (entry.credentials[name] ?? name))),
    unconfigured: disabled ? DISABLED : unset.length === 0 ? null : `not set: ${unset.join(', ')}`,
    limits: { ...DEFAULT_LIMITS, ...entry.limits },
    budget: readBudget(entry.budget, fail),
  }
}

/** Why a source that the operator switched off is not called. */
const DISABLED = 'disabled by the operator'

/** Never called: a source without an address is down. */
const NOWHERE = 'http://unset.invalid'

/** `{NAME}` is replaced by an environment variable, so that one list serves sandbox and production. */
function readAddress(template: string, env: CatalogSettings['env'], unset: string[], fail: Fail): string {
  const text = template.replaceAll(/\{([A-Za-z0-9_]+)\}/g, (_, name: string) => {
    const value = env[name]
    if (value === undefined || value === '') {
      unset.push(name)
      return NOWHERE
    }
    // Addresses come with and without a trailing slash.
    return value.replace(/\/+$/, '')
  })
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return fail('baseUrl: must be an http or https address')
  if (url.username !== '' || url.password !== '') return fail('baseUrl: must not contain credentials')
  if (url.search !== '' || url.hash !== '') return fail('baseUrl: must not contain a query or a fragment')
  return url.href.replace(/\/+$/, '')
}

function checkCapabilities(
  capabilities: NonNullable<SourceEntry['capabilities']>,
  family: Family,
  fail: Fail,
): void {
  if (capabilities.batch && family.batchSize === null) {
    fail(`capabilities.batch: the family "${family.name}" has no batches`)
  }
  if (capabilities.calendar && family.calendarDays === null) {
    fail(`capabilities.calendar: the family "${family.name}" has no calendar`)
  }
  if (capabilities.pointsCash && !capabilities.points) fail('capabilities.pointsCash: needs points')
  if (capabilities.certificates.length > 0 && !capabilities.points) {
    fail('capabilities.certificates: need points')
  }
  if (capabilities.freeNight && !capabilities.points) fail('capabilities.freeNight: needs points')
  const ids = capabilities.certificates.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) fail(`capabilities.certificates: "${twice}" is listed twice`)
}

/** Binds once on trial, so that an invalid profile stops the start instead of failing the first request. */
function checkBinding(
  connection: Connection,
  capabilities: NonNullable<SourceEntry['capabilities']>,
  family: Family,
  fail: Fail,
): void {
  const placeholders = Object.fromEntries(family.credentials.map((name) => [name, 'unset']))
  let adapter: Adapter
  try {
    adapter = family.bind({
      sourceId: connection.id,
      profile: connection.profile,
      credentials: { ...placeholders, ...connection.credentials },
      points: capabilities.points,
      now: () => 0,
    })
  } catch (error) {
    return fail(`profile: ${error instanceof Error ? error.message : 'is not valid'}`)
  }
  if (capabilities.geo && !adapter.near)
    fail(`capabilities.geo: the family "${family.name}" has no geo-search`)
  if (capabilities.batch && !adapter.lowest) fail('capabilities.batch: not supported with this profile')
  if (capabilities.calendar && !adapter.calendar)
    fail('capabilities.calendar: not supported with this profile')
}

function milli(credits: number, field: string, fail: Fail): Milli {
  try {
    return parseCredits(credits)
  } catch {
    return fail(`${field}: ${credits} is not a multiple of 0.004 credits`)
  }
}

export function unknownFamily(name: string, known: readonly { name: string }[]): string {
  return `family: "${name}" is unknown; known are ${known.map((family) => family.name).join(', ')}`
}
