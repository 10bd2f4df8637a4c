import type { Logger } from 'pino'
import { startLoop } from './loop.ts'
import type { Membership } from './membership.ts'
import type { LeasedRow, Room, WorkQueue } from './work.ts'

/** Decides when to claim. One claim at a time, and none too many: each costs the database more than the rows it brings. */
export interface Claiming {
  /** Work was announced, or it is time to look. */
  look(): void
  /** A share has room for more. */
  noteRoom(share: string): void
  /** Something may be leased to this process that it knows nothing of: it is given back before the next claim. */
  doubt(): void
  /** Resolves when the claim that is under way has ended. */
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
  /** Null where nothing may be claimed at present. */
  roomLeft(): Omit<Room<Row>, 'isNews'> | null
  inHand(): number[]
  onClaimed(rows: readonly Row[]): void
  onUnserved(rows: readonly Row[]): void
}

/** How often rows are looked for that nobody serves. */
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
    // The claim before this one has mostly filled up what ran low meanwhile.
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
