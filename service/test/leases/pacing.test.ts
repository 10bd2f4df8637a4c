import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createIdleShare, watchIdleShare } from '../../src/leases/idle-share.ts'
import { createPacing } from '../../src/leases/pacing.ts'

/** Notes when each piece began and ended. */
function pieces(idle: (() => number) | null = () => 1) {
  const pacing = createPacing(idle)
  const times: { from: number; to: number }[] = []
  const piece = (forMs: number) =>
    pacing.run(async () => {
      const from = performance.now()
      await wait(forMs)
      times.push({ from, to: performance.now() })
      return forMs
    })
  return { pacing, times, piece }
}

test.each([
  { share: 1, least: 2 },
  { share: 0.6, least: 2 },
  { share: 0.5, least: 8 },
])(
  'pieces run one at a time, in order, and rest $least times their length while $share of the machine is idle',
  async ({ share, least }) => {
    const { times, piece } = pieces(() => share)
    expect(await Promise.all([piece(20), piece(5), piece(10)])).toEqual([20, 5, 10])
    for (const [before, after] of [
      [times[0], times[1]],
      [times[1], times[2]],
    ]) {
      if (!before || !after) throw new Error('a piece did not run')
      const tookMs = before.to - before.from
      expect(after.from - before.to).toBeGreaterThanOrEqual(least * tookMs - 3)
    }
  },
)

test('a rest takes ten seconds at most, however busy the machine is', async () => {
  const { times, piece } = pieces(() => 0)
  await Promise.all([piece(20), piece(1)])
  const restedMs = (times[1]?.from ?? 0) - (times[0]?.to ?? 0)
  expect(restedMs).toBeGreaterThanOrEqual(9990)
  expect(restedMs).toBeLessThan(11_000)
})

test('without a measure of the machine there are no rests', async () => {
  const { times, piece } = pieces(null)
  await Promise.all([piece(20), piece(1)])
  expect((times[1]?.from ?? 0) - (times[0]?.to ?? 0)).toBeLessThan(20)
})

test('the idle share is that of the busiest of the last ten looks', () => {
  let now = { idle: 0, all: 0 }
  const { look, least } = createIdleShare(() => now)
  const after = (idlePart: number, times = 1) => {
    for (let time = 0; time < times; time += 1) {
      now = { idle: now.idle + 1000 * idlePart, all: now.all + 1000 }
      look()
    }
    return Number(least().toFixed(2))
  }
  expect(least(), 'nothing is known yet').toBe(1)
  expect(after(0.9)).toBe(0.9)
  expect(after(0.5), 'a busy time').toBe(0.5)
  expect(after(0.8, 9), 'it is remembered').toBe(0.5)
  expect(after(0.8), 'but not for ever').toBe(0.8)
  look()
  expect(least(), 'a clock that has not ticked says nothing').toBe(0.8)
})

test('a busy core is not idle', async () => {
  const idle = watchIdleShare()
  const untilMs = performance.now() + 1000
  while (performance.now() < untilMs) Math.sqrt(untilMs)
  await wait(50)
  expect(idle.least()).toBeLessThan(0.99)
  idle.stop()
})

test('a piece that fails fails its caller, and the next one has its turn', async () => {
  const { pacing, piece } = pieces()
  const failing = pacing.run(async () => {
    throw new Error('no')
  })
  const next = piece(1)
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe(1)
})

test('a process that stops does not wait for rests', async () => {
  const { pacing, piece } = pieces()
  await piece(50)
  const startedMs = performance.now()
  const last = [piece(1), piece(1)]
  pacing.hurry()
  await Promise.all(last)
  expect(performance.now() - startedMs).toBeLessThan(100)
})
