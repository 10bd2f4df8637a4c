import { createHash, timingSafeEqual } from 'node:crypto'
import type { WireAnswer, WireRequest } from '../wire.ts'
import { json } from './refusal.ts'

const MAX_SKEW_SEC = 300

/** Null if the `Authorization` header is valid; otherwise the vendor's 401, which includes the server time. */
export function refuseSignature(
  request: WireRequest,
  credentials: Record<string, string>,
  nowMs: number,
): WireAnswer | null {
  const given = readHeader(request.headers['authorization'] ?? '')
  const apiKey = credentials['apiKey'] ?? ''
  const nowSec = Math.floor(nowMs / 1000)
  const timestamp = given.get('timestamp') ?? ''
  const expected = createHash('sha512')
    .update(`${apiKey}${credentials['sharedSecret'] ?? ''}${timestamp}`)
    .digest('hex')
  const right =
    given.get('apikey') === apiKey &&
    same(given.get('signature') ?? '', expected) &&
    /^\d{1,12}$/.test(timestamp) &&
    Math.abs(nowSec - Number(timestamp)) <= MAX_SKEW_SEC
  if (right) return null
  return json(
    401,
    {
      type: 'request_unauthenticated',
      message: 'What is needed to authenticate this request is missing or wrong.',
      fields: [
        ...['apikey', 'signature', 'timestamp'].map((name) => ({
          name,
          type: 'header',
          value: given.get(name) ?? '',
        })),
        { name: 'servertimestamp', type: 'server', value: String(nowSec) },
      ],
    },
    { 'www-authenticate': 'EAN apikey=<apikey>,signature=<signature>,timestamp=<timestamp>' },
  )
}

/** `EAN apikey=…,signature=…,timestamp=…`, the names in either case. */
function readHeader(header: string): Map<string, string> {
  const parts = /^EAN /i.test(header) ? header.slice(4).split(',') : []
  return new Map(
    parts.map((part) => {
      const at = part.indexOf('=')
      return [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()]
    }),
  )
}

function same(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}
