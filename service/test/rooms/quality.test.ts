import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSandbox, startSandbox } from '../../../sandbox/test/start-sandbox.ts'
import { LABELS, labelsOf, measureLabels } from './labels.ts'
import { measureRooms } from './room-quality.ts'

/** The short form of `npm run matching -- --rooms`. */
const SEED = 4
const EVERY = 120

let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox({ seed: SEED })
})
afterAll(() => sandbox.stop())

test('every labelled room has two readings that agree or are settled, and a room that exists', () => {
  for (const hotel of LABELS.hotels) {
    const ours = hotel.ours.split(' | ')
    expect(Object.keys(LABELS.origins)).toContain(hotel.origin)
    const labels = labelsOf(hotel)
    expect([hotel.first, hotel.second].map((marks) => marks.split(' ').length)).toEqual([
      labels.length,
      labels.length,
    ])
    for (const place of labels.flatMap((label) => label ?? [])) expect(ours[place]).toBeDefined()
  }
})

test('of the labelled rooms of real hotels, those compared are right, and most that are the same are compared', () => {
  const all = measureLabels().find(({ set }) => set === 'all')
  expect(all?.hotels).toBeGreaterThanOrEqual(60)
  expect(all?.pairs).toBeGreaterThan(600)
  expect(all?.wrong).toEqual([
    'Sanctuary Hotel New York: Room QUEEN SIZE BED is none, found Sanctuary Queen',
    'NH Collection New York Madison Avenue: JUNIOR SUITE STANDARD is none, found JUNIOR SUITE (2 AD + 1CH) or JUNIOR SUITE (3PAX)',
  ])
  expect(Number(all?.right) / Number(all?.found)).toBeGreaterThanOrEqual(0.99)
  expect(Number(all?.right) / Number(all?.there)).toBeGreaterThanOrEqual(0.8)
})

test('of the sandbox’s rooms, misleading names among them, those compared are right, and nearly all are compared', async () => {
  const { rows, wrong, missed } = await measureRooms({
    environment: sandbox.environment,
    seed: SEED,
    every: EVERY,
  })
  const sum = (read: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + read(row), 0)
  expect(rows).toHaveLength(5)
  expect(wrong).toEqual([])
  expect(sum((row) => row.right) / sum((row) => row.there), missed.join('\n')).toBeGreaterThanOrEqual(0.9)
})
