import { canonicalJson } from '../../kernel/canonical-json.ts'
import { type Asked, readAsked } from '../asked.ts'
import type { SeenCall } from '../call-watcher.ts'
import type { Source } from '../catalog/catalog.ts'
import { loggedIn, rowOf } from '../evidence/reading.ts'
import { CREDENTIAL, createScrub } from '../evidence/scrub.ts'
import { asFailure } from '../failures.ts'
import type { FailureKind, Family, Http, HttpRequest, StayAnswer } from '../source.ts'
import { SourceFailure } from '../source.ts'

/** A call that was kept, without secrets: the family can read it again, as it is or with something changed. */
export interface Sample {
  asked: Asked
  atMs: number
  profile: Readonly<Record<string, unknown>>
  points: boolean
  exchanges: SampleExchange[]
  /** What was read. */
  row: string
}

export interface SampleExchange {
  method: string
  path: string
  /** Null if no answer came. */
  status: number | null
  failure: FailureKind | null
  headers: Record<string, string>
  body: string
  /** The ids of its request, which the vendor may repeat. */
  ids: string[]
}

export function sampleOf(source: Source, { asked, atMs, exchanges, answer, failure }: SeenCall): Sample {
  const scrub = createScrub(source.credentials)
  return {
    asked,
    atMs,
    profile: JSON.parse(scrub(JSON.stringify(source.profile))) as Source['profile'],
    points: source.points,
    exchanges: exchanges.map(({ method, path, request, answer: came, failure: why, headersRead }) => ({
      method,
      path: scrub(path),
      status: came?.status ?? null,
      failure: why,
      headers: Object.fromEntries([...headersRead].map((name) => [name, scrub(came?.headers[name] ?? '')])),
      body: scrub(came?.body ?? ''),
      ids: idsIn(request),
    })),
    row: failure === null ? rowFor(asked, answer) : failedAs(failure),
  }
}

/** What a family reads in a sample now, as a text that is the same for the same reading. */
export async function readSample(family: Family, sourceId: string, sample: Sample): Promise<string> {
  const { asked, atMs, profile, points, exchanges } = sample
  const now = () => atMs
  try {
    const credentials = Object.fromEntries(family.credentials.map((name) => [name, CREDENTIAL]))
    const adapter = family.bind({ sourceId, profile, points, credentials, now })
    const answer = await readAsked(adapter, asked, atMs, { http: playing(exchanges), live: true, raw: false })
    return rowFor(asked, answer)
  } catch (error) {
    return failedAs(asFailure(error).kind)
  }
}

export function failedAs(kind: FailureKind): string {
  return JSON.stringify({ failure: kind })
}

function rowFor({ verb }: Asked, answer: unknown): string {
  if (verb === 'shop') return rowOf(answer as StayAnswer)
  const plain: unknown = JSON.parse(JSON.stringify(answer, whatFailed) ?? 'null')
  return canonicalJson(plain)
}

/** The words of a failure are for the log. */
function whatFailed(_name: string, value: unknown): unknown {
  return value instanceof SourceFailure ? value.kind : value
}

const ID = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/g

function idsIn({ headers, query, body }: HttpRequest): string[] {
  return (JSON.stringify([headers, query]) + (body ?? '')).match(ID) ?? []
}

/** Each request gets the first answer to its path that was not given yet, with the ids of this request. */
function playing(exchanges: readonly SampleExchange[]): Http {
  const left = [...exchanges]
  return async (request) => {
    if (request.login) return loggedIn()
    const { method, path } = request
    const next = left.findIndex((exchange) => exchange.method === method && exchange.path === path)
    const [exchange] = next === -1 ? [] : left.splice(next, 1)
    if (!exchange) throw new SourceFailure('broken', `nothing was kept for ${method} ${path}`)
    const { status, failure, headers, body, ids } = exchange
    if (status === null) throw new SourceFailure(failure ?? 'refused', 'no answer came')
    const now = idsIn(request)
    const repeated = (text: string) =>
      ids.reduce((told, id, index) => told.replaceAll(id, now[index] ?? id), text)
    const told = Object.entries(headers).map(([name, value]) => [name, repeated(value)])
    return { status, headers: Object.fromEntries(told) as Record<string, string>, body: repeated(body) }
  }
}
