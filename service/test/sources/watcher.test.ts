import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createGateway } from '../../src/sources/gateway.ts'
import { until } from '../support/until.ts'
import { silentLog, startToyServer, stayAnswer, toyCatalog, toyFamily, toySource } from './toy-source.ts'

const STAY = {
  checkin: '2027-03-01',
  los: 1,
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'USD',
}

const held: (() => void)[] = []

/** A source whose answers a watcher holds, and how many requests it got. */
async function openHeld() {
  let requests = 0
  held.length = 0
  const server = await startToyServer()
  server.answerWith((request, response) => {
    requests += 1
    response.end(JSON.stringify(stayAnswer(request.url?.split('/')[2] ?? '')))
  })
  const gateway = createGateway({
    catalog: toyCatalog(toySource('toy', server.url, { deadlineMs: 300, concurrency: 1 })),
    families: [toyFamily],
    now: Date.now,
    log: silentLog,
    watcher: { saw: () => new Promise<void>((letGo) => held.push(letGo)) },
  })
  onTestFinished(async () => {
    await gateway.close()
    await server.stop()
  })
  return {
    shop: (hotelCode: string) => gateway.shop('toy', { ...STAY, hotelCode }),
    requests: () => requests,
  }
}

it('a watcher that holds an answer takes neither its place nor its time', async () => {
  const { shop } = await openHeld()
  const asked = ['H1', 'H2'].map(shop)
  await until(async () => held.length === 2)
  await pause(400)
  const answered = Promise.all(asked)
  expect(await Promise.race([answered, pause(50)])).toBeUndefined()
  for (const letGo of held) letGo()
  expect((await answered).map(({ answer }) => answer.hotel?.hotelCode)).toEqual(['H1', 'H2'])
})

it('an answer that is held is shared with whoever asks for the same meanwhile', async () => {
  const { shop, requests } = await openHeld()
  const first = shop('H1')
  await until(async () => held.length === 1)
  const second = shop('H1')
  await pause(50)
  for (const letGo of held) letGo()
  expect((await Promise.all([first, second])).map(({ joined }) => joined)).toEqual([false, true])
  expect(requests()).toBe(1)
  await pause(0)
  const third = shop('H1')
  await until(async () => held.length === 2)
  held[1]?.()
  expect((await third).joined).toBe(false)
})
