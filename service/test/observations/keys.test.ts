import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Occupancy } from '../../src/kernel/occupancy.ts'
import { pricedParty, type Stay, stayKey } from '../../src/observations/key.ts'
import { keyAt, stayRows } from '../../src/observations/rows.ts'
import { readCells, readStay } from '../../src/observations/store.ts'
import type { StayAnswer } from '../../src/sources/source.ts'
import { toySource } from '../sources/toy-source.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.drop())

const stayOf = (occupancy: Occupancy, more: Partial<Stay> = {}): Stay => ({
  source: toySource('toy', 'http://127.0.0.1:1'),
  hotelCode: 'H1',
  checkin: '2026-12-24',
  los: 2,
  occupancy,
  currency: 'USD',
  ...more,
})
const FAMILY = { adults: 2, children: 2, rooms: 1 }

describe('an ordinary stay', () => {
  test('has the key that it has always had, in memory and in the database', () => {
    expect(stayKey(stayOf(FAMILY))).toBe('toy/H1/2026-12-24/2/221/13991')
    expect(keyAt(7, stayOf(FAMILY))).toEqual({ hotel: 7, los: 2, occ: 221, currency: 13991 })
    expect(keyAt(7, stayOf({ ...FAMILY, ages: [8, 8] }))).toEqual(keyAt(7, stayOf(FAMILY)))
  })

  test('is stored under the same short keys as before there were ages', async () => {
    const { rows } = await database.pool.query<{ of: string; key: string }>(
      `select conrelid::regclass::text as of, pg_get_constraintdef(oid) as key from pg_constraint
       where contype = 'p' and conrelid::regclass::text in ('cells', 'stays', 'cell_history', 'cell_summaries') order by 1`,
    )
    expect(rows).toEqual([
      { of: 'cell_history', key: 'PRIMARY KEY (hotel, kind, los, occ, currency, night, seen)' },
      { of: 'cell_summaries', key: 'PRIMARY KEY (hotel, kind, los, occ, night, lead, quoted, tax)' },
      { of: 'cells', key: 'PRIMARY KEY (hotel, kind, los, occ, night, currency)' },
      { of: 'stays', key: 'PRIMARY KEY (hotel, los, occ, currency, checkin)' },
    ])
  })

  test('is read by the statement that reads one with ages, which knows nothing of them', async () => {
    const asked: { text: string; values: unknown[] }[] = []
    const pool = Object.assign(Object.create(database.pool) as typeof database.pool, {
      query: (query: { text: string; values: unknown[] }) => {
        asked.push(query)
        return Promise.resolve({ rows: [] })
      },
    })
    for (const party of [FAMILY, { ...FAMILY, ages: [4, 9] }]) {
      const place = keyAt(7, stayOf(party))
      await readStay(pool, place, '2026-12-24', 0)
      await readCells(pool, 'cash', [place], ['2026-12-24'], 0)
    }
    const [stay, cells, agedStay, agedCells] = asked
    expect(stay?.text.replaceAll(/\s+/g, ' ')).toBe(
      'select seen, answer from stays where hotel = $1 and los = $2 and occ = $3 and currency = $4 and checkin = $5 and seen >= $6',
    )
    expect([agedStay?.text, agedCells?.text]).toEqual([stay?.text, cells?.text])
    expect(stay?.values).toEqual([7, 2, 221, 13991, '2026-12-24', 0])
    expect(agedStay?.values[0]).toBeGreaterThan(2 ** 35)
    expect(agedStay?.values.slice(1)).toEqual(stay?.values.slice(1))
  })
})

describe('an unusual stay', () => {
  test('with ages has a place of its own, which every number in JavaScript and SQL can hold', () => {
    const places = [[0], [17], [0, 0], [17, 17], Array<number>(6).fill(17)].map((ages) =>
      keyAt(2 ** 35 - 1, stayOf({ ...FAMILY, children: ages.length, ages })),
    )
    expect(new Set(places.map(({ hotel, occ }) => `${hotel}/${occ}`)).size).toBe(5)
    expect(places.every(({ hotel, occ }) => Number.isSafeInteger(hotel) && occ < 1000)).toBe(true)
  })

  test('is priced for the default party, where the source cannot be told its ages', () => {
    const source = { ...toySource('toy', 'http://127.0.0.1:1'), takesAges: false }
    expect(pricedParty(source, { ...FAMILY, ages: [4, 9] })).toEqual({ adults: 2, children: 0, rooms: 1 })
    expect(pricedParty(source, { ...FAMILY, ages: [8, 8] })).toEqual({ ...FAMILY, ages: [8, 8] })
  })

  test('for a point of sale has a key of its own, and no row among the others', () => {
    const answer = {
      hotel: null,
      status: 'sold_out',
      minLos: null,
      currency: 'USD',
      taxIncluded: null,
      rooms: [],
      pointsKnown: true,
      raw: ['upstream'],
    } satisfies StayAnswer
    const sale = stayOf(FAMILY, { pointOfSale: { country: 'DE', device: 'mobile' } })
    expect(stayKey(sale)).toBe('toy/H1/2026-12-24/2/221/13991/DE/mobile')
    const rows = stayRows(7, sale, answer, undefined as never, 1)
    expect(rows).toMatchObject({ stay: null, cells: [], sale: { sale: 'DE/mobile', answer: { raw: [] } } })
  })
})
