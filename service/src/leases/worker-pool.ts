import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { listen } from '../db/listen.ts'
import type { Pool } from '../db/pool.ts'
import type { OpenWork, Work } from './define-work.ts'
import { createHand } from './hand.ts'
import { startHeartbeat } from './heartbeat.ts'
import { startLoop } from './loop.ts'
import { joinWorkers, type Later, partOf } from './membership.ts'
import type { LeasedRow, Room, WorkQueue } from './work.ts'

/** Works off the rows of one table, many at a time. */
export interface WorkerPool {
  close(): Promise<void>
}

export interface WorkerPoolOptions<Row extends LeasedRow> {
  pool: Pool
  listenUrl: string
  log: Logger
  queue: WorkQueue<Row>
  works: readonly Work<Row>[]
}

/** Nobody announces rows that went back into the queue, or whose time has come: this is how often a worker looks by itself. */
const POLL_MS = 500
/** Rows in hand for each that may run, where shares have a cap: a source never waits for the database. */
const BUFFER = 3
/** How often a worker looks for rows that nobody serves. */
const UNSERVED_MS = 5000
/** At the end, what runs has this long to come back; then it is cut short. */
const LAST_CALLS_MS = 2000
/** What does not let itself be cut short, or cannot be stored, is left to others after this. */
const LAST_RESULTS_MS = 5000

/**
 * Claims rows, a few more than may run; runs of each share no more at once than this worker's part of it; and leaves the
 * results to be stored in groups. It begins nothing while others may take it for dead.
 */
export async function startWorkerPool<Row extends LeasedRow>(
  options: WorkerPoolOptions<Row>,
): Promise<WorkerPool> {
  const { pool, log, queue, works } = options
  const caps = capsOf(works)
  const hand = createHand<Row>()
  const underWay = new Set<Promise<void>>()
  const stopSoon = new AbortController()
  const stopNow = new AbortController()
  const open = new Map<string, OpenWork<Row>>(
    works.map((work) => [work.kind, work.open({ log, onSettled: () => noteStored(work) })]),
  )
  const member = await joinWorkers(pool, queue.table, servedBy(works))
  /** Something may be leased to this process that it knows nothing of. */
  let doubtful = false
  /** Work was announced, or it is time to look. */
  let isNews = true
  let unservedAtMs = performance.now() + UNSERVED_MS
  /** Shares that have run low since the last claim. */
  const low = new Set<string>()
  const heartbeat = await startHeartbeat({
    member,
    isShared: caps.size > 0,
    log,
    onReborn: () => {
      hand.takeOut(() => true)
      doubtful = true
    },
  })

  const capOf = (name: string) => partOf(caps.get(name) ?? Infinity, heartbeat.peers())
  const mayBegin = () => !stopSoon.signal.aborted && heartbeat.isTrusted()
  const shareOf = (row: Row) =>
    nameOf(
      works.find(({ kind }) => kind === row.kind),
      row.share,
    )

  const claiming = startLoop({
    run: claim,
    onError: (error) => {
      doubtful = true
      log.warn({ err: error, table: queue.table }, 'work could not be claimed')
    },
  })
  const poll = setInterval(() => {
    pump()
    look()
  }, POLL_MS)
  const listener = listen(options.listenUrl, queue.channel, (payload) => {
    if (payload === '') return look()
    recall(payload).catch((error: unknown) =>
      log.warn({ err: error, table: queue.table }, 'work that was called off is kept in hand'),
    )
  })
  look()

  function look(): void {
    isNews = true
    claiming.wake()
  }

  /** Without a cap there is room whenever something was stored; otherwise when less than one round of a share waits. */
  function noteStored({ kind, shares }: Work<Row>): void {
    if (!shares) noteRoom(kind)
  }

  function noteRoom(name: string): void {
    low.add(name)
    claiming.wake()
  }

  function isLow(name: string): boolean {
    const cap = capOf(name)
    return cap === Infinity || hand.waiting(name) < cap
  }

  async function claim(): Promise<void> {
    if (!mayBegin()) return
    // A claim that was under way has mostly filled up what ran low meanwhile.
    if (!isNews && ![...low].some(isLow)) return
    const room = roomLeft()
    isNews = false
    low.clear()
    if (doubtful) {
      doubtful = false
      await member.keepOnly(inHand())
    }
    if (!room) return
    for (const row of await queue.claim(member.id, room)) hand.add(shareOf(row), row)
    pump()
    if (performance.now() >= unservedAtMs) await giveUpUnserved()
  }

  async function giveUpUnserved(): Promise<void> {
    unservedAtMs = performance.now() + UNSERVED_MS
    const rows = (await queue.claimUnserved?.(member.id, [...open.keys()])) ?? []
    for (const row of rows) open.get(row.kind)?.giveUp(row, 'unserved')
  }

  /** What cannot be stored at present is not claimed either. Null where that is everything. */
  function roomLeft(): Room<Row> | null {
    const able = works.filter(({ kind }) => open.get(kind)?.isStuck() === false)
    if (able.length === 0) return null
    const places = able.flatMap(({ kind, shares }) =>
      [...(shares ?? [])].flatMap(([share, { name }]) => {
        const want = capOf(name) * BUFFER - hand.waiting(name) - hand.running(name)
        return want > 0 ? [{ kind, share, name, want }] : []
      }),
    )
    return { places, running: hand.allRunning(), isNews }
  }

  function inHand(): number[] {
    const ids = hand.ids()
    for (const work of open.values()) ids.push(...work.inHand())
    return ids
  }

  function pump(): void {
    for (const name of hand.shares()) {
      while (hand.waiting(name) > 0 && hand.running(name) < capOf(name) && mayBegin()) {
        const row = hand.begin(name)
        if (row) track(run(name, row))
      }
    }
  }

  function track(runs: Promise<void>): void {
    underWay.add(runs)
    void runs.finally(() => underWay.delete(runs))
  }

  async function run(name: string, row: Row): Promise<void> {
    const end = await open.get(row.kind)?.run(row, { soon: stopSoon.signal, now: stopNow.signal })
    if (end) await handBack([row], end.handBack)
    hand.end(name, row)
    pump()
    if (capOf(name) !== Infinity && isLow(name)) noteRoom(name)
  }

  /** What cannot be handed back now is found later, because it is not in our hands. */
  async function handBack(rows: readonly Row[], later: Later | null): Promise<void> {
    try {
      if (later) for (const row of rows) await queue.letGoIfCalledOff?.(member.id, row)
      await member.handBack(rows, later ?? undefined)
    } catch {
      doubtful = true
    }
  }

  async function recall(payload: string): Promise<void> {
    const meant = queue.recall?.(payload)
    if (!meant) return
    const rows = hand.takeOut(meant.isMeant)
    // What is being claimed at this moment may be part of it.
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
    const all = Promise.all(underWay)
    await Promise.race([all, wait(LAST_CALLS_MS + LAST_RESULTS_MS, undefined, { ref: false })])
    clearTimeout(hurry)
    await Promise.all([...open.values()].map((work) => work.finish(LAST_RESULTS_MS)))
  }

  return {
    close: async () => {
      clearInterval(poll)
      stopSoon.abort()
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
        .catch((error: unknown) =>
          log.warn({ err: error }, 'leases are left to run out, because they could not be given back'),
        )
    },
  }
}

/** Of each share that has one. */
function capsOf<Row extends LeasedRow>(works: readonly Work<Row>[]): Map<string, number> {
  return new Map(
    works.flatMap(({ shares }) => [...(shares?.values() ?? [])].map(({ name, cap }) => [name, cap])),
  )
}

/** As kind/share: the statement that looks for what nobody serves puts the same together. */
function servedBy<Row extends LeasedRow>(works: readonly Work<Row>[]): string[] {
  return works.flatMap(({ kind, shares }) => [...(shares?.keys() ?? [])].map((share) => `${kind}/${share}`))
}

/** Rows of a kind without shares belong together. */
function nameOf<Row extends LeasedRow>(work: Work<Row> | undefined, share: string): string {
  return work?.shares?.get(share)?.name ?? work?.kind ?? ''
}
