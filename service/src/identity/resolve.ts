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

/** The ids of a hotel as far as they are known now. */
export interface Resolution {
  ids: Map<string, MappedId>
  unresolved: Unresolved[]
  /** Whether somebody was asked and answered: that is what costs. */
  ran: boolean
}

/** How long a request waits for its turns at the search engine, all pages together. */
export const REQUEST_PATIENCE: Patience = { patienceMs: 12_000, urgent: true }

/**
 * The ids of a hotel at these sources: from the map, and found live where they are missing and it makes sense to try. Throws
 * `hotel_not_found` for a code that the chain does not know, unless the map has all that is asked for.
 */
export async function resolveIds(
  deps: IdentityDeps,
  hotel: ChainHotel,
  sources: readonly string[],
): Promise<Resolution> {
  const outlook = await lookAt(deps, hotel, sources)
  if (!canResolve(outlook)) return { ids: outlook.ids, unresolved: outlook.unresolved, ran: false }
  const live = await resolveLive(deps, hotel, outlook, REQUEST_PATIENCE)
  await inTransaction(deps.pool, (client) => keepFindings(client, deps.log, live.findings))
  return { ...(await concluded(deps.pool, hotel, sources, live)), ran: live.ran }
}

/** What a live resolution found out, before any of it is written down. */
export interface Live {
  findings: Findings
  ran: boolean
  /** Of the sources that were missing, in case they still are. */
  outcomes: Map<string, Unresolved>
  ways: Outlook['ways']
}

/** With what the map holds after the findings were kept: an id that another hotel has the better claim to is not there. */
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
 * First the search engine's page of the hotel, whose partners' links name several ids at once; then, for what is still
 * missing, the sources' own searches, all at the same time.
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

/** Why a source has no id although it, or the search engine for it, was asked; undefined where neither was. */
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

/** Everybody whom the hotel's page links to, whether or not they were asked about. No surer than that it is the hotel's page. */
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
