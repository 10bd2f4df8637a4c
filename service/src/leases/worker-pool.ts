import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { listen } from '../db/listen.ts'
import type { Pool } from '../db/pool.ts'
import type { Tracing } from '../ops/tracing.ts'
import { startClaiming } from './claiming.ts'
import type { OpenWork, Work } from './define-work.ts'
import { createHand } from './hand.ts'
import { startHeartbeat } from './heartbeat.ts'
import { joinWorkers, type Later, partOf } from './membership.ts'
import { sharesOf } from './shares.ts'
import type { LeasedRow, Place, WorkQueue } from './work.ts'

/** Processes the rows of one table, many at a time. */
export interface WorkerPool {
  close(): Promise<void>
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
/** Rows held per running one, in shares with a limit, so that a source never waits for the database. */
const BUFFER = 3
/** On shutdown, running work has this long to finish; then it is cut short. */
const LAST_CALLS_MS = 2000
/** After this long, work that cannot be stopped or stored is left to other workers. */
const LAST_RESULTS_MS = 5000

/**
 * Claims a few more rows than may run, runs no more of each share than this worker's part, and queues results to be stored in
 * groups. It starts nothing while others may consider it dead.
 */
export async function startWorkerPool<Row extends LeasedRow>(
  options: WorkerPoolOptions<Row>,
): Promise<WorkerPool> {
  const { pool, log, queue, works, tracing = null } = options
  const shares = sharesOf(works)
  const hand = createHand<Row>()
  /** Rows that have left their place and want another, by share. */
  const returning = new Map<string, (() => void)[]>()
  const underWay = new Set<Promise<void>>()
  const stopSoon = new AbortController()
  const stopNow = new AbortController()
  const stop = { soon: stopSoon.signal, now: stopNow.signal }
  const open = new Map<string, OpenWork<Row>>(
    works.map((work) => [work.kind, work.open({ log, tracing, onSettled: () => noteStored(work) })]),
  )
  // As kind/share: the statement that looks for unserved rows builds the same text.
  const serves = shares.places.map(({ kind, share }) => `${kind}/${share}`)
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
  const claiming = startClaiming<Row>({
    queue,
    member,
    kinds: [...open.keys()],
    log,
    mayBegin,
    isLow,
    roomLeft,
    inHand,
    onClaimed: (rows) => {
      for (const row of rows) hand.add(shares.nameOf(row), row)
      pump()
    },
    onUnserved: (rows) => {
      for (const row of rows) open.get(row.kind)?.giveUp(row, 'unserved')
    },
  })
  const poll = setInterval(() => {
    pump()
    claiming.look()
  }, POLL_MS)
  const listener = listen(options.listenUrl, queue.channel, (payload) => {
    if (payload === '') return claiming.look()
    recall(payload).catch((error: unknown) =>
      log.warn({ err: error, table: queue.table }, 'canceled work could not be dropped'),
    )
  })
  claiming.look()

  function mayBegin(): boolean {
    return !stop.soon.aborted && heartbeat.isTrusted()
  }

  function capOf(name: string): number {
    return partOf(shares.capOf(name), heartbeat.peers())
  }

  /** With a limit: once less than one round is waiting. Without: whenever something was stored. */
  function isLow(name: string): boolean {
    const cap = capOf(name)
    return cap === Infinity || hand.waiting(name) < cap
  }

  function noteStored({ kind, shares: capped }: Work<Row>): void {
    if (!capped) claiming.noteRoom(kind)
  }

  /** Leaves out kinds whose results cannot be stored now. Null if those are all. */
  function roomLeft() {
    const able = new Set([...open].flatMap(([kind, work]) => (work.isStuck() ? [] : [kind])))
    if (able.size === 0) return null
    const places = shares.places.flatMap(({ kind, share, name }) => {
      const want = capOf(name) * BUFFER - hand.waiting(name) - hand.running(name)
      return want > 0 && able.has(kind) ? [{ kind, share, name, want }] : []
    })
    return { places, underWay: underWayRows() }
  }

  /** Those whose results wait to be stored are still leased, so they take up room too. */
  function* underWayRows(): Iterable<Row> {
    yield* hand.allRunning()
    for (const work of open.values()) yield* work.unstored()
  }

  function inHand(): number[] {
    const ids = hand.ids()
    for (const work of open.values()) for (const { id } of work.unstored()) ids.push(id)
    return ids
  }

  function pump(): void {
    for (const name of hand.shares()) {
      while (hand.running(name) < capOf(name) && mayBegin()) {
        const enter = returning.get(name)?.shift()
        const row = enter ? undefined : hand.begin(name)
        if (enter) enter()
        else if (row) track(run(name, row))
        else break
      }
    }
  }

  function placeOf(name: string, row: Row): Place {
    let hasLeft = false
    return {
      leave: () => {
        hasLeft = true
        hand.leave(name, row)
        pump()
        noteRoom(name)
      },
      enter: async () => {
        if (!hasLeft || stop.soon.aborted) return
        const { promise, resolve } = Promise.withResolvers<void>()
        const line = returning.get(name) ?? []
        returning.set(name, line)
        line.push(() => {
          hasLeft = false
          hand.resume(name, row)
          resolve()
        })
        pump()
        await promise
      },
    }
  }

  function noteRoom(name: string): void {
    if (capOf(name) !== Infinity && isLow(name)) claiming.noteRoom(name)
  }

  function track(runs: Promise<void>): void {
    underWay.add(runs)
    void runs.finally(() => underWay.delete(runs))
  }

  async function run(name: string, row: Row): Promise<void> {
    const end = await open.get(row.kind)?.run(row, stop, placeOf(name, row))
    if (end) await handBack([row], end.handBack)
    hand.end(name, row)
    pump()
    noteRoom(name)
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
    close: async () => {
      clearInterval(poll)
      stopSoon.abort()
      for (const line of returning.values()) for (const enter of line.splice(0)) enter()
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
