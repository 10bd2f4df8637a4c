import { expect, test } from 'vitest'
import type { TestAccount } from '../support/accounts.ts'
import { until } from '../support/until.ts'
import { hang, ok, openReceiver, status } from '../webhooks/receiver.ts'
import { type EndpointBody, type EndpointOffice, openEndpointOffice } from './endpoint-office.ts'
import { eventsIn, isTo } from './mail-server.ts'

/** The long form: ENDPOINT_EVENTS=10000 vitest run service/test/endpoints/many.test.ts */
const EVENTS = Number(process.env['ENDPOINT_EVENTS'] ?? 250)
const ENDPOINTS = 50
const ACCOUNTS = 5
const KINDS = ['webhook', 'slack', 'email'] as const

interface Made {
  endpoint: EndpointBody
  no: number
  owner: TestAccount
  isHealthy: boolean
  /** Where its events arrive. Answers show only the host of a channel. */
  path: string
}

test('each healthy endpoint of three kinds gets each of its events, while a third of them fails', {
  timeout: 1_200_000,
}, async () => {
  const office = await openEndpointOffice()
  // All at one host, as channels of a chat service are.
  const receiver = await openReceiver()
  receiver.answer((response, received) => {
    const answering = received.path.startsWith('/hang')
      ? hang
      : received.path.startsWith('/fail')
        ? status(500)
        : ok
    answering(response, received)
  })
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
    const path = `/${isHealthy ? 'good' : at % 2 === 0 ? 'fail' : 'hang'}${at}`
    const url = receiver.url + path
    const endpoint =
      kind === 'email'
        ? await office.create({ kind, address: `${isHealthy ? 'good' : 'bad'}${at}@example.com` }, owner)
        : await office.create({ kind, url }, owner)
    made.push({ endpoint, no: await office.numberOf(endpoint), owner, isHealthy, path })
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
  const healthyNos = made.flatMap(({ no, isHealthy }) => (isHealthy ? [no] : []))
  const open = async () => {
    const { rows } = await office.database.pool.query<{ open: number }>(
      `select count(*) as open from deliveries d where d.hook = any($1::bigint[]) and d.state <> 'd'`,
      [healthyNos],
    )
    return rows[0]?.open ?? 0
  }
  // A mail holds at most 500 events, and the next one comes an hour later.
  const isQuiet = async () => {
    const { rows } = await office.database.pool.query(
      "select 1 from deliveries where hook = any($1::bigint[]) and (state = 'r' or (state in ('q', 'w') and due_at <= ledger_now())) limit 1",
      [healthyNos],
    )
    return rows.length === 0
  }
  await until(isQuiet, 900_000)
  const tookMs = performance.now() - startedMs

  for (let hour = 0; (await open()) > 0; hour += 1) {
    expect(hour).toBeLessThan(24)
    await office.later(3600)
    await until(isQuiet, 900_000)
  }
  expect(receiver.received.some(({ path }) => path.startsWith('/hang'))).toBe(true)
  const idsOf = (owner: TestAccount) => sent.find((one) => one.owner === owner)?.ids ?? []
  for (const { owner, no } of made.filter(({ isHealthy }) => isHealthy)) {
    expect(await statesOf(office, no)).toEqual({ d: idsOf(owner).length })
  }
  for (const { no } of made.filter(({ isHealthy }) => !isHealthy)) {
    expect(await statesOf(office, no)).not.toHaveProperty('d')
  }
  for (const { endpoint, owner, path } of made.filter(({ isHealthy }) => isHealthy)) {
    const got =
      endpoint.kind === 'email'
        ? office.mail.mails
            .filter((mail) => mail.headers.has('x-watch-id') && isTo(mail, endpoint.address ?? ''))
            .flatMap(eventsIn)
        : receiver.received
            .filter((one) => one.path === path)
            .map(({ body }) => /evt_\w{22}/.exec(body)?.[0] ?? '')
    // A mail whose acceptance was not heard of in time is sent again, so only the events count.
    const once = endpoint.kind === 'email' ? [...new Set(got)] : got
    expect(once.toSorted()).toEqual(idsOf(owner).toSorted())
  }
  process.stdout.write(
    `${sent.length * Math.ceil(EVENTS / ACCOUNTS)} events over ${ENDPOINTS} endpoints: the healthy ones had all after ${Math.round(tookMs)} ms\n`,
  )
  await receiver.stop()
  await Promise.all(couriers.map((courier) => courier.close()))
  await office.stop()
})

/** How many deliveries of events are in each state. */
async function statesOf(office: EndpointOffice, no: number): Promise<Record<string, number>> {
  const { rows } = await office.database.pool.query<{ state: string; count: number }>(
    `select d.state, count(*) from deliveries d join events e on e.no = d.event
     where d.hook = $1 and e.watch is not null group by d.state`,
    [no],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}
