import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openVisitor, type Visitor } from '../../dashboard/test/support/visitor.ts'
import { startThrowawayService, type ThrowawayService } from '../../service/scripts/throwaway-service.ts'
import { setOperator, setPlan } from '../../service/src/accounts/store.ts'
import { readConfig } from '../../service/src/config.ts'
import { openDatabase } from '../../service/src/db/database.ts'
import { createPool, type Pool } from '../../service/src/db/pool.ts'
import type { PlanName } from '../../service/src/kernel/plan-names.ts'
import { newClaimLink } from '../../service/src/sessions/claim-link.ts'

/** The product as `npm start` runs it, in a temporary home, with one user signed up. */
export interface Showroom {
  url: string
  visitor: Visitor
  /** A webhook that works, and one that fails. */
  hooks: { good: string; broken: string }
  control: ThrowawayService['control']
  /** Sets the ledger's clock back, so that a month of use takes a minute. */
  daysBack(days: number): Promise<void>
  setPlan(plan: PlanName): Promise<void>
  /** The path of the link that a first start prints. */
  claim(): Promise<string>
  stop(): Promise<void>
}

export const OWNER = { email: 'ada@example.com', password: 'correct horse battery' }

export async function openShowroom(): Promise<Showroom> {
  const service = await startThrowawayService('pictures')
  const { url, env, control } = service
  const database = await openDatabase(readConfig(env), { share: true })
  const pool = createPool({ url: database.url, max: 1, name: 'pictures', onIdleError: () => {} })
  const hooks = await openHooks()
  const visitor = openVisitor(url)
  const turnBack = (days: number) => putClockBack(pool, days)
  await turnBack(14)
  const { body } = await visitor.call('POST', '/sign-up', { body: OWNER })
  const { id } = body['account'] as { id: string }
  await setPlan(pool, id, 'pro')
  await setOperator(pool, id, true)
  return {
    url,
    visitor,
    hooks,
    control,
    daysBack: turnBack,
    setPlan: async (plan) => void (await setPlan(pool, id, plan)),
    claim: async () => `/claim/${(await newClaimLink(pool))?.token}`,
    stop: async () => {
      await pool.end()
      hooks.stop()
      await service.stop()
    },
  }
}

async function putClockBack(pool: Pool, days: number): Promise<void> {
  await pool.query(`create or replace function ledger_now() returns timestamptz language sql volatile
    as $$ select clock_timestamp() - interval '${Math.trunc(days)} days' $$`)
}

async function openHooks() {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/broken' ? 503 : 200
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const at = (path: string) => `http://127.0.0.1:${port}/${path}`
  return { good: at('rates'), broken: at('broken'), stop: () => server.close() }
}
