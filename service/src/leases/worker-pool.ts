import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { listen } from '../db/listen.ts'
import type { Pool } from '../db/pool.ts'
import type { Tracing } from '../ops/tracing.ts'
import { createClaimRoom } from './claim-room.ts'
import { startClaiming } from './claiming.ts'
import type { OpenWork, Work } from './define-work.ts'
import { createHand } from './hand.ts'
import { startHeartbeat } from './heartbeat.ts'
import { joinWorkers, type Later, partOf } from './membership.ts'
import { sharesOf } from './shares.ts'
import { createSlots } from './slots.ts'
import type { LeasedRow, WorkQueue } from './work.ts'

/** Processes the rows of one table, many at a time. */
export interface WorkerPool {
  close(): Promise<void>
}

export interface RunningPool extends WorkerPool {
  /** Reads the shares of its kinds of work again. Rows in hand keep their share. */
  renewShares(): void
}

export interface WorkerPoolOptions<Row extends LeasedRow> {
  pool: Pool
  listenUrl: string
  log: Logger
  /** Null: off. */
  tracing?: Tracing | null
  queue: WorkQueue<Row>
  works: readonly Work<Row>[]
}

/** Polling interval: returned rows and due times are not announced. */
const POLL_MS = 500
/** On shutdown, running work has this long to finish; then it is cut short. */
const LAST_CALLS_MS = 2000
/** After this long, work that cannot be stopped or stored is left to other workers. */
const LAST_RESULTS_MS = 5000

/**
 * Life of a row in a worker:
 *
 *   in the table ──claim──> waiting ──begin──> running ──result──> unstored ──settle──> out of the table
 *        ▲                     │                │   ▲
 *        │                     │          leave │   │ enter
 *        │                     │                ▼   │
 *        │                     │              without a slot
 *        │                     ▼                │
 *        └───────────────── handed back <───────┘
 *
 * - claim: after a notice, at each poll, and when a share runs low; a few more rows than may run
 * - begin: while the share has a free slot and no other worker can consider this one dead
 * - leave: the source has answered; the next row begins while this one is read
 * - settle: in groups, each row only in the attempt that it was given
 * - handed back: to be tried later, or by another worker because this one stops; canceled rows are dropped instead
 *
 * A worker whose heartbeat fails begins nothing. If the others took its rows meanwhile, it forgets those that wait, and what it
 * still settles changes nothing.
 */
export async function startWorkerPool<Row extends LeasedRow>(
  options: WorkerPoolOptions<Row>,
): Promise<RunningPool> {
  const { pool, log, queue, works, tracing = null } = options
  let shares = sharesOf(works)
  const hand = createHand<Row>()
  const underWay = new Set<Promise<void>>()
  const stopSoon = new AbortController()
  const stopNow = new AbortController()
  const stop = { soon: stopSoon.signal, now: stopNow.signal }
  const open = new Map<string, OpenWork<Row>>(
    works.map((work) => [work.kind, work.open({ log, tracing, onSettled: () => noteStored(work) })]),
  )
  // As kind/share: the statement that looks for unserved rows builds the same text.
  const serves = () => shares.places.map(({ kind, share }) => `${kind}/${share}`)
  const member = await joinWorkers(pool, queue.table, serves)
  const heartbeat = await startHeartbeat({
    member,
    isShared: shares.places.length > 0,
    log,
    onReborn: () => {
      hand.takeOut(() => true)
      claiming.doubt()
    },
  })
  const mayBegin = () => !stop.soon.aborted && heartbeat.isTrusted()
  const capOf = (share: string) => partOf(shares.capOf(share), heartbeat.peers())
  const room = createClaimRoom(hand, open, () => shares, capOf)
  const slots = createSlots<Row>({ hand, capOf, mayBegin, begin, onFree: noteRoom })
  const claiming = startClaiming<Row>({
    ...room,
    queue,
    member,
    kinds: [...open.keys()],
    log,
    mayBegin,
    onClaimed: (rows) => {
      for (const row of rows) hand.add(shares.nameOf(row), row)
      slots.fill()
    },
    onUnserved: (rows) => {
      for (const row of rows) open.get(row.kind)?.giveUp(row, 'unserved')
    },
  })
  const poll = setInterval(() => {
    slots.fill()
    claiming.look()
  }, POLL_MS)
  const listener = listen(options.listenUrl, queue.channel, (payload) => {
    if (payload === '') return claiming.look()
    recall(payload).catch((error: unknown) =>
      log.warn({ err: error, table: queue.table }, 'canceled work could not be dropped'),
    )
  })
  claiming.look()

  function noteStored({ kind, shares: capped }: Work<Row>): void {
    if (!capped) claiming.noteRoom(kind)
  }

  function noteRoom(share: string): void {
    if (capOf(share) !== Infinity && room.isLow(share)) claiming.noteRoom(share)
  }

  function begin(share: string, row: Row): void {
    const runs = run(share, row)
    underWay.add(runs)
    void runs.finally(() => underWay.delete(runs))
  }

  async function run(share: string, row: Row): Promise<void> {
    const end = await open.get(row.kind)?.run(row, stop, slots.slotOf(share, row))
    if (end) await handBack([row], end.handBack)
    slots.end(share, row)
  }

  async function handBack(rows: readonly Row[], later: Later | null): Promise<void> {
    try {
      if (later) for (const row of rows) await queue.letGoIfCalledOff?.(member.id, row)
      await member.handBack(rows, later ?? undefined)
    } catch (error) {
      log.warn({ err: error, table: queue.table }, 'work could not be returned to the queue; retrying')
      claiming.doubt()
    }
  }

  async function recall(payload: string): Promise<void> {
    const meant = queue.recall?.(payload)
    if (!meant) return
    const rows = hand.takeOut(meant.isMeant)
    // A claim in progress may contain part of it.
    await claiming.present()
    rows.push(...hand.takeOut(meant.isMeant))
    if (rows.length === 0) return
    await meant.letGo(member.id, rows).catch(async (error: unknown) => {
      await handBack(rows, null)
      throw error
    })
  }

  async function finishWhatRuns(): Promise<void> {
    const hurry = setTimeout(() => stopNow.abort(), LAST_CALLS_MS)
    const tooLate = wait(LAST_CALLS_MS + LAST_RESULTS_MS, undefined, { ref: false })
    await Promise.race([Promise.all(underWay), tooLate])
    clearTimeout(hurry)
    await Promise.all([...open.values()].map((work) => work.finish(LAST_RESULTS_MS)))
  }

  return {
    renewShares() {
      shares = sharesOf(works)
      claiming.look()
    },
    close: async () => {
      clearInterval(poll)
      stopSoon.abort()
      slots.close()
      await listener.close()
      await claiming.stop()
      await handBack(
        hand.takeOut(() => true),
        null,
      )
      await finishWhatRuns()
      await heartbeat.stop()
      await member
        .leave()
        .catch((error: unknown) => log.warn({ err: error }, 'leases could not be returned; they will expire'))
    },
  }
}
