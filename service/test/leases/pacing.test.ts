import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPacing } from '../../src/leases/pacing.ts'

/** Notes when each piece began and ended. */
function pieces() {
  const pacing = createPacing()
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

test('pieces run one at a time, in order, each followed by a rest of four times its length', async () => {
  const { times, piece } = pieces()
  expect(await Promise.all([piece(20), piece(5), piece(10)])).toEqual([20, 5, 10])
  for (const [before, after] of [
    [times[0], times[1]],
    [times[1], times[2]],
  ]) {
    if (!before || !after) throw new Error('a piece did not run')
    const tookMs = before.to - before.from
    expect(after.from - before.to).toBeGreaterThanOrEqual(4 * tookMs - 2)
  }
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
