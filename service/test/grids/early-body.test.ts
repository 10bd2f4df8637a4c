import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsBody } from '../../src/grids/body.ts'
import { lineOf } from '../../src/grids/cell-writer.ts'
import { createEarlyBodies, type EarlyBody } from '../../src/grids/early-body.ts'
import type { Grid } from '../../src/grids/grid.ts'
import { nightsBetween } from '../../src/kernel/dates.ts'
import { currencyNo } from '../../src/kernel/money.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import { FAMILIES } from '../../src/sources/registry.ts'

const [source] = loadCatalog({ env: {}, sourcesFile: undefined, families: FAMILIES }).sources
if (!source) throw new Error('the catalog is empty')
const nowMs = Date.parse('2026-11-15T12:00:00Z')
const grid: Grid = {
  hotels: ['A', 'B', 'C', 'D'].map((hotelCode) => ({ source, hotelCode })),
  nights: nightsBetween('2026-12-01', '2026-12-30'),
  lengths: [1],
  kind: 'cash',
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'USD',
  notBeforeMs: 0,
}

/** The lines of two hotels: the grid is read in halves. */
const halves = [0, 2].map((first) =>
  Buffer.concat(
    [first, first + 1].flatMap((hotel) =>
      grid.nights.map((night, no) =>
        lineOf({
          hotel,
          night,
          los: '1',
          seenMs: nowMs - 1000 * no,
          status: 'a',
          minLos: '',
          quoted: currencyNo('USD'),
          bar: String(1000 * hotel + no),
          barAfterTax: '',
          member: '',
          points: '',
          pointsCash: '',
          copay: '',
          premium: false,
          cpp: '',
          cppPointsCash: '',
        }),
      ),
    ),
  ),
)

function begun(begin: ReturnType<typeof createEarlyBodies>): EarlyBody {
  const early = begin(grid, nowMs)
  if (!early) throw new Error('there was no place')
  return early
}

/** Up to the end of the line at this position. */
function lineEnd(lines: Buffer, at: number): number {
  const end = lines.indexOf('\n', at)
  return end === -1 ? lines.length : end + 1
}

test('however the lines arrive, also in memory of earlier answers, the answer is the one that is written afterwards', async () => {
  const begin = createEarlyBodies()
  const expected = await text(cellsBody(halves, grid, nowMs))
  const arrivals = fc.array(fc.record({ half: fc.nat(1), size: fc.integer({ min: 1, max: 900 }) }), {
    maxLength: 60,
  })
  await fc.assert(
    fc.asyncProperty(arrivals, async (sizes) => {
      const early = begun(begin)
      const at = [0, 0]
      const rest = [0, 1].map((half) => ({ half, size: Number.POSITIVE_INFINITY }))
      for (const { half, size } of [...sizes, ...rest]) {
        const from = at[half] ?? 0
        const lines = halves[half] ?? Buffer.alloc(0)
        const to = lineEnd(lines, from + size)
        at[half] = to
        early.take(half, lines.subarray(from, to))
      }
      expect(await text(early.body())).toBe(expected)
      early.close(true)
      early.sent()
    }),
    { numRuns: 50 },
  )
})

test('the memory of an answer is not used again before it was sent', async () => {
  const begin = createEarlyBodies()
  const first = begun(begin)
  for (const [half, lines] of halves.entries()) first.take(half, lines)
  const pieces: Buffer[] = await first.body().toArray()
  first.close(true)
  const before = Buffer.concat(pieces)
  const second = begin({ ...grid, hotels: grid.hotels.toReversed() }, nowMs)
  for (const [half, lines] of halves.entries()) second?.take(half, lines)
  expect(Buffer.concat(pieces).equals(before)).toBe(true)
})

test('a grid without cells is an empty answer', async () => {
  expect(await text(begun(createEarlyBodies()).body())).toBe('{"cells":[],"count":0}')
})

test('four answers are held at a time; one that was read, cut off or not sold makes room', async () => {
  const begin = createEarlyBodies()
  const [sent, cutOff, unwanted, unpaid] = [begun(begin), begun(begin), begun(begin), begun(begin)]
  expect(begin(grid, nowMs)).toBeNull()
  const body = sent.body()
  sent.close(true)
  expect(begin(grid, nowMs)).toBeNull()
  await text(body)
  const stream = cutOff.body()
  cutOff.close(true)
  const ended = once(stream, 'close')
  stream.destroy()
  await ended
  unwanted.close(true)
  unpaid.body()
  unpaid.close(false)
  for (let room = 0; room < 4; room += 1) begun(begin)
  expect(begin(grid, nowMs)).toBeNull()
})
