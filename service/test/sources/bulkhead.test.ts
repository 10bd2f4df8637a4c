import { describe, expect, test } from 'vitest'
import { createBulkhead } from '../../src/sources/bulkhead.ts'

const open = new AbortController().signal

/** Enters, and notes the name when it has a place. */
function entering(bulkhead: ReturnType<typeof createBulkhead>, admitted: string[]) {
  return (name: string, background: boolean) =>
    bulkhead.enter(open, background).then((leave) => {
      admitted.push(name)
      return leave
    })
}

describe('background calls', () => {
  test('hold a quarter of the places', async () => {
    const bulkhead = createBulkhead(8)
    const admitted: string[] = []
    const enter = entering(bulkhead, admitted)
    const [first] = await Promise.all([enter('b1', true), enter('b2', true)])
    const third = enter('b3', true)
    await enter('p1', false)
    expect(admitted).toEqual(['b1', 'b2', 'p1'])
    first()
    await third
    expect(admitted).toEqual(['b1', 'b2', 'p1', 'b3'])
    expect(bulkhead.busy()).toBe(3)
  })

  test('wait behind every other call', async () => {
    const bulkhead = createBulkhead(1)
    const admitted: string[] = []
    const enter = entering(bulkhead, admitted)
    const leave = await enter('p1', false)
    const background = enter('b1', true)
    const people = [enter('p2', false), enter('p3', false)]
    leave()
    for (const next of people) (await next)()
    ;(await background)()
    expect(admitted).toEqual(['p1', 'p2', 'p3', 'b1'])
    expect(bulkhead.busy()).toBe(0)
  })

  test('that give up leave the line', async () => {
    const bulkhead = createBulkhead(1)
    const leave = await bulkhead.enter(open)
    const impatient = new AbortController()
    const waiting = bulkhead.enter(impatient.signal, true)
    impatient.abort()
    await expect(waiting).rejects.toMatchObject({ kind: 'timed_out' })
    leave()
    expect(bulkhead.busy()).toBe(0)
  })
})
