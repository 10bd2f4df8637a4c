import { expect, test } from 'vitest'
import { createTurns } from '../../src/kernel/turns.ts'

/** Work that ends when it is told to. */
function controlled() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () => {
    begun.push(name)
    const { promise, resolve } = Promise.withResolvers<string>()
    ends.push(() => resolve(name))
    return promise
  }
  return { begun, work, endNext: () => ends.shift()?.() }
}

test('two at a time, and whoever waits alone does not wait for all of a neighbour’s', async () => {
  const turns = createTurns<number>(2)
  const { begun, work, endNext } = controlled()
  const greedy = ['g1', 'g2', 'g3', 'g4', 'g5'].map((name) => turns.take(1, work(name)))
  const modest = turns.take(2, work('m1'))
  await Promise.resolve()
  expect(begun).toEqual(['g1', 'g2'])
  for (let ended = 0; ended < 6; ended += 1) {
    endNext()
    await new Promise(setImmediate)
  }
  expect(begun).toEqual(['g1', 'g2', 'g3', 'm1', 'g4', 'g5'])
  expect(await modest).toBe('m1')
  expect(await Promise.all(greedy)).toEqual(['g1', 'g2', 'g3', 'g4', 'g5'])
})

test('work that fails gives its place to the next', async () => {
  const turns = createTurns<number>(1)
  const failed = turns.take(1, async () => {
    throw new Error('broken')
  })
  const next = turns.take(1, async () => 'done')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
