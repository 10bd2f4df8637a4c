import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellCount, cellIndex, type Grid, gridNights } from '../../src/grids/grid.ts'
import { pricesOf } from '../../src/grids/prices.ts'
import type { TaskAsk } from '../../src/grids/task-ask.ts'
import { planTasks } from '../../src/grids/tasks.ts'
import { nightOfDay } from '../../src/kernel/dates.ts'
import { DEFAULT_OCCUPANCY } from '../../src/kernel/occupancy.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import { FAMILIES } from '../../src/sources/registry.ts'

const catalog = loadCatalog({ env: {}, sourcesFile: undefined, families: FAMILIES })

const grids = fc
  .record({
    /** A few sources with a few hotels each, mixed. */
    hotels: fc.array(fc.nat({ max: catalog.sources.length - 1 }), { minLength: 1, maxLength: 60 }),
    days: fc.uniqueArray(fc.nat({ max: 200 }), { minLength: 1, maxLength: 40 }),
    lengths: fc.subarray([1, 2, 3, 7], { minLength: 1 }),
    kind: fc.constantFrom('cash' as const, 'award' as const),
    stored: fc.infiniteStream(fc.boolean()),
  })
  .map(({ hotels, days, lengths, kind, stored }) => {
    const grid: Grid = {
      hotels: hotels.flatMap((at, index) => {
        const source = catalog.sources[at]
        return source ? [{ source, hotelCode: `H${index}` }] : []
      }),
      ...gridNights(days.toSorted((a, b) => a - b).map((day) => nightOfDay(20_800 + day))),
      lengths,
      kind,
      occupancy: DEFAULT_OCCUPANCY,
      currency: 'USD',
      notBeforeMs: 0,
    }
    const isStored = Array.from({ length: cellCount(grid) }, () => stored.next().value)
    return { grid, isStored: (index: number) => isStored[index] ?? false }
  })

test('the tasks of a grid ask once for every missing cell, in the order of the cells, and cost what these cost', async () => {
  await fc.assert(
    fc.asyncProperty(grids, async ({ grid, isStored }) => {
      const planned = await planTasks(grid, isStored)
      const tasks = [...planned]
      const asked = tasks.flatMap(({ source, ask }) => cellsOf(grid, source, ask as TaskAsk))
      const missing = Array.from({ length: cellCount(grid) }, (_, index) => index).filter(
        (index) => !isStored(index),
      )
      expect(asked.toSorted((a, b) => a - b)).toEqual(missing)
      const first = tasks.map(({ firstCell }) => firstCell)
      expect(first).toEqual(first.toSorted((a, b) => a - b))
      expect(tasks.map(({ source, ask }) => Math.min(...cellsOf(grid, source, ask as TaskAsk)))).toEqual(
        first,
      )
      expect(planned.count).toBe(tasks.length)
      const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)
      expect(planned.worst).toBe(sum(tasks.map(({ worst }) => worst)))
      expect(planned.worst).toBe(sum(pricesOf(grid, isStored).live))
      // They are written later, and perhaps once more.
      expect([...planned]).toEqual(tasks)
    }),
    { numRuns: 60 },
  )
})

/** The positions of the cells that a task asks for. */
function cellsOf(grid: Grid, source: string, { hotelCodes, nights, los }: TaskAsk): number[] {
  return hotelCodes.flatMap((code) => {
    const hotel = grid.hotels.findIndex((at) => at.source.id === source && at.hotelCode === code)
    return nights.map((night) =>
      cellIndex(grid, hotel, grid.nights.indexOf(night), grid.lengths.indexOf(los)),
    )
  })
}
