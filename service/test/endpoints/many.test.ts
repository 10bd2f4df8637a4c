import { expect, test } from 'vitest'
import type { TestAccount } from '../support/accounts.ts'
import { until } from '../support/until.ts'
import { hang, ok, openReceiver, status } from '../webhooks/receiver.ts'
import { type EndpointBody, openEndpointOffice } from './endpoint-office.ts'

/** The long form: ENDPOINT_EVENTS=10000 vitest run service/test/endpoints/many.test.ts */
const EVENTS = Number(process.env['ENDPOINT_EVENTS'] ?? 500)
const ENDPOINTS = 50
const ACCOUNTS = 5
const KINDS = ['webhook', 'slack', 'email'] as const

interface Made {
  endpoint: EndpointBody
  no: number
  owner: TestAccount
  isHealthy: boolean
}

test('each healthy endpoint of three kinds gets each of its events, while a third of them fails', {
  timeout: 1_200_000,
}, async () => {
  const office = await openEndpointOffice()
  const [healthy, failing, hanging] = await Promise.all([openReceiver(), openReceiver(), openReceiver()])
  healthy.answer(ok)
  failing.answer(status(500))
  hanging.answer(hang)
  office.mail.behave((to) => (to.startsWith('bad') ? 'greylist' : 'take'))
  const couriers = await Promise.all(
    [1, 2].map(() => office.courier({ mailUrl: office.mail.url, timeoutMs: 120_000 })),
  )
  const owners = await Promise.all(Array.from({ length: ACCOUNTS }, () => office.newOwner()))
  const made: Made[] = []
  for (let at = 0; at < ENDPOINTS; at += 1) {
    const owner = owners[at % ACCOUNTS] as TestAccount
    const kind = KINDS[Math.floor(at / 3) % 3] ?? 'webhook'
    const isHealthy = at % 3 !== 0
    const url = `${(isHealthy ? healthy : at % 2 === 0 ? failing : hanging).url}/${at}`
    const endpoint =
      kind === 'email'
        ? await office.create({ kind, address: `${isHealthy ? 'good' : 'bad'}${at}@example.com` }, owner)
        : await office.create({ kind, url }, owner)
    made.push({ endpoint, no: await office.numberOf(endpoint), owner, isHealthy })
  }
  // The owners of all mailboxes have agreed, also of those that will not take anything.
  await office.database.pool.query('update hooks set unverified = false')

  const startedMs = performance.now()
  const sent = await Promise.all(
    owners.map(async (owner) => {
      const theirs = made.filter((one) => one.owner === owner)
      const count = Math.ceil(EVENTS / ACCOUNTS)
      const watchId = `wat_${owner.no}`
      const ids = await office.send(
        { no: 0, secret: '' },
        {
          account: owner.no,
          hook: null,
          endpoints: theirs.map(({ no }) => no),
          count,
          watchId,
          body: { watch_id: watchId, name: 'Inn', chain: 'aurelia', hotel_code: 'X' },
        },
      )
      return { owner, ids }
    }),
  )
  const open = async () => {
    const { rows } = await office.database.pool.query<{ open: number }>(
      `select count(*) as open from deliveries d where d.hook = any($1::bigint[]) and d.state <> 'd'`,
      [made.flatMap(({ no, isHealthy }) => (isHealthy ? [no] : []))],
    )
    return rows[0]?.open
  }
  await until(async () => (await open()) === 0, 900_000)
  const tookMs = performance.now() - startedMs

  // The clock stood still: nothing that failed was tried again, and those that hang still do.
  expect(hanging.received.length).toBeGreaterThan(0)
  for (const { endpoint, owner, isHealthy, no } of made) {
    const { ids = [] } = sent.find((one) => one.owner === owner) ?? {}
    const { rows } = await office.database.pool.query<{ state: string; count: number }>(
      `select d.state, count(*) from deliveries d join events e on e.no = d.event
       where d.hook = $1 and e.watch is not null group by d.state`,
      [no],
    )
    const states = Object.fromEntries(rows.map(({ state, count }) => [state, count]))
    if (isHealthy) expect(states).toEqual({ d: ids.length })
    else expect(states).not.toHaveProperty('d')
    if (!isHealthy) continue
    const got =
      endpoint.kind === 'email'
        ? office.mail.mails
            .filter(
              ({ to, headers }) =>
                headers.has('x-watch-id') && to && 'text' in to && to.text === endpoint.address,
            )
            .flatMap(({ headers }) => String(headers.get('x-event-id')).split(' '))
        : healthy.received
            .filter(({ path }) => endpoint.url?.endsWith(path))
            .map(({ body }) => /evt_\w{22}/.exec(body)?.[0] ?? '')
    expect(new Set(got)).toEqual(new Set(ids))
    if (endpoint.kind !== 'email') expect(got).toHaveLength(ids.length)
  }
  process.stdout.write(
    `${sent.length * Math.ceil(EVENTS / ACCOUNTS)} events over ${ENDPOINTS} endpoints: the healthy ones had all after ${Math.round(tookMs)} ms\n`,
  )
  await Promise.all([healthy, failing, hanging].map((receiver) => receiver.stop()))
  await Promise.all(couriers.map((courier) => courier.close()))
  await office.stop()
})
