import { setTimeout as wait } from 'node:timers/promises'
import { readIdentity } from '../db/identity.ts'
import { type Client, createPool, onConnection, type Pool } from '../db/pool.ts'
import { hasReached, primaryPosition, replicaPosition } from '../db/replica/position.ts'
import { type Finding, good, problem, warning } from './finding.ts'
import type { Installation } from './installation.ts'

const MEANWHILE = 'Meanwhile the primary serves its reads.'
const ADVICE = `Set DATABASE_REPLICA_URL to a streaming replica of DATABASE_URL, or remove it. ${MEANWHILE}`
/** As long as a replica may take to be called up to date. */
const PATIENCE_MS = 1000
const LOOK_EVERY_MS = 20

/** Nothing without a replica. */
export async function checkReplica(
  { databaseReplicaUrl: url }: Installation,
  primary: Pool,
): Promise<Finding[]> {
  if (url === '') return []
  const replica = createPool({ url, max: 1, name: 'vacancy doctor', connectMs: 2000, onIdleError: () => {} })
  try {
    return [await onConnection(replica, (client) => examine(client, primary))]
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return [warning('replica', `does not answer: ${why}`, `Look at its log. ${MEANWHILE}`)]
  } finally {
    await replica.end()
  }
}

async function examine(client: Client, primary: Pool): Promise<Finding> {
  if ((await readIdentity(client)) !== (await readIdentity(primary)))
    return problem('replica', 'it is a replica of another database', ADVICE)
  const target = await primaryPosition(primary)
  const askedMs = performance.now()
  for (;;) {
    const position = await replicaPosition(client)
    if (!position) return problem('replica', 'the server is not a replica; was it promoted?', ADVICE)
    if (position.timeline !== target.timeline)
      return problem('replica', 'it does not follow the primary of DATABASE_URL', ADVICE)
    const tookMs = performance.now() - askedMs
    if (hasReached(position, target)) return good('replica', `up to date after ${Math.ceil(tookMs)} ms`)
    if (tookMs > PATIENCE_MS) {
      const kilobytes = Math.ceil((target.bytes - position.bytes) / 1024)
      return warning('replica', `${kilobytes} kB behind`, `Look at its disk and its log. ${MEANWHILE}`)
    }
    await wait(LOOK_EVERY_MS)
  }
}
