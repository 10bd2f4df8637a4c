import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../../src/joined.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import { createGateway } from '../../src/sources/gateway.ts'
import { FAMILIES } from '../../src/sources/registry.ts'
import { vacancy } from '../support/processes.ts'
import { failureOf } from './failure-of.ts'
import { silentLog, startToyServer, stayAnswer, type ToyServer } from './toy-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'outside-'))

function write(path: string, text: string): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

let files = 0

/** A file whose only source has this family. */
function sourcesWith(family: string, baseUrl = 'http://acme.invalid', more: object = {}): string {
  const source = {
    id: 'acme',
    kind: 'ota',
    name: 'Acme',
    family,
    weights: { shop: 1, compset: 1, member: 0 },
    capabilities: {
      batch: false,
      calendar: false,
      points: false,
      pointsCash: false,
      geo: false,
      certificates: [],
    },
    currencies: ['USD'],
    taxIncluded: false,
    examples: ['H1'],
    baseUrl,
    credentials: { token: 'ACME_TOKEN' },
    ...more,
  }
  files += 1
  return write(`lists/sources-${files}.json`, JSON.stringify({ replace: true, sources: [source] }))
}

/** Hands on what its vendor says, in our own records. */
const ACME = `
import { type Family, parseJson, refusal, SourceFailure, type StayAnswer } from 'vacancy/family'

export default {
  api: 1,
  name: 'acme',
  credentials: ['token'],
  batchSize: null,
  calendarDays: null,
  mostRooms: null,
  bind: ({ credentials, now }) => ({
    async shop({ hotelCode }, call) {
      const headers = { authorization: credentials['token'] ?? '' }
      const answer = await call.http({ method: 'GET', path: '/stays/' + hotelCode, headers })
      if (answer.status === 404) throw new SourceFailure('not_found', 'no such hotel')
      if (answer.status !== 200) throw refusal(answer, 'HTTP ' + answer.status, now())
      return parseJson(answer.body) as StayAnswer
    },
  }),
} satisfies Family
`
write('families/acme.ts', ACME)

const env = { ACME_TOKEN: 'a-token' }
const load = (sourcesFile: string) => loadCatalog({ env, sourcesFile, families: FAMILIES })

let server: ToyServer

beforeAll(async () => {
  server = await startToyServer()
})

afterAll(() => server.stop())

describe('a family of the operator', () => {
  const shop = async (hotelCode: string) => {
    const catalog = load(sourcesWith('../families/acme.ts', server.url))
    const { families } = catalog
    const gateway = createGateway({ catalog, families, now: Date.now, log: silentLog })
    const stay = {
      hotelCode,
      checkin: '2027-03-01',
      los: 1,
      occupancy: { adults: 2, children: 0, rooms: 1 },
      currency: 'USD',
    }
    try {
      return (await gateway.shop('acme', stay)).answer
    } finally {
      await gateway.close()
    }
  }

  test('is found beside the list, replaces the bundled sources, and answers under its own name', async () => {
    server.answerWith((_, response) => response.end(JSON.stringify(stayAnswer('H1'))))
    expect(load(sourcesWith('../families/acme.ts')).sources).toMatchObject([{ id: 'acme', family: 'acme' }])
    expect(await shop('H1')).toMatchObject({ status: 'available', currency: 'USD' })
  })

  test('throws failures that are ours', async () => {
    server.answerWith((_, response) => response.writeHead(404).end())
    expect((await failureOf(shop('H1'))).kind).toBe('not_found')
    server.answerWith((_, response) => response.writeHead(401).end())
    expect(await failureOf(shop('H1'))).toMatchObject({ kind: 'refused', locked: true })
  })

  test.each([
    ['a fraction of a cent', { pricePerNight: 99.5 }],
    ['a negative price', { total: -1 }],
    ['a text', { pricePerNightAfterTax: '110.00' }],
    ['nothing', { pricePerNight: undefined }],
  ])('does not get past the checks with %s for a price', async (_, change) => {
    const answer = stayAnswer('H1')
    const rooms = answer.rooms.map((room) => ({
      ...room,
      rates: room.rates.map((rate) => ({ ...rate, ...change })),
    }))
    server.answerWith((__, response) => response.end(JSON.stringify({ ...answer, rooms })))
    expect((await failureOf(shop('H1'))).kind).toBe('broken')
  })

  test('does not get past the checks with the answer about another hotel', async () => {
    server.answerWith((_, response) => response.end(JSON.stringify(stayAnswer('H2'))))
    expect((await failureOf(shop('H1'))).kind).toBe('broken')
  })
})

describe('a list of sources with a module that is no family', () => {
  const BODY = `name: 'odd', credentials: [], batchSize: null, calendarDays: null, mostRooms: null`
  test.each([
    ['is not there', null, 'does not exist'],
    ['throws', `throw new Error('no licence\\nfor this')`, 'cannot be loaded: no licence'],
    ['is no code', 'export default {', 'cannot be loaded: '],
    ['waits', 'await null; export default {}', 'must not await at its top level'],
    ['has no default export', 'export const family = {}', 'has no default export that is a family'],
    [
      'is for another version',
      `export default { api: 2, ${BODY}, bind: () => ({}) }`,
      'is for api 2, but this version of Vacancy has api 1',
    ],
    ['has no version', `export default { ${BODY}, bind: () => ({}) }`, 'is for api undefined'],
    ['binds nothing', `export default { api: 1, ${BODY} }`, 'its default export has a wrong field: bind'],
    [
      'has a limit of nothing',
      `export default { api: 1, ${BODY.replace('batchSize: null', 'batchSize: 0')}, bind: () => ({}) }`,
      'its default export has a wrong field: batchSize',
    ],
    [
      'has the name of a bundled one',
      `export default { api: 1, ${BODY.replace('odd', 'rapid')}, bind: () => ({}) }`,
      'a bundled family has the name "rapid" already',
    ],
  ])('says in one line that it %s', (what, text, problem) => {
    const name = `families/${what.replaceAll(' ', '-')}.ts`
    if (text !== null) write(name, text)
    const sourcesFile = sourcesWith(`../${name}`)
    let message = ''
    try {
      load(sourcesFile)
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toContain(`${sourcesFile}: source "acme": family: ../${name}: ${problem}`)
    expect(message).not.toContain('\n')
  })

  test('stops the start with that line', async () => {
    write('families/next.ts', `export default { api: 2, ${BODY}, bind: () => ({}) }`)
    const SOURCES_FILE = sourcesWith('../families/next.ts')
    const { code, stderr } = await vacancy(['sources', 'check'], { SOURCES_FILE, ...env })
    expect(code).toBe(78)
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('is for api 2')])
  })
})

test('the commands know such a family, as a process of their own', async () => {
  server.answerWith((_, response) => response.end(JSON.stringify(stayAnswer('H1'))))
  const SOURCES_FILE = sourcesWith('../families/acme.ts', server.url)
  const { code, stdout } = await vacancy(['sources', 'check', 'acme'], { SOURCES_FILE, ...env })
  expect(stdout).toMatch(/^acme \(acme, hotel H1\)\n {2}shop +works/)
  expect(code).toBe(0)
})

describe('conform', () => {
  const example = join(ROOT, 'examples', 'families', 'hotelbeds')
  const conform = (...args: string[]) => vacancy(['sources', 'conform', ...args])

  test('says that every rule holds for the example', async () => {
    const { code, stdout } = await conform(
      join(example, 'family.ts'),
      '--recordings',
      join(example, 'recordings'),
    )
    expect(stdout).toMatch(/\nAll 22 rules hold\.\n$/)
    expect(code).toBe(0)
  })

  test('tries the rules that need no vendor if there are no recordings', async () => {
    const { code, stdout } = await conform(join(example, 'family.ts'), '--json')
    const { holds, rules } = JSON.parse(stdout) as { holds: boolean; rules: { rule: string }[] }
    expect({ code, holds, count: rules.length }).toEqual({ code: 0, holds: true, count: 11 })
  })

  test('says what a family does wrong, and ends with 1', async () => {
    const careless = write(
      'families/careless.ts',
      ACME.replace("throw refusal(answer, 'HTTP ' + answer.status, now())", "throw new Error('oops')"),
    )
    const { code, stdout } = await conform(careless)
    expect(code).toBe(1)
    expect(stdout).toContain('  holds  a connection that fails is passed on as it is\n')
    expect(stdout).toContain(
      '  fails  HTTP 401 means that the credentials are refused: HTTP 401 "" as a failure is "broken", not "refused"\n',
    )
  })

  test('compares every recording with what a person reads in it', async () => {
    const recording = {
      title: 'a night at H1',
      origin: 'the test',
      now: '2027-01-01T00:00:00Z',
      shop: {
        hotelCode: 'H1',
        checkin: '2027-03-01',
        los: 1,
        occupancy: { adults: 2, children: 0, rooms: 1 },
        currency: 'USD',
      },
      answers: [{ to: '^GET /stays/H1$', json: stayAnswer('H1') }],
      expect: { status: 'available', rates: { 'K/BAR': { pricePerNight: 10_001 } } },
    }
    const file = write('recordings/one.json', JSON.stringify(recording))
    const { code, stdout } = await conform(join(folder, 'families', 'acme.ts'), '--recordings', dirname(file))
    expect(code).toBe(1)
    expect(stdout).toContain(
      'every recording is read as a person reads it: a night at H1: rates.K/BAR.pricePerNight is 10000, not 10001\n',
    )
    expect(stdout).toContain('none is sold_out, none is unknown, none is refused\n')
  })

  test.each([
    [['/nowhere/acme.ts'], '/nowhere/acme.ts: does not exist'],
    [[join(folder, 'families', 'acme.ts'), '--recordings', '/nowhere'], '/nowhere'],
    [[], "missing required argument 'path'"],
  ])('%j is a misuse', async (args, message) => {
    const ended = await conform(...args)
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain(message)
  })
})
