import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/pool.ts'
import { become, changeAt } from '../../src/sources/drift/change.ts'
import { deviations, goneAfter } from '../../src/sources/drift/deviation.ts'
import { readDocument, writeDocument } from '../../src/sources/drift/document.ts'
import { createDoubts } from '../../src/sources/drift/doubts.ts'
import { factsOf } from '../../src/sources/drift/facts.ts'
import { readDriftBody, readDrifts } from '../../src/sources/drift/reports.ts'
import { emptyShape, learn } from '../../src/sources/drift/shape.ts'
import { createDriftStore, learnAgain, unpack } from '../../src/sources/drift/store.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type MutationCase, runMutants, sourceOf } from './drift-mutants.ts'
import { publishedAnswers, runPublished } from './drift-recordings.ts'
import { SOURCES_OF_SANDBOX, type WatchedSandbox, watchedSandbox } from './drift-sandbox.ts'

/** In all, over all sources. */
const ANSWERS = Number(process.env['DRIFT_ANSWERS'] ?? 400)
/** One of so many changes is tried; 1 tries all. */
const EVERY = Number(process.env['DRIFT_EVERY'] ?? 12)
const MUTATED = process.env['DRIFT_EVERY'] ? SOURCES_BY_FAMILY() : ['castellan', 'saltmarsh', 'aurelia']
const LEARNT = 45
/** Enough for a field to be one that is always there. */
const WELL_LEARNT = 330
/** Enough for what comes and goes to be known. */
const MORE_LEARNT = 600

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.drop())

/** One source of each family. */
function SOURCES_BY_FAMILY(): string[] {
  return [...Map.groupBy(SOURCES_OF_SANDBOX, ({ family }) => family).values()].map(
    ([first]) => first?.id ?? '',
  )
}

describe('answers of the sandbox in its untidy form', () => {
  it('raise no alarm', { timeout: 3_600_000 }, async () => {
    const sandbox = watchedSandbox(database.pool)
    const rounds = Math.ceil(ANSWERS / SOURCES_OF_SANDBOX.length)
    for (let round = 0; round < rounds; round += 1)
      for (const source of SOURCES_OF_SANDBOX) await sandbox.ask(source, round)
    await sandbox.drift.close()
    expect(sandbox.troubles).toEqual([])
    expect(sandbox.alarms).toEqual([])
    const { rows } = await database.pool.query<{ source: string; shape: Buffer }>(
      'select source, shape from source_shapes',
    )
    expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(SOURCES_OF_SANDBOX.map(({ id }) => id)))
    for (const { shape } of rows) expect(shape.length).toBeLessThan(20_000)
  })
})

describe.each(MUTATED)('a field of %s', (id) => {
  let cases: MutationCase[]

  beforeAll(async () => {
    const { pool, drop } = await createTestDatabase()
    cases = await runMutants(pool, sourceOf(id), {
      learnt: process.env['DRIFT_EVERY'] ? MORE_LEARNT : WELL_LEARNT,
      questions: [0, 12, 40, 84],
      choose: (number) => number % EVERY === 0,
    })
    await drop()
  }, 3_600_000)

  it('raises an alarm in time where a price is read wrong', () => {
    const wrong = cases.filter(({ read, within }) => read === 'other' && within !== null)
    process.stdout.write(`${id}: ${summaryOf(cases)}\n`)
    expect(cases.length).toBeGreaterThan(0)
    expect(wrong.filter(({ alarm }) => !alarm)).toEqual([])
  })

  it('raises it before the first wrong price is given, if the field is known well', () => {
    const wrong = cases.filter(({ read, atOnce }) => read === 'other' && atOnce)
    expect(wrong.filter(({ given }) => given > 0)).toEqual([])
  })
})

// The answers are the vendors': without them there is nothing to change.
const folder = process.env['RECORDINGS']
describe.skipIf(folder === undefined)('a field of a published answer, in the folder RECORDINGS', () => {
  it('raises an alarm where a price is read wrong without it', { timeout: 3_600_000 }, async () => {
    const { pool, drop } = await createTestDatabase()
    const cases: MutationCase[] = []
    let answers = 0
    for (const published of publishedAnswers(folder ?? '')) {
      const tried = await runPublished(pool, published, (number) => number % EVERY === 0)
      if (tried.length > 0) answers += 1
      cases.push(...tried)
    }
    await drop()
    process.stdout.write(`${answers} published answers: ${summaryOf(cases)}\n`)
    // Nothing comes and goes here: no case is excepted.
    expect(cases.filter(({ read, alarm, given }) => read === 'other' && (!alarm || given > 0))).toEqual([])
    expect(answers).toBeGreaterThan(30)
  })
})

function summaryOf(cases: readonly MutationCase[]): string {
  const count = (which: (one: MutationCase) => boolean) => cases.filter(which).length
  const told = (['same', 'failed', 'other'] as const).map((read) => {
    const due = (one: MutationCase) => one.read === read && one.within !== null
    return `${read} ${count((one) => one.read === read)}, of what is known ${count(due)}, alarms ${count((one) => due(one) && one.alarm)}`
  })
  const wrong = cases.filter(({ read, within }) => read === 'other' && within !== null)
  const atOnce = wrong.filter((one) => one.atOnce)
  const givenOf = (some: readonly MutationCase[]) => some.reduce((sum, { given }) => sum + given, 0)
  const before = `read wrong: ${atOnce.length} at once, ${givenOf(atOnce)} given before the alarm; ${wrong.length - atOnce.length} later, ${givenOf(wrong) - givenOf(atOnce)} given`
  return `${cases.length} changes; ${told.join('; ')}; ${before}`
}

describe('a body that is no document', () => {
  it.each(['<', '<!--', '<![CDATA[', '<a ', '</'])('is given up at once: %s and again', (token) => {
    const startedMs = performance.now()
    expect(readDocument(token.repeat(50_000))).toBeNull()
    expect(performance.now() - startedMs).toBeLessThan(2000)
  })
})

const TAX = '/data[]/roomTypes[]/rates[]/retailRate/taxesAndFees[]'
const PAID =
  'RoomStays[]/RoomStay[]/RoomRates[]/RoomRate[]/Rates[]/Rate[]/PaymentPolicies[]/GuaranteePayment[]'
const POINTS = `/OTA_HotelAvailRS[]/${PAID}/AcceptedPayments[]/AcceptedPayment[]/LoyaltyRedemption[]/@RedemptionQuantity`
const MEALS = '/OTA_HotelAvailRS[]/RoomStays[]/RoomStay[]/RatePlans[]/RatePlan[]/MealsIncluded[]'

function fail(): never {
  throw new Error('it is not known')
}

describe('a change at a vendor', () => {
  const source = sourceOf('saltmarsh')
  const withoutRates = (body: string) => body.replaceAll('"totalRate":', '"rateInTotal":')

  it('is learnt of by every process, raised once, kept with its body, and right when an operator says so', async () => {
    const { pool, drop } = await createTestDatabase()
    const [one, other] = [watchedSandbox(pool), watchedSandbox(pool)]
    for (let number = 0; number < LEARNT; number += 1)
      await (number % 2 ? one : other).ask(source, 4 * number)
    await one.drift.share()
    await other.drift.share()
    // It knows what the first two have learnt, though neither has seen enough alone.
    const later = watchedSandbox(pool)
    for (const sandbox of [later, other]) {
      sandbox.spoil = (body) => withoutRates(body).replace('"success"', '"secret":"0-password","success"')
      for (let number = 0; number < 3; number += 1) await sandbox.ask(source, 4 * number)
    }
    expect(later.alarms.length + other.alarms.length).toBeGreaterThan(0)
    const open = await readDrifts(pool, source.id)
    expect(open.map(({ path, change }) => [path, change])).toContainEqual([
      expect.stringMatching(/totalRate$/),
      'gone',
    ])
    expect(new Set(open.map(({ request, path }) => request + path)).size).toBe(open.length)
    expect(later.alarms.length + other.alarms.length).toBe(open.length)
    expect(await readDriftBody(pool, open[0]?.id ?? 0)).toContain('rateInTotal')

    expect(await inTransaction(pool, (client) => learnAgain(client, source.id, 'somebody'))).toBe(open.length)
    await other.drift.share()
    expect((await pool.query('select 1 from source_shapes')).rowCount).toBe(0)
    const after = watchedSandbox(pool)
    after.spoil = withoutRates
    for (let number = 0; number < 5; number += 1) await after.ask(source, 4 * number)
    await after.drift.close()
    expect(after.alarms).toEqual([])
    expect((await readDrifts(pool, source.id)).every(({ learntAt }) => learntAt !== null)).toBe(true)
    await drop()
  })

  it('raises its alarm before the first changed answer of a busy source is given', async () => {
    const { pool, drop } = await createTestDatabase()
    const teacher = watchedSandbox(pool)
    for (let number = 0; number < WELL_LEARNT; number += 1) await teacher.ask(source, 4 * number)
    await teacher.drift.close()
    const serving = watchedSandbox(pool, 'as_served')
    // Comparing some of these uses up the time that it may take.
    for (let number = 0; number < 12; number += 1) await serving.ask(source, 4 * number)
    expect(serving.alarms).toEqual([])
    // Without this field, other rooms are on sale.
    serving.spoil = (body) => body.replaceAll('"availableFor":', '"availableTo":')
    const answers = await Promise.all([40, 44, 48, 52, 56, 60].map((number) => ask(serving, number)))
    expect(answers.some(({ isGiven }) => isGiven)).toBe(true)
    expect(answers.filter(({ isGiven, alarms }) => isGiven && alarms === 0)).toEqual([])
    await serving.drift.close()
    await drop()
  })

  async function ask(serving: WatchedSandbox, number: number) {
    const answer = await serving.ask(source, number)
    return { isGiven: !Object.hasOwn(Object(answer), 'failure'), alarms: serving.alarms.length }
  }

  it.each([
    ['another word where only the question was repeated', 'glasshouse', '/data[]/hotelId', 'new_value'],
    ['no currency where only currencies stood', 'glasshouse', `${TAX}/currency`, 'retyped'],
    ['no number where only points stood, deep in an answer', 'castellan', POINTS, 'retyped'],
    ['fields that are gone together, each of which the others tell', 'castellan', MEALS, 'gone'],
  ] as const)('is seen: %s', async (_, id, path, change) => {
    const { pool, drop } = await createTestDatabase()
    const sandbox = watchedSandbox(pool)
    for (let number = 0; number < 2 * LEARNT; number += 1) await sandbox.ask(sourceOf(id), 4 * number)
    sandbox.spoil = (body) => {
      const document = readDocument(body)
      if (!document) return body
      changeAt(document, path, new Set(), become('Unheard-of'))
      return writeDocument(document)
    }
    for (let number = 0; number < 12; number += 1) await sandbox.ask(sourceOf(id), 4 * number)
    expect(sandbox.alarms).toContainEqual(
      expect.objectContaining({ path: expect.stringContaining(path), change }),
    )
    await sandbox.drift.close()
    await drop()
  })

  it('is seen where it stayed away longer than what comes and goes ever did, or lacks at the few known hotels', async () => {
    const facts = (body: object) => factsOf(body, new Set(), { pause: () => undefined })
    const [shape, absences, doubts] = [emptyShape(), new Map(), createDoubts()]
    const see = async (body: object, hotel: string) => {
      const seen = await facts(body)
      const sure = doubts.weigh(deviations(shape, seen, absences), seen, shape, hotel)
      learn(shape, seen, { hotel, absences, except: new Set() })
      return sure.map((one) => one.path)
    }
    // Ten times, it is missing for one answer of four.
    for (let number = 0; number < 40; number += 1)
      expect(await see(number % 4 === 3 ? { a: 1 } : { a: 1, b: 1 }, `h${number % 5}`)).toEqual([])
    const due = goneAfter(shape.paths.get('/b') ?? fail())
    expect(due).toBe(18)
    // The last of the forty lacked it too, at another hotel.
    for (let number = 0; number < due - 1; number += 1)
      expect(await see({ a: 1 }, `h${number % 5}`)).toEqual([])
    expect(await see({ a: 1 }, 'h2')).toEqual(['/b'])
    const known: string[][] = []
    for (let number = 0; number < 10; number += 1) known.push(await see({ b: 1 }, `h${number % 2}`))
    expect(known.flat()).toEqual(['/a'])
    expect(known.at(-1)).toEqual(['/a'])
  })

  it('is none if other rates of the same answer still have the field', async () => {
    const { pool, drop } = await createTestDatabase()
    const sandbox = watchedSandbox(pool)
    for (let number = 0; number < LEARNT; number += 1) await sandbox.ask(source, 4 * number)
    let spoilt = 0
    const butTheLast = (body: string) => {
      const at = body.lastIndexOf('"totalRate":')
      if (at === body.indexOf('"totalRate":')) return body
      spoilt += 1
      return withoutRates(body.slice(0, at)) + body.slice(at)
    }
    sandbox.spoil = butTheLast
    for (let number = 0; number < 12; number += 1) await sandbox.ask(source, 4 * number)
    expect(spoilt).toBeGreaterThan(5)
    expect(sandbox.alarms).toEqual([])
    // Not even if it was gone in one answer between.
    sandbox.spoil = withoutRates
    await sandbox.ask(source, 4)
    sandbox.spoil = butTheLast
    for (let number = 2; number < 8; number += 1) await sandbox.ask(source, 4 * number)
    expect(sandbox.alarms).toEqual([])
    await sandbox.drift.close()
    await drop()
  })

  it('is none if a new word only describes a room, even if the name of the room has the usual word', async () => {
    const { pool, drop } = await createTestDatabase()
    const sandbox = watchedSandbox(pool)
    const withBeds = (type: string) => (body: string) =>
      JSON.stringify(
        JSON.parse(body, (_, value) =>
          value?.beds ? { ...value, name: 'Superior double room', beds: [{ type, count: 1 }] } : value,
        ),
      )
    const agency = sourceOf('pillowfare')
    sandbox.spoil = withBeds('double')
    for (let number = 0; number < LEARNT; number += 1) await sandbox.ask(agency, 4 * number)
    sandbox.spoil = withBeds('sofabed')
    for (let number = 0; number < 6; number += 1) await sandbox.ask(agency, 4 * number)
    expect(sandbox.alarms).toEqual([])
    await sandbox.drift.close()
    await drop()
  })

  it('leaves no credential and no address of a person in what is kept, and no value in what is learnt', async () => {
    const { pool, drop } = await createTestDatabase()
    const sandbox = watchedSandbox(pool)
    const secrets = [
      ...Object.values(source.credentials),
      'wilhelmina@mail.example.com',
      'Wilhelmina',
      '+44 20 7946',
    ]
    const planted =
      `{"note":"${secrets.join(' ')}","firstName":"Wilhelmina","phone":"+44 20 7946 0958",`.replace(
        ' Wilhelmina +44 20 7946"',
        '"',
      )
    sandbox.spoil = (body) => body.replace(/^\{/, planted)
    for (let number = 0; number < LEARNT; number += 1) await sandbox.ask(source, 4 * number)
    const clean = sandbox.spoil
    sandbox.spoil = (body, request) => withoutRates(clean(body, request))
    for (let number = 0; number < 3; number += 1) await sandbox.ask(source, 4 * number)
    await sandbox.drift.close()
    expect(sandbox.alarms.length).toBeGreaterThan(0)
    const { rows } = await pool.query<{ kept: Buffer; what: string }>(
      `select body as kept, 'body' as what from source_drifts union all select sample, 'sample' from source_samples
       union all select shape, 'shape' from source_shapes`,
    )
    expect(new Set(rows.map(({ what }) => what)).size).toBe(3)
    for (const { kept, what } of rows) {
      const text = await unpack(kept)
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
      const hasValues = what === 'shape' && /\d{2}\.\d|e-mail|\d{4}-\d{2}-\d{2}/.test(text)
      expect(hasValues).toBe(false)
    }
    await drop()
  })

  it('that was seen by a process with an older opinion is not raised again', async () => {
    const store = createDriftStore(database.pool)
    const drift = {
      source: 'x',
      family: 'y',
      request: 'z',
      path: '/a',
      change: 'gone',
      before: '',
      after: '',
      body: '',
    }
    expect(await store.raise(drift, 0)).toBe('new')
    expect(await store.raise(drift, 0)).toBe('known')
    await inTransaction(database.pool, (client) => learnAgain(client, 'x', 'somebody'))
    expect(await store.raise(drift, 0)).toBe('outdated')
  })
})
