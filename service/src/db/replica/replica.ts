import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Client, onConnection, type Pool } from '../pool.ts'
import { createLag } from './lag.ts'
import { hasReached, type Position, primaryPosition, replicaPosition } from './position.ts'

/**
 * A streaming replica that serves reads. The rule: a read first asks the primary for its position in the write-ahead log, and
 * uses a connection to the replica only once that server has replayed this position. So an answer is never older than one that
 * the primary would have begun at the same time, whichever process wrote before.
 */
export interface Replica {
  /** Runs a read on the replica. Not done: it is behind, away or failed, so the primary must be asked. Never throws. */
  tryRead<T>(pool: Pool, work: (client: Client) => Promise<T>): Promise<Attempt<T>>
  /** How old its state is. */
  lagMs(): number
  stop(): void
}

export type Attempt<T> = { done: true; value: T } | { done: false }

/** `behind`: not replayed in time. `away`: does not answer, or is no replica. `failed`: the read itself failed there. */
export type ReadOutcome = 'served' | 'behind' | 'away' | 'failed'

export interface ReplicaDeps {
  primary: Pool
  /** Connections to the replica for the regular looks, apart from those of the reads. */
  looks: Pool
  log: Logger
  count(outcome: ReadOutcome): void
  /** How long a read had to wait until the replica was as far as the primary. */
  waited(ms: number): void
}

/** How long a read waits for the replica to replay what the primary has. */
const CATCH_UP_MS = 100
const LOOK_EVERY_MS = 500

export function watchReplica({ primary, looks, log, count, waited }: ReplicaDeps): Replica {
  const positionNow = shared(() => primaryPosition(primary))
  const lag = createLag(performance.now())
  /** Why it is not used now; null while it is. Only a look brings it back, so reads do not wait for a replica that is late. */
  let unfit: 'behind' | 'away' | null = 'away'
  const stop = new AbortController()

  function putAside(error: unknown): void {
    if (unfit !== 'away' && !stop.signal.aborted)
      log.warn({ err: error }, 'the replica is not used; the primary serves its reads')
    unfit = 'away'
  }

  async function look(): Promise<void> {
    const askedMs = performance.now()
    const position = await positionNow()
    try {
      const reached = await onConnection(looks, (client) => catchUp(client, position))
      lag.looked(position, askedMs, reached)
      const isSame = hasReached(reached, position)
      if (isSame && unfit === 'away') log.info('the replica serves reads')
      unfit = isSame ? null : 'behind'
    } catch (error) {
      lag.looked(position, askedMs, null)
      putAside(error)
    }
  }

  function askPrimary(outcome: ReadOutcome): { done: false } {
    count(outcome)
    return { done: false }
  }

  async function tryRead<T>(pool: Pool, work: (client: Client) => Promise<T>): Promise<Attempt<T>> {
    if (unfit !== null) return askPrimary(unfit)
    const askedMs = performance.now()
    const position = await positionNow().catch(() => null)
    if (!position) return askPrimary('away')
    let isReading = false
    try {
      return await onConnection(pool, async (client): Promise<Attempt<T>> => {
        if (!hasReached(await catchUp(client, position), position)) {
          unfit ??= 'behind'
          return askPrimary('behind')
        }
        isReading = true
        waited(performance.now() - askedMs)
        const value = await work(client)
        count('served')
        return { done: true, value }
      })
    } catch (error) {
      if (isReading) {
        log.warn({ err: error }, 'a read failed on the replica; the primary answers it')
        return askPrimary('failed')
      }
      putAside(error)
      return askPrimary('away')
    }
  }

  async function keepLooking(): Promise<void> {
    while (!stop.signal.aborted) {
      // Without the primary nothing is known about the replica; its reads fail at the primary.
      await look().catch(() => {})
      await wait(LOOK_EVERY_MS, undefined, { ref: false, signal: stop.signal }).catch(() => {})
    }
  }
  void keepLooking()

  return {
    tryRead,
    lagMs: () => lag.ms(performance.now()),
    stop: () => stop.abort(),
  }
}

/** Waits a little until the server of this connection has replayed up to the target. Returns how far it is. */
async function catchUp(client: Client, target: Position): Promise<Position> {
  const deadlineMs = performance.now() + CATCH_UP_MS
  for (let pauseMs = 1; ; pauseMs *= 2) {
    const position = await replicaPosition(client)
    if (!position) throw new Error('The server of DATABASE_REPLICA_URL is not a replica.')
    if (position.timeline !== target.timeline)
      throw new Error('The server of DATABASE_REPLICA_URL does not follow that of DATABASE_URL.')
    if (hasReached(position, target) || performance.now() + pauseMs > deadlineMs) return position
    await wait(pauseMs)
  }
}

/** Calls that arrive while one is running share the next one, so that each answer is newer than its question. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<void> | null = null
  let next: Promise<T> | null = null
  const begin = (): Promise<T> => {
    next = null
    const asked = ask()
    const ended: Promise<void> = asked.then(
      () => {},
      () => {},
    )
    running = ended
    void ended.then(() => {
      if (running === ended) running = null
    })
    return asked
  }
  return () => {
    if (!running) return begin()
    next ??= running.then(begin)
    return next
  }
}
