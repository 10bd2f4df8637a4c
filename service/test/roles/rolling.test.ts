import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { newAccount, readBooks } from '../support/accounts.ts'
import { post } from '../support/client.ts'
import { useTestDatabase } from '../support/database.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'

test('processes are restarted one after the other under load, and no request fails', async () => {
  const database = await useTestDatabase()
  const account = await newAccount(database.pool, 'scale', { rps: 100_000 })
  const apis = await Promise.all([startApi(database.url), startApi(database.url)])
  onTestFinished(async () => {
    await Promise.all(apis.map((api) => api.stop('SIGKILL')))
  })
  const load = { running: true, out: -1 }
  const answers: { status: number; charged: number }[] = []
  // As a balancer does: nothing new goes to a process that says it is going.
  const client = async (index: number) => {
    for (let call = 0; load.running; call += 1) {
      const turn = (index + call) % 2
      const api = apis[turn === load.out ? 1 - turn : turn] as ApiProcess
      answers.push(
        await post(api.url, '/v1/counter', account.key, call % 2 ? { cached: 1 } : { live: 1, wait_ms: 30 }),
      )
    }
  }
  const clients = Array.from({ length: 16 }, (_, index) => client(index))
  for (const turn of [0, 1]) {
    await wait(500)
    const going = apis[turn] as ApiProcess
    const gone = going.stop()
    await wait(100)
    load.out = turn
    await gone
    apis[turn] = await startApi(database.url)
    load.out = -1
  }
  await wait(500)
  load.running = false
  await Promise.all(clients)
  expect(answers.length).toBeGreaterThan(200)
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  const books = await readBooks(database.pool, account.no)
  const charged = answers.reduce((sum, answer) => sum + answer.charged * 1000, 0)
  expect(books).toMatchObject({ used: charged, lines: charged, held: 0 })
})
