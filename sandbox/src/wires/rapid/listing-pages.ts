import type { World } from '../../world/world.ts'
import type { WireAnswer, WireRequest } from '../wire.ts'
import { propertyContent } from './content.ts'
import { invalidInput, json } from './refusal.ts'

/** Lists that the vendor splits into pages, each with a link to the next that expires. */
const PAGE = 250
const LINK_LIVES_MS = 3_600_000

interface Token {
  offset: number
  since: string
  include: string[]
  expiresMs: number
}

/** Active properties, all or those updated since a day. */
export function answerAllContent(request: WireRequest, world: World, source: string): WireAnswer {
  const token = tokenOf(request)
  if (token === 'expired' || isExpired(token, world)) return expired()
  const since = token?.since ?? request.query.get('date_updated_start') ?? ''
  const include = token?.include ?? request.query.getAll('include')
  const from = since === '' ? Number.NEGATIVE_INFINITY : Date.parse(since)
  const found = world
    .descriptions(source)
    .filter(({ closedAtMs, updatedAtMs }) => closedAtMs === null && updatedAtMs >= from)
  const offset = token?.offset ?? 0
  const page = found.slice(offset, offset + PAGE)
  const body = Object.fromEntries(
    page.map((description) => [description.listing.code, propertyContent(description, include)]),
  )
  return json(200, body, pageHeaders(request, world, found.length, { offset, since, include }))
}

/** Properties that left since a day, and have not come back. */
export function answerInactive(request: WireRequest, world: World, source: string): WireAnswer {
  const token = tokenOf(request)
  if (token === 'expired' || isExpired(token, world)) return expired()
  const since = token?.since ?? request.query.get('since') ?? ''
  if (!/^\d{4}-\d{2}-\d{2}$/.test(since)) {
    const message = 'A date in the form YYYY-MM-DD is required.'
    return invalidInput([{ type: 'since.required', message, field: 'since' }])
  }
  const found = world
    .descriptions(source)
    .filter(({ closedAtMs }) => closedAtMs !== null && closedAtMs >= Date.parse(since))
  const offset = token?.offset ?? 0
  const page = found.slice(offset, offset + PAGE).map(({ listing }) => ({ property_id: listing.code }))
  return json(200, page, pageHeaders(request, world, found.length, { offset, since, include: [] }))
}

function pageHeaders(
  { headers, path }: WireRequest,
  world: World,
  total: number,
  at: Omit<Token, 'expiresMs'>,
): Record<string, string> {
  const count = { 'pagination-total-results': String(total) }
  if (at.offset + PAGE >= total) return count
  const expiresMs = world.now() + LINK_LIVES_MS
  const token = encoded({ ...at, offset: at.offset + PAGE, expiresMs })
  const url = `https://${headers['host'] ?? 'sandbox'}${path}?token=${token}`
  return { ...count, link: `<${url}>; rel="next"; expires=${new Date(expiresMs).toISOString()}` }
}

function encoded(token: Token): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url')
}

function tokenOf({ query }: WireRequest): Token | 'expired' | null {
  const text = query.get('token')
  if (text === null) return null
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Token
  } catch {
    return 'expired'
  }
}

function isExpired(token: Token | null, world: World): boolean {
  return token !== null && token.expiresMs <= world.now()
}

function expired(): WireAnswer {
  return json(410, { type: 'link.expired', message: 'The link has expired. Begin again with a new request.' })
}
