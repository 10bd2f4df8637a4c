import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportText } from '../../src/admin/check-report.ts'
import { connectUnreserved } from '../../src/operator/reserved-address.ts'
import type { Source } from '../../src/sources/catalog/catalog.ts'
import { checkAll } from '../../src/sources/checks/check-all.ts'
import { duffel } from '../../src/sources/families/duffel/family.ts'
import { type Handler, startToyServer, type ToyServer, toyCatalog, toySource } from './toy-source.ts'

let server: ToyServer

beforeAll(async () => {
  server = await startToyServer()
})

afterAll(() => server.stop())

function duffelAt(url: string): Source {
  return {
    ...toySource('duffel', url),
    kind: 'ota',
    family: 'duffel',
    profile: { currency: 'USD' },
    credentials: { token: 'duffel_test_1' },
    variables: ['DUFFEL_TOKEN'],
    batch: false,
    calendar: false,
    examples: ['acc_1'],
  }
}

async function told(handler: Handler): Promise<{ lines: string; requests: number }> {
  const before = server.seen.length
  server.answerWith(handler)
  const catalog = { ...toyCatalog(duffelAt(server.url)), families: [duffel] }
  const reports = await checkAll(catalog, undefined, undefined, Date.now)
  return { lines: reportText(reports), requests: server.seen.length - before }
}

test('a test in the dashboard connects to no reserved address', async () => {
  const catalog = { ...toyCatalog(duffelAt('http://169.254.169.254')), families: [duffel] }
  const reports = await checkAll(catalog, undefined, undefined, Date.now, { connect: connectUnreserved })
  expect(JSON.stringify(reports)).toContain('169.254.169.254 is not a public address')
})

const errors =
  (status: number, code: string, message: string, headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    response.writeHead(status, headers).end(
      JSON.stringify({
        meta: { status, request_id: 'r' },
        errors: [
          { type: 'x', title: 'A title', code, message, documentation_url: 'https://duffel.com/docs' },
        ],
      }),
    )

const page =
  (status: number): Handler =>
  (_, response) =>
    response
      .writeHead(status, { 'content-type': 'text/html' })
      .end(`<html><head><title>${status} Bad Gateway</title></head><body><hr>nginx</body></html>`)

test('a token that is not accepted is named, after a single request', async () => {
  const { lines, requests } = await told(
    errors(401, 'access_token_not_found', 'The access token is unknown.'),
  )
  expect(lines).toContain(
    'The source refused: HTTP 401: A title: The access token is unknown. Check DUFFEL_TOKEN.\n',
  )
  expect(requests).toBe(1)
})

test('a token without access to Stays is not to blame', async () => {
  const { lines, requests } = await told(errors(403, 'unavailable_feature', 'Stays is not enabled.'))
  expect(lines).toContain(
    'Stays is not enabled. Ask Duffel for access to Stays: it is not part of a new account.',
  )
  expect(lines).not.toContain('DUFFEL_TOKEN')
  expect(requests).toBe(1)
})

test('a limit says when to check again, in seconds', async () => {
  const { lines, requests } = await told(
    errors(429, 'rate_limit', 'Too many requests.', { 'retry-after': '30' }),
  )
  expect(lines).toMatch(/Too many requests\. Check again in 30 s\.\n/)
  expect(lines).not.toMatch(/\d ms\b.*\d ms\b/)
  expect(requests).toBe(1)
})

test.each([500, 502])('a fault of the vendor (%i) is told by its title, with a next step', async (status) => {
  const { lines } = await told(page(status))
  expect(lines).toContain(
    `HTTP ${status}: a page "${status} Bad Gateway". This is a fault of the vendor: check again later`,
  )
  expect(lines).not.toContain('<')
})
