import { pino } from 'pino'
import { inTransaction } from '../../src/db/pool.ts'
import { createBookingLinks } from '../../src/endpoints/booking-link.ts'
import { pauseEndpoints } from '../../src/endpoints/pause.ts'
import { createSenders } from '../../src/endpoints/senders.ts'
import { startWorkerPool, type WorkerPool } from '../../src/leases/worker-pool.ts'
import { createMailer } from '../../src/mail/mailer.ts'
import { createUnasked } from '../../src/mail/unasked.ts'
import { createVault, type Vault } from '../../src/ops/vault.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import { FAMILIES } from '../../src/sources/registry.ts'
import type { AllowPrivate } from '../../src/webhooks/address.ts'
import { createGuardedAgent, type Resolve } from '../../src/webhooks/agent.ts'
import { createDeliveryQueue, deliveryWork } from '../../src/webhooks/delivery-work.ts'
import { type NewEvent, recordEvents } from '../../src/webhooks/events.ts'
import { createHook } from '../../src/webhooks/hooks.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

export const SECRET_KEY = '5ec2e7'.padEnd(64, '0')
export const vault = createVault(Buffer.from(SECRET_KEY, 'hex'))

/** The settings of a process that shares the post office's secrets and may send to this machine. */
export const SETTINGS = { SECRET_KEY, ALLOW_PRIVATE_WEBHOOKS: 'true' }

export const PUBLIC_URL = 'https://vacancy.example'

export interface Hook {
  no: number
  secret: string
}

/** A database, an account, and whatever a test sends from there. */
export interface PostOffice {
  database: TestDatabase
  account: TestAccount
  hook(url: string, account?: TestAccount): Promise<Hook>
  /** So many events to a hook, in one transaction. Returns their ids. */
  send(hook: Hook, how?: Partial<NewEvent> & { count?: number }): Promise<string[]>
  courier(how?: CourierSettings): Promise<Courier>
  /** Wakes the couriers: after the clock has moved, for one. */
  wake(): Promise<void>
  close(): Promise<void>
}

/** A worker that delivers events, and the hooks whose receiver it found gone. */
export interface Courier extends WorkerPool {
  gone: number[]
}

export interface CourierSettings {
  timeoutMs?: number
  allowPrivate?: AllowPrivate
  resolve?: Resolve
  /** With another SECRET_KEY than the hooks. */
  vault?: Vault
  /** The address of a mail server. */
  mailUrl?: string
}

export async function openPostOffice(): Promise<PostOffice> {
  const database = await createTestDatabase()
  // With a clock that stands still, a second's worth of requests is all there is.
  const account = await newAccount(database.pool, 'pro', { rps: 1_000_000 })
  return {
    database,
    account,
    hook: (url, owner = account) =>
      inTransaction(database.pool, (client) => createHook(client, vault, { account: owner.no, url })),
    send: ({ no }, { count = 1, ...how } = {}) =>
      inTransaction(database.pool, (client) =>
        recordEvents(
          client,
          Array.from({ length: count }, (_, index) => ({
            account: account.no,
            type: 'watch.changed',
            hook: no,
            watchId: 'wat_1',
            jobId: null,
            body: { watch_id: 'wat_1', night: '2027-01-01', note: `Zürich – 東京 ${index}` },
            ...how,
          })),
        ),
      ),
    courier: (how) => courierOf(database, how),
    wake: async () => {
      await database.pool.query("select pg_notify('deliveries_waiting', '')")
    },
    close: () => database.drop(),
  }
}

const CATALOG = loadCatalog({ env: {}, sourcesFile: undefined, families: FAMILIES })

async function courierOf(
  { pool, url }: TestDatabase,
  { timeoutMs = 15_000, allowPrivate = 'all', resolve, vault: keys = vault, mailUrl }: CourierSettings = {},
): Promise<Courier> {
  const log = pino({ level: 'silent' })
  const gone: number[] = []
  const agent = createGuardedAgent({ allowPrivate, ...(resolve && { resolve }) })
  const work = deliveryWork({
    pool,
    vault: keys,
    log,
    senders: createSenders(
      { agent, timeoutMs, keepsAnswer: true, now: Date.now },
      {
        pool,
        mailer: mailUrl === undefined ? null : mailerTo(mailUrl),
        publicUrl: PUBLIC_URL,
        unasked: createUnasked({
          pool,
          publicUrl: PUBLIC_URL,
          key: () => keys.derive('links that stop mails'),
          now: Date.now,
        }),
        bookingLink: createBookingLinks(CATALOG),
        fileAt: async () => null,
        now: Date.now,
      },
    ),
    now: Date.now,
    // In the middle: the waits are exactly those of the schedule.
    random: () => 0.5,
    onGone: async (_client, hooks) => {
      gone.push(...hooks)
    },
    pauseEndpoints,
    observe: () => {},
  })
  const courier = await startWorkerPool({
    pool,
    listenUrl: url,
    log,
    queue: createDeliveryQueue(pool),
    works: [work],
  })
  return {
    gone,
    close: async () => {
      await courier.close()
      await agent.destroy()
    },
  }
}

function mailerTo(url: string) {
  return createMailer({
    url,
    from: 'Vacancy <alerts@vacancy.example>',
    log: pino({ level: 'silent' }),
    timeoutMs: 2000,
  })
}
