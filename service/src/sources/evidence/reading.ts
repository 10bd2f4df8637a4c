import { createHash } from 'node:crypto'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import { VERSION } from '../../kernel/version.ts'
import { checkStay } from '../answer-check.ts'
import type { Source } from '../catalog/catalog.ts'
import type { FailureKind, Family, Http, HttpAnswer, StayAnswer, StayQuery } from '../source.ts'
import { SourceFailure } from '../source.ts'
import type { Exchange } from './exchange.ts'
import { CREDENTIAL, createScrub, type Scrub } from './scrub.ts'
import { idsAfter, type Witness } from './witness.ts'

/** One answer of a source, with all that is needed to read it from its bodies once more. */
export interface Reading {
  source: string
  family: string
  /** Of the family: its own, or that of the product that it comes with. */
  version: string
  /** The options of the source. */
  profile: Readonly<Record<string, unknown>>
  points: boolean
  atMs: number
  firstId: string
  query: StayQuery
  exchanges: readonly KeptExchange[]
}

export interface KeptExchange {
  method: string
  path: string
  /** Null if no answer came. */
  status: number | null
  failure: FailureKind | null
  headers: Readonly<Record<string, string>>
  /** Of the body, as kept; null if there is none. */
  sha256: string | null
}

/** Bodies by their SHA-256. */
export type Bodies = ReadonlyMap<string, string>

/** A reading and the bodies that it names. */
export interface Evidence {
  reading: Reading
  bodies: Bodies
  /** What was read in them. */
  row: string
}

/** Null if the answer was fetched by somebody else's request. */
export function evidenceOf(
  source: Source,
  families: readonly Family[],
  query: StayQuery,
  answer: StayAnswer,
  witness: Witness,
): Evidence | null {
  if (witness.exchanges.length === 0) return null
  const scrub = createScrub(source.credentials)
  const bodies = new Map<string, string>()
  const exchanges = witness.exchanges.map((exchange) => keep(exchange, scrub, bodies))
  const family = families.find(({ name }) => name === source.family)
  const reading: Reading = {
    source: source.id,
    family: source.family,
    version: family?.version ?? VERSION,
    profile: withoutAddresses(source.profile, scrub),
    points: source.points,
    atMs: witness.atMs,
    firstId: witness.firstId,
    query,
    exchanges,
  }
  return { reading, bodies, row: rowOf(answer) }
}

function keep(
  { method, path, answer, failure, headersRead }: Exchange,
  scrub: Scrub,
  bodies: Map<string, string>,
): KeptExchange {
  const headers = Object.fromEntries(
    [...headersRead].toSorted().map((name) => [name, scrub(answer?.headers[name] ?? '')]),
  )
  const common = { method, path: scrub(path), status: answer?.status ?? null, failure, headers }
  if (!answer) return { ...common, sha256: null }
  const body = scrub(answer.body)
  const sha256 = sha256Of(body)
  bodies.set(sha256, body)
  return { ...common, sha256 }
}

export function sha256Of(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}

/** A reader of a receipt need not know where the operator's accounts are. */
export function withoutAddresses(profile: Source['profile'], scrub: Scrub): Reading['profile'] {
  const text = scrub(JSON.stringify(profile)).replaceAll(/"https?:\/\/[^"]*"/g, '"https://vendor.invalid"')
  return JSON.parse(text) as Reading['profile']
}

/** Reads the bodies again with the family. Throws a `SourceFailure` if that is not possible. */
export async function readAgain(family: Family, reading: Reading, bodies: Bodies): Promise<StayAnswer> {
  const { source: sourceId, profile, points, atMs, firstId, query, exchanges } = reading
  const adapter = family.bind({
    sourceId,
    profile,
    points,
    credentials: Object.fromEntries(family.credentials.map((name) => [name, CREDENTIAL])),
    now: () => atMs,
    newId: idsAfter(firstId),
  })
  const http = replaying(exchanges, bodies)
  return checkStay(query, await adapter.shop(query, { http, live: true, raw: false }))
}

/** What is the same about an answer in every reading. The currency of a night without a price may come from the directory. */
export function rowOf(answer: StayAnswer): string {
  const { raw: _raw, currency, ...row } = answer
  const isPriced = answer.rooms.length > 0
  return canonicalJson({ ...row, currency: isPriced ? currency : null })
}

/** The answer to a login, which is never kept. */
export function loggedIn(): HttpAnswer {
  return { status: 200, headers: {}, body: LOGGED_IN }
}

const LOGGED_IN = JSON.stringify({ access_token: CREDENTIAL, token_type: 'Bearer', expires_in: 3600 })

/** Each request gets the first answer to its path that was not given yet. */
function replaying(exchanges: readonly KeptExchange[], bodies: Bodies): Http {
  const left = [...exchanges]
  return async ({ method, path, login }) => {
    if (login) return loggedIn()
    const next = left.findIndex((exchange) => exchange.method === method && exchange.path === path)
    const [exchange] = next === -1 ? [] : left.splice(next, 1)
    if (!exchange) throw new SourceFailure('broken', `nothing was kept for ${method} ${path}`)
    const { status, failure, headers, sha256 } = exchange
    if (status === null) throw new SourceFailure(failure ?? 'refused', 'no answer came')
    const body = bodies.get(sha256 ?? '')
    if (body === undefined) throw new SourceFailure('broken', `a body is missing for ${method} ${path}`)
    return { status, headers, body }
  }
}
