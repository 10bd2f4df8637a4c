import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createIdleShare } from '../../src/leases/idle-share.ts'
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
  { share: 1, least: 3 },
  { share: 0.5, least: 12 },
  { share: 0, least: 60 },
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

test('without a measure of the machine there are no rests', async () => {
  const { times, piece } = pieces(null)
  await Promise.all([piece(20), piece(1)])
  expect((times[1]?.from ?? 0) - (times[0]?.to ?? 0)).toBeLessThan(20)
})

test('the idle share is that of the time since it was last asked', () => {
  const ticks = [
    { idle: 100, all: 200 },
    { idle: 150, all: 300 },
    { idle: 150, all: 300 },
    { idle: 151, all: 400 },
  ]
  const idle = createIdleShare(() => ticks.shift() ?? { idle: 0, all: 0 })
  expect([idle(), idle(), idle()]).toEqual([0.5, 1, 0.01])
})

test('a busy core is not idle', () => {
  const idle = createIdleShare()
  const untilMs = performance.now() + 200
  while (performance.now() < untilMs) Math.sqrt(untilMs)
  expect(idle()).toBeLessThan(0.99)
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
