import type { Logger } from 'pino'
import { startLoop } from './loop.ts'
import type { Membership } from './membership.ts'
import type { LeasedRow, Room, WorkQueue } from './work.ts'

/** Decides when to claim. Runs one claim at a time and as few as possible: a claim costs the database more than its rows. */
export interface Claiming {
  /** Work was announced, or it is time to look. */
  look(): void
  /** A share has room for more. */
  noteRoom(share: string): void
  /** Rows may be leased to this process without its knowledge. They are returned before the next claim. */
  doubt(): void
  /** Resolves when the running claim has ended. */
  present(): Promise<void>
  stop(): Promise<void>
}

export interface ClaimingOptions<Row extends LeasedRow> {
  queue: WorkQueue<Row>
  member: Membership
  kinds: readonly string[]
  log: Logger
  mayBegin(): boolean
  isLow(share: string): boolean
  /** Null if nothing may be claimed now. */
  roomLeft(): Omit<Room<Row>, 'isNews'> | null
  inHand(): number[]
  onClaimed(rows: readonly Row[]): void
  onUnserved(rows: readonly Row[]): void
}

/** How often to look for rows that no worker serves. */
const UNSERVED_MS = 5000

export function startClaiming<Row extends LeasedRow>(options: ClaimingOptions<Row>): Claiming {
  const { queue, member, kinds, log, mayBegin, isLow, roomLeft, inHand } = options
  const low = new Set<string>()
  let isNews = false
  let doubtful = false
  let unservedAtMs = performance.now() + UNSERVED_MS
  const loop = startLoop({
    run: claim,
    onError: (error) => {
      doubtful = true
      log.warn({ err: error, table: queue.table }, 'work could not be claimed')
    },
  })

  async function claim(): Promise<void> {
    if (!mayBegin()) return
    // The previous claim has usually refilled what ran low meanwhile.
    if (!isNews && ![...low].some(isLow)) return
    const room = roomLeft()
    const wasNews = isNews
    isNews = false
    low.clear()
    if (doubtful) {
      doubtful = false
      await member.keepOnly(inHand())
    }
    if (room) options.onClaimed(await queue.claim(member.id, { ...room, isNews: wasNews }))
    if (queue.claimUnserved && performance.now() >= unservedAtMs) {
      unservedAtMs = performance.now() + UNSERVED_MS
      options.onUnserved(await queue.claimUnserved(member.id, kinds))
    }
  }

  return {
    look: () => {
      isNews = true
      loop.wake()
    },
    noteRoom: (share) => {
      low.add(share)
      loop.wake()
    },
    doubt: () => {
      doubtful = true
    },
    present: loop.present,
    stop: loop.stop,
  }
}
