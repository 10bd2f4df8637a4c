import { expect, test } from 'vitest'
import { newOrderedId } from '../../src/kernel/ids.ts'
import type { Logged } from '../../src/requests/logged.ts'
import { createRecorder } from '../../src/requests/recorder.ts'

const answered = (account: number) => ({
  id: newOrderedId(),
  requestId: 'req_test',
  account,
  key: account,
  method: 'POST',
  path: '/v1/shop',
  status: 200,
  credits: 250,
  tookMs: 1,
  fromPage: false,
  body: '{}',
  answer: '{}',
})

test('a busy process logs its requests evenly, a few per statement, and counts the others', async () => {
  const batches: Logged[][] = []
  const time = { ms: 0 }
  const recorder = createRecorder({
    write: async (batch) => void batches.push([...batch]),
    log: { warn: () => {} },
    nowMs: () => time.ms,
  })
  const recordMany = () => {
    for (let account = 1; account <= 500; account += 1) recorder.record(answered(account))
  }
  const taken: number[] = []
  for (const ms of [0, 10, 100, 200, 1200, 2200, 10_000]) {
    time.ms = ms
    const before = batches.flat().length
    recordMany()
    await recorder.close()
    taken.push(batches.flat().length - before)
  }
  // After 2000 requests in the second before, after 500, and after a pause.
  expect(taken.slice(4)).toEqual([32, 56, 64])
  expect(taken.slice(0, 4)).toEqual([64, 1, 9, 10])
  expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(32)
  const first = batches.flat().findLast(({ account }) => account === 1)
  expect(first?.unlisted).toBe(0)
  const last = batches.flat().findLast(({ account }) => account === 64)
  expect(last?.unlisted).toBe(5)
})
