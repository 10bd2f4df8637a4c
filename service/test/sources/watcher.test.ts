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

it('a watcher that holds an answer takes neither its place nor its time', async () => {
  const server = await startToyServer()
  server.answerWith((request, response) => {
    response.end(JSON.stringify(stayAnswer(request.url?.split('/')[2] ?? '')))
  })
  const held: (() => void)[] = []
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
  const asked = ['H1', 'H2'].map((hotelCode) => gateway.shop('toy', { ...STAY, hotelCode }))
  await until(async () => held.length === 2)
  await pause(400)
  const answered = Promise.all(asked)
  expect(await Promise.race([answered, pause(50)])).toBeUndefined()
  for (const letGo of held) letGo()
  expect((await answered).map(({ answer }) => answer.hotel?.hotelCode)).toEqual(['H1', 'H2'])
})
