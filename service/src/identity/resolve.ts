import type { Keep } from '../billing/tab.ts'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { type Claim, type Findings, keepFindings } from './claims.ts'
import { agencies, type IdentityDeps } from './deps.ts'
import { askEntity, askPlace, type EngineReply, type EntityFound } from './engine.ts'
import { factsOf } from './hotel-facts.ts'
import { type ChainHotel, findIds, type MappedId } from './id-map.ts'
import { CROSS_LINK_CONFIDENCE, type HotelFacts, type Match } from './match.ts'
import { allTriedUntil, canResolve, findTries, lookAt, type Outlook, type Unresolved } from './outlook.ts'
import type { Patience } from './page-pace.ts'
import { askAgency } from './typeahead.ts'

/** A hotel's known ids. */
export interface Resolution {
  ids: Map<string, MappedId>
  unresolved: Unresolved[]
  /** Whether a source was asked and answered, which is charged. */
  ran: boolean
  /** Stores what was found. */
  keep: Keep | undefined
}

/** How long a request waits for its turns at the search engine, for all pages together. */
export const REQUEST_PATIENCE: Patience = { patienceMs: 12_000, urgent: true }

/**
 * The ids of a hotel at these sources: from the map, or resolved live if worth trying, as they will be when the findings are kept.
 * Throws `hotel_not_found` for a code that the chain does not know, unless the map has every id.
 */
export async function resolveIds(
  deps: IdentityDeps,
  hotel: ChainHotel,
  sources: readonly string[],
): Promise<Resolution> {
  const outlook = await lookAt(deps, hotel, sources)
  if (!canResolve(outlook))
    return { ids: outlook.ids, unresolved: outlook.unresolved, ran: false, keep: undefined }
  const live = await resolveLive(deps, hotel, outlook, REQUEST_PATIENCE)
  const previewed = await preview(deps.pool, live.findings, (client) =>
    concluded(client, hotel, sources, live),
  )
  return { ...previewed, ran: live.ran, keep: keepOf(deps, live.findings) }
}

function keepOf({ pool, log }: IdentityDeps, findings: Findings): Keep {
  return () =>
    inTransaction(pool, (client) => keepFindings(client, log, findings)).catch((error: unknown) =>
      log.warn({ err: error }, 'ids that were found could not be stored'),
    )
}

/** What the map will say with these findings: they are written, read and taken back, because nobody has paid for them yet. */
function preview<T>(pool: Pool, findings: Findings, read: (client: Client) => Promise<T>): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query('savepoint before')
    await keepFindings(client, { warn: () => {} }, findings)
    const told = await read(client)
    await client.query('rollback to before')
    return told
  })
}

/** The result of a live resolution, before it is stored. */
export interface Live {
  findings: Findings
  ran: boolean
  /** For the missing sources, in case they still are. */
  outcomes: Map<string, Unresolved>
  ways: Outlook['ways']
}

/** Reads the map after the findings were stored: an id may have gone to another hotel that matches better. */
export async function concluded(
  database: Pool | Client,
  hotel: ChainHotel,
  sources: readonly string[],
  { outcomes, ways }: Pick<Live, 'outcomes' | 'ways'>,
): Promise<Pick<Resolution, 'ids' | 'unresolved'>> {
  const ids = await findIds(database, hotel, sources)
  const triedUntil = await findTries(database, hotel)
  const unresolved = sources
    .filter((source) => !ids.has(source))
    .map((source): Unresolved => {
      const outcome = outcomes.get(source)
      return outcome && outcome.reason !== 'no_match'
        ? outcome
        : { source, reason: 'no_match', retryAfter: allTriedUntil(ways.get(source) ?? [source], triedUntil) }
    })
  return { ids, unresolved }
}

/**
 * First the search engine's page of the hotel, whose partner links give several ids at once; then the own searches of
 * the sources still missing, in parallel.
 */
export async function resolveLive(
  deps: IdentityDeps,
  hotel: ChainHotel,
  outlook: Outlook,
  patience: Patience,
): Promise<Live> {
  const facts = await factsOf(deps, hotel)
  const until = performance.now() + patience.patienceMs
  const entity: EngineReply<EntityFound> = outlook.asksEntity
    ? await askEntity(deps, facts, patience)
    : notAsked(outlook.parked)
  const linked = entity.ended === 'answered' ? linksOf(deps, entity.answer) : []
  const open = outlook.asksAgencies.filter((source) => !linked.some((link) => link.source === source))
  const [place, ...found] = await Promise.all([
    outlook.asksPlace
      ? askPlace(deps, facts, { ...patience, patienceMs: Math.max(0, until - performance.now()) })
      : notAsked(outlook.parked),
    ...open.map((source) => askAgency(deps, source, facts)),
  ])
  return conclude(deps, { hotel, facts, outlook, entity, linked, place, agencies: zip(open, found) })
}

interface Answers {
  hotel: ChainHotel
  facts: HotelFacts
  outlook: Outlook
  entity: EngineReply<EntityFound>
  linked: Claim[]
  place: EngineReply<Match | null>
  agencies: Map<string, EngineReply<Match | null>>
}

function conclude({ search }: IdentityDeps, answers: Answers): Live {
  const { hotel, facts, outlook, entity, linked, place } = answers
  const asked = new Map<string, EngineReply<Match | null>>([
    ...(search.entities && outlook.asksEntity ? [[search.entities.id, matchOf(entity)] as const] : []),
    ...(search.places && outlook.asksPlace ? [[search.places.id, place] as const] : []),
    ...answers.agencies,
  ])
  const answered = [...asked].flatMap(([source, { ended }]) => (ended === 'answered' ? [source] : []))
  const matched = [...asked].flatMap(([source, one]) =>
    one.ended === 'answered' && one.answer ? [{ source, ...one.answer }] : [],
  )
  return {
    findings: { hotel, name: facts.name, claims: [...linked, ...matched], answered },
    ran: answered.length > 0,
    ways: outlook.ways,
    outcomes: new Map(
      outlook.unresolved.map((before) => {
        const { source } = before
        const own = asked.get(source)
        const isAgency = source !== search.entities?.id && source !== search.places?.id
        const engine = outlook.asksEntity || (own && outlook.parked) ? entity : undefined
        return [source, outcomeOf(source, own, isAgency ? engine : undefined) ?? before]
      }),
    ),
  }
}

/** Why a source has no id although it or the search engine was asked; undefined if neither was. */
function outcomeOf(
  source: string,
  own: EngineReply<unknown> | undefined,
  engine: EngineReply<unknown> | undefined,
): Unresolved | undefined {
  const because = (reason: Unresolved['reason'], retryAfter: Date | null = null) => ({
    source,
    reason,
    retryAfter,
  })
  if (!own && !engine) return undefined
  if (own?.ended === 'failed') return because('source_failed')
  if (own?.ended === 'parked') return because('parked', own.until)
  if (engine?.ended === 'parked') return because('parked', engine.until)
  if (own?.ended === 'answered' || engine?.ended === 'answered') return because('no_match')
  return because(engine?.ended === 'failed' ? 'source_failed' : 'not_tried')
}

/** Every partner that the hotel's page links to, requested or not. The confidence is that of the page's own match. */
function linksOf({ catalog }: IdentityDeps, { match, partners }: EntityFound): Claim[] {
  if (!match) return []
  return agencies(catalog).flatMap(({ id: source }) => {
    const id = partners[source]
    if (id === undefined) return []
    const { distanceKm, nameScore } = match
    const confidence = Math.min(CROSS_LINK_CONFIDENCE, match.confidence)
    return [{ source, id, confidence, method: 'cross_link', distanceKm, nameScore }]
  })
}

function matchOf(entity: EngineReply<EntityFound>): EngineReply<Match | null> {
  return entity.ended === 'answered' ? { ended: 'answered', answer: entity.answer.match } : entity
}

function notAsked(parked: Date | null): EngineReply<never> {
  return parked ? { ended: 'parked', until: parked } : { ended: 'not_asked' }
}

function zip<T>(keys: readonly string[], values: readonly T[]): Map<string, T> {
  return new Map(keys.flatMap((key, index) => (index < values.length ? [[key, values[index] as T]] : [])))
}
