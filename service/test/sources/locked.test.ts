import { expect, test } from 'vitest'
import { errorText } from '../../src/mcp/advice.ts'
import { toApiError } from '../../src/sources/failures.ts'
import { createGateway } from '../../src/sources/gateway.ts'
import { type Family, SourceFailure } from '../../src/sources/source.ts'
import { failureOf } from './failure-of.ts'
import { silentLog, toyCatalog, toyFamily, toySource } from './toy-source.ts'

const refusing: Family = {
  ...toyFamily,
  bind: () => ({
    shop: () => Promise.reject(new SourceFailure('refused', 'HTTP 401: who are you?', { locked: true })),
  }),
}

test('refused credentials are told as such, also while calls are held back, to people and to agents', async () => {
  const catalog = toyCatalog(toySource('toy', 'http://toy.invalid'))
  const gateway = createGateway({ catalog, families: [refusing], now: Date.now, log: silentLog })
  const stay = {
    hotelCode: 'H1',
    checkin: '2027-03-01',
    los: 1,
    occupancy: { adults: 2, children: 0, rooms: 1 },
    currency: 'USD',
  }
  const failures: SourceFailure[] = []
  for (let call = 0; call < 12; call += 1) failures.push(await failureOf(gateway.shop('toy', stay)))
  await gateway.close()
  expect(failures.map(({ heldBack }) => heldBack)).toContain(true)
  for (const failure of failures) {
    const error = toApiError(failure, 'toy')
    expect(error.message).toContain('Its operator must check them.')
    expect(errorText(error, 'req_1', 0)).toContain('Next: Tell the user; calling again will not help.')
  }
})
