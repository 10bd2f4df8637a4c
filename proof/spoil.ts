import fc from 'fast-check'
import type { FuzzRequest } from './openapi-requests.ts'

/** A request as sent. */
export interface WireRequest {
  operationId: string
  method: string
  target: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

const HOSTILE: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  -0.1,
  2 ** 53,
  '',
  ' ',
  "'; drop table accounts; --",
  '\u0000',
  '\ud800',
  '\u202e',
  'a'.repeat(10_000),
  '../../etc/passwd',
  '=1+1',
  '${7*7}',
  '<script>alert(1)</script>',
  'http://169.254.169.254/latest/meta-data/',
  '9999-99-99',
  '2026-02-30',
  [],
  [[]],
  {},
  { $ref: '#' },
  Array.from({ length: 300 }, (_, index) => `H${index}`),
]

const hostile = fc.constantFrom(...HOSTILE)

/** Ways to spoil a request. Most change only one thing. */
export function spoiled(requests: fc.Arbitrary<FuzzRequest>): fc.Arbitrary<WireRequest> {
  return fc.oneof(
    { arbitrary: requests.map(onTheWire), weight: 3 },
    { arbitrary: withSpoiledBody(requests), weight: 5 },
    { arbitrary: withSpoiledQuery(requests), weight: 2 },
    { arbitrary: withSpoiledPath(requests), weight: 1 },
    { arbitrary: withSpoiledBytes(requests), weight: 2 },
    { arbitrary: withSpoiledHeaders(requests), weight: 1 },
  )
}

function onTheWire({ operationId, method, path, query, body }: FuzzRequest): WireRequest {
  const search = new URLSearchParams(query).toString()
  const hasBody = method !== 'GET' && body !== undefined
  return {
    operationId,
    method,
    target: search === '' ? path : `${path}?${search}`,
    headers: hasBody ? { 'content-type': 'application/json' } : {},
    body: hasBody ? JSON.stringify(body) : undefined,
  }
}

function withSpoiledBody(requests: fc.Arbitrary<FuzzRequest>): fc.Arbitrary<WireRequest> {
  const edit = fc.record({
    at: fc.nat(),
    value: hostile,
    how: fc.constantFrom('replace', 'remove', 'add', 'nest'),
  })
  return fc.tuple(requests, fc.array(edit, { minLength: 1, maxLength: 3 })).map(([request, edits]) => {
    let body = structuredClone(request.body)
    for (const { at, value, how } of edits) body = edited(body, at, value, how)
    return onTheWire({ ...request, body })
  })
}

function edited(body: unknown, at: number, value: unknown, how: string): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return value
  const names = Object.keys(body)
  const name = names[at % Math.max(1, names.length)] ?? 'unknown_field'
  const copy: Record<string, unknown> = { ...body }
  if (how === 'remove') delete copy[name]
  else if (how === 'add') copy[`${name}_more`] = value
  else if (how === 'nest') copy[name] = edited(copy[name], at + 1, value, 'replace')
  else copy[name] = value
  return copy
}

function withSpoiledQuery(requests: fc.Arbitrary<FuzzRequest>): fc.Arbitrary<WireRequest> {
  const more = fc.tuple(fc.constantFrom('limit', 'cursor', 'after', 'x-api-key', '__proto__', 'q'), hostile)
  return fc
    .tuple(requests, more)
    .map(([request, [name, value]]) =>
      onTheWire({ ...request, query: [...request.query, [name, String(value).slice(0, 2000)]] }),
    )
}

function withSpoiledPath(requests: fc.Arbitrary<FuzzRequest>): fc.Arbitrary<WireRequest> {
  const tail = fc.constantFrom('/', '//', '/%00', '/%ff', '/..%2f..', '/%E0%A4%A', '?', '/a'.repeat(500))
  return fc
    .tuple(requests, tail)
    .map(([request, text]) => onTheWire({ ...request, path: request.path + text }))
}

function withSpoiledBytes(requests: fc.Arbitrary<FuzzRequest>): fc.Arbitrary<WireRequest> {
  const spoil = fc.constantFrom<(text: string) => string | Buffer>(
    (text) => text.slice(0, Math.floor(text.length / 2)),
    (text) => `${text}}`,
    (text) => `\ufeff${text}`,
    (text) => Buffer.concat([Buffer.from(text), Buffer.of(0xff, 0xfe)]),
    (text) => text.replace('{', '{"__proto__":{"a":1},'),
    (text) => text.replace('{', '{"chain":1,'),
    () => '['.repeat(10_000),
    () => '{"a":'.repeat(10_000),
    () => JSON.stringify({ chain: 'a'.repeat(300_000) }),
    () => '',
  )
  return fc.tuple(requests, spoil).map(([request, change]) => {
    const wire = onTheWire(request)
    if (request.method === 'GET') return wire
    wire.headers['content-type'] = 'application/json'
    wire.body = change(typeof wire.body === 'string' ? wire.body : '{}')
    return wire
  })
}

function withSpoiledHeaders(requests: fc.Arbitrary<FuzzRequest>): fc.Arbitrary<WireRequest> {
  const headers = fc.constantFrom<Record<string, string>>(
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=latin1' },
    { 'content-encoding': 'gzip' },
    { 'x-api-key': '' },
    { 'x-api-key': 'vk_nonsense' },
    { 'x-api-key': `vk_${'A'.repeat(5000)}` },
    { 'idempotency-key': 'x'.repeat(200) },
    { 'x-request-id': 'no good\u00e9' },
    { accept: 'application/xml' },
    { 'accept-encoding': 'gzip;q=0, br' },
  )
  return fc.tuple(requests, headers).map(([request, more]) => {
    const wire = onTheWire(request)
    Object.assign(wire.headers, more)
    return wire
  })
}
