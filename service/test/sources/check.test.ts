import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type RunningSandbox, startSandbox } from '../../../sandbox/test/start-sandbox.ts'
import { vacancy } from '../support/processes.ts'
import { bundledSources } from './sandbox-sources.ts'

interface Checked {
  works: boolean
  sources: {
    id: string
    works: boolean
    problem: string | null
    hotel_code: string | null
    tax: { expected: boolean | null; found: string; as_expected: boolean } | null
    quotas: { window: string | null; remaining: number; limit: number | null; unit: string }[]
    capabilities: {
      capability: string
      result: string
      reason: string | null
      detail: string
      latency_ms: number | null
      requests: { method: string; path: string; status: number | null }[]
    }[]
  }[]
}

let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox()
})

afterEach(async () => {
  await sandbox.control('/reset', {})
})

afterAll(() => sandbox.stop())

const run = (args: string[], env: Record<string, string> = {}) =>
  vacancy(['sources', 'check', ...args], { ...sandbox.environment, ...env })

async function checked(args: string[], env: Record<string, string> = {}) {
  const ended = await run([...args, '--json'], env)
  return { ...ended, report: JSON.parse(ended.stdout) as Checked }
}

/** A file whose only source is a bundled one, changed. */
function fileWith(id: string, more: object): string {
  const file = join(mkdtempSync(join(tmpdir(), 'check-')), 'sources.json')
  const source = {
    id,
    kind: 'ota',
    name: id,
    family: 'liteapi',
    weights: { shop: 1, compset: 1, member: 0 },
    capabilities: {
      batch: true,
      calendar: false,
      points: false,
      pointsCash: false,
      geo: false,
      certificates: [],
    },
    currencies: ['*'],
    taxIncluded: true,
    baseUrl: '{SANDBOX_URL}/nightdeal',
    credentials: { apiKey: 'NIGHTDEAL_API_KEY' },
    ...more,
  }
  writeFileSync(file, JSON.stringify({ replace: true, sources: [source] }))
  return file
}

function namesOf(report: Checked): Record<string, string[]> {
  return Object.fromEntries(
    report.sources.map(({ id, capabilities }) => [id, capabilities.map(({ capability }) => capability)]),
  )
}

describe('a check of all sources', () => {
  test('finds that each capability of the catalog works, with few requests', async () => {
    const { code, report } = await checked([])
    const faults = report.sources.flatMap(({ id, capabilities }) =>
      capabilities.filter(({ result }) => result !== 'works').map((outcome) => [id, outcome]),
    )
    expect(faults).toEqual([])
    expect({ code, works: report.works, count: report.sources.length }).toEqual({
      code: 0,
      works: true,
      count: 18,
    })
    const names = namesOf(report)
    for (const source of bundledSources()) {
      const promised = {
        shop: true,
        batch: source.batch,
        calendar: source.calendar,
        points: source.points,
        near: source.geo,
        describe: source.kind !== 'meta',
        list: !['duffel', 'serp'].includes(source.family),
      }
      const told = names[source.id] ?? []
      for (const [capability, has] of Object.entries(promised)) {
        expect({ id: source.id, capability, told: told.includes(capability) }).toEqual({
          id: source.id,
          capability,
          told: has,
        })
      }
    }
    expect(names).toMatchObject({
      google: ['places'],
      google_hotels: ['entities', 'shop', 'hotel', 'find', 'quota'],
    })
    const requests = report.sources.flatMap(({ capabilities }) =>
      capabilities.map((one) => one.requests.length),
    )
    expect(Math.max(...requests)).toBeLessThanOrEqual(20)
  })

  test('tells the basis, the hotel and what is left of the limits', async () => {
    const { report } = await checked(['ostello'])
    expect(report.sources).toMatchObject([
      {
        id: 'ostello',
        hotel_code: bundledSources().find(({ id }) => id === 'ostello')?.examples[0],
        tax: { expected: false, found: 'excluded', as_expected: true },
        quotas: [{ window: 'minute', remaining: 100, limit: 100, unit: 'percent' }],
      },
    ])
    const [shop] = report.sources[0]?.capabilities ?? []
    expect(shop?.latency_ms).toBeGreaterThan(0)
    expect(shop?.requests[0]).toEqual({ method: 'GET', path: '/v3/properties/availability', status: 200 })
  })

  test('is told to people in lines', async () => {
    const { code, stdout } = await run(['ostello'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ostello \(rapid, hotel \d+\)\n {2}shop +works +\d+ ms {2}available on 20\d\d-/)
    expect(stdout).toContain('prices exclude taxes, as the catalog says\n')
    expect(stdout).toContain('100 % left this minute\n')
    expect(stdout).toMatch(/\nEverything works at this source\.\n$/)
  })
})

describe('a check with faults', () => {
  test('shows which sources refuse wrong credentials, and none of the credentials', async () => {
    const given = Object.entries(sandbox.environment).filter(([name]) => name !== 'SANDBOX_URL')
    const wrong = Object.fromEntries(given.map(([name, value]) => [name, `${value.slice(0, -1)}0`]))
    const { code, stdout, report } = await checked([], wrong)
    expect(code).toBe(1)
    expect(report.sources.filter(({ works }) => works)).toEqual([])
    const reasons = report.sources.map(({ id, capabilities }) => [id, capabilities[0]?.reason])
    expect(reasons.filter(([, reason]) => reason !== 'refused')).toEqual([])
    for (const value of Object.values(wrong)) expect(stdout).not.toContain(value)
  })

  test.each(['refuse', 'hang', '500', 'html'])(
    'fails at a source that shows %s, after one capability where it is away',
    async (fault) => {
      await sandbox.control('/sources/nightdeal', { fault })
      const sourcesFile = fileWith('nightdeal', { examples: ['lp911e8'], limits: { deadlineMs: 1000 } })
      const { code, report } = await checked([], { SOURCES_FILE: sourcesFile })
      const tried = report.sources[0]?.capabilities.map(({ capability, reason }) => [capability, reason])
      const expected = {
        refuse: [['shop', 'refused']],
        hang: [['shop', 'timed_out']],
        500: [
          ['shop', 'refused'],
          ['hotel', 'refused'],
          ['batch', 'refused'],
          ['find', null],
          ['describe', 'refused'],
          ['list', 'refused'],
        ],
        html: [
          ['shop', 'broken'],
          ['hotel', 'broken'],
          ['batch', 'broken'],
          ['find', null],
          ['describe', 'broken'],
          ['list', 'broken'],
        ],
      }[fault]
      expect({ code, tried }).toEqual({ code: 1, tried: expected })
    },
  )

  test('fails at a source whose credential is not set, and names the variable', async () => {
    const { code, report } = await checked(['pillowfare'], { PILLOWFARE_TOKEN: '' })
    expect({ code, report }).toMatchObject({
      code: 1,
      report: { sources: [{ works: false, problem: 'not set: PILLOWFARE_TOKEN', capabilities: [] }] },
    })
  })

  test('fails at a source without a hotel to ask about, unless one is named', async () => {
    const sourcesFile = fileWith('nightdeal', {})
    const without = await checked([], { SOURCES_FILE: sourcesFile })
    expect(without).toMatchObject({
      code: 1,
      report: { sources: [{ problem: expect.stringContaining('--hotel') }] },
    })
    const named = await checked(['nightdeal', '--hotel', 'lp911e8'], { SOURCES_FILE: sourcesFile })
    expect(named).toMatchObject({ code: 0, report: { sources: [{ hotel_code: 'lp911e8', works: true }] } })
  })

  test('does not fail where the tax basis is another than the catalog expects, and says so', async () => {
    const env = { SOURCES_FILE: fileWith('nightdeal', { examples: ['lp911e8'], taxIncluded: false }) }
    const { code, report } = await checked([], env)
    expect({ code, tax: report.sources[0]?.tax }).toEqual({
      code: 0,
      tax: { expected: false, found: 'included', as_expected: false },
    })
    expect((await run([], env)).stdout).toContain(
      'prices include taxes, but `taxIncluded` in the catalog is false\n',
    )
  })

  test('tells a hotel that is unknown from one that is full', async () => {
    const unknown = await checked(['kestrel', '--hotel', 'UNKNOWN'])
    expect(unknown.code).toBe(1)
    expect(unknown.report.sources[0]?.capabilities[0]).toMatchObject({
      capability: 'shop',
      reason: 'not_found',
    })
    const full = await checked(['kestrel', '--hotel', 'SOLDOUT'])
    expect(full.code).toBe(0)
    expect(full.report.sources[0]).toMatchObject({ tax: null })
    expect(full.report.sources[0]?.capabilities[0]).toMatchObject({
      result: 'unclear',
      detail: expect.stringMatching(
        /^answers, but without a price: sold_out on .*, sold_out on .*, sold_out on .*Try another hotel with --hotel\.$/,
      ),
    })
    const { stdout } = await run(['kestrel', '--hotel', 'SOLDOUT'])
    expect(stdout).toMatch(/\nNothing fails at kestrel, but some answers prove nothing\.\n$/)
  })
})

test.each([
  [['nobody'], 'there is no source "nobody"; choose one of aurelia,'],
  [['--hotel', 'NEWAU'], '--hotel belongs to one source: name its id as well'],
  [['aurelia', 'brightwater'], 'too many arguments'],
  [['--loud'], "unknown option '--loud'"],
])('%j is a misuse', async (args, message) => {
  const ended = await run(args)
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toContain(message)
})
