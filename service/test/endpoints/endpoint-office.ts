import assert from 'node:assert/strict'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { type Answer, call } from '../support/client.ts'
import { takeClock } from '../support/database.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'
import { expectDocumentedEvents } from '../support/sent-events.ts'
import { until } from '../support/until.ts'
import { type EventBody, eventOf } from '../webhooks/event-page.ts'
import { openPostOffice, type PostOffice, PUBLIC_URL, SETTINGS } from '../webhooks/post-office.ts'
import { linkIn, type MailServer, openMailServer } from './mail-server.ts'

export interface EndpointBody {
  id: string
  kind: 'webhook' | 'slack' | 'email'
  url?: string
  address?: string
  events: string[] | null
  status: 'active' | 'unverified' | 'paused'
  paused_reason: string | null
  failing_since: string | null
  description: string | null
  created_at: string
  secret?: string
}

export interface Attempted {
  endpoint: string
  status: 'pending' | 'delivered' | 'failed'
  next_attempt_at: string | null
  attempts: { at: string; status: number | null; error: string | null; duration_ms: number }[]
}

export type EndpointEvent = Omit<EventBody, 'delivery'> & { deliveries: Attempted[]; reason?: string }

/** A post office with an API, a mail server, and the database's clock in the test's hands. */
export interface EndpointOffice extends PostOffice {
  api: ApiProcess
  mail: MailServer
  ask(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    owner?: TestAccount,
  ): Promise<Answer>
  create(body: object, owner?: TestAccount): Promise<EndpointBody>
  /** An e-mail endpoint whose link was followed. Its courier must run. */
  createMailbox(address: string, owner?: TestAccount): Promise<EndpointBody>
  read(id: string): Promise<EndpointBody>
  /** The number of an endpoint, as events name it. */
  numberOf(endpoint: EndpointBody): Promise<number>
  event(id: string, owner?: TestAccount): Promise<EndpointEvent>
  later(seconds: number): Promise<void>
  /** Waits until nothing that is due is left to be sent. */
  quiet(): Promise<void>
  now(): number
  /** Of an account with nothing in it. */
  newOwner(): Promise<TestAccount>
  stop(): Promise<void>
}

const START = '2026-11-15T12:00:00.000Z'

export async function openEndpointOffice(): Promise<EndpointOffice> {
  const office = await openPostOffice()
  const mail = await openMailServer()
  const api = await startApi(office.database.url, {
    ...SETTINGS,
    SMTP_URL: mail.url,
    MAIL_FROM: 'alerts@vacancy.example',
    PUBLIC_URL,
  })
  let nowMs = Date.parse(START)
  const clock = await takeClock(office.database.pool, START)
  const ask: EndpointOffice['ask'] = (method, path, body, owner = office.account) =>
    call(api.url, method, `/v1${path}`, { key: owner.key, ...(body && { body }) })
  const create: EndpointOffice['create'] = async (body, owner) => {
    const answer = await ask('POST', '/endpoints', body, owner)
    assert.deepEqual([answer.status, answer.charged], [201, 0], JSON.stringify(answer.body))
    return answer.body as EndpointBody
  }
  return {
    ...office,
    api,
    mail,
    ask,
    create,
    createMailbox: async (address, owner) => {
      // Other tests may have asked this address before.
      await office.database.pool.query('truncate throttles')
      const endpoint = await create({ kind: 'email', address }, owner)
      const asked = () => mail.mails.find(({ to }) => to && 'text' in to && to.text === address)
      await until(async () => asked() !== undefined)
      const { pathname, search } = new URL(linkIn(asked() as Parameters<typeof linkIn>[0], '/mail/verify'))
      const answer = await fetch(api.url + pathname + search, { method: 'POST' })
      assert.equal(answer.status, 200, await answer.text())
      return endpoint
    },
    read: async (id) => (await ask('GET', `/endpoints/${id}`)).body as EndpointBody,
    numberOf: async ({ id }) => {
      const { rows } = await office.database.pool.query<{ id: number }>(
        'select id from hooks where public_id = $1',
        [id],
      )
      return rows[0]?.id ?? 0
    },
    event: async (id, owner = office.account) =>
      (await eventOf(api.url, owner.key, id)) as unknown as EndpointEvent,
    later: async (seconds) => {
      nowMs += seconds * 1000
      await clock.set(new Date(nowMs).toISOString())
      await office.wake()
    },
    quiet: () =>
      until(async () => {
        const { rows } = await office.database.pool.query(
          "select 1 from deliveries where state = 'r' or (state in ('q', 'w') and due_at <= ledger_now()) limit 1",
        )
        return rows.length === 0
      }),
    now: () => nowMs,
    newOwner: () => newAccount(office.database.pool, 'pro', { rps: 1_000_000 }),
    stop: async () => {
      await expectDocumentedEvents(office.database.pool, 'endpoint.')
      await api.stop('SIGKILL')
      await mail.stop()
      await office.close()
    },
  }
}
