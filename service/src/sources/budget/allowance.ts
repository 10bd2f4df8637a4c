import { nightAt } from '../../kernel/dates.ts'
import type { Purpose } from '../../kernel/purpose.ts'
import type { Budget } from '../catalog/budget.ts'
import { beyondBudget, budgetUnread, endOfRefusal } from './refusal.ts'
import type { Lease, LeaseAsk } from './store.ts'
import { createTally, type TallyLine } from './tally.ts'

export interface AllowanceDeps {
  source: string
  now: () => number
  lease(ask: Omit<LeaseAsk, 'process'>): Promise<Lease>
  /** Called when what was sent is in the database, and with the shares of the budget that were reached. */
  onReported(sent: readonly TallyLine[], lease: Lease): void
}

/**
 * One source's requests in one process. They are taken off the budget in blocks, before they are sent: counted afterwards they would be
 * too many, and counted one by one each would wait for the database.
 */
export interface Allowance {
  take(budget: Budget | null, purpose: Purpose): Promise<void> | null
  giveBack(budget: Budget | null, purpose: Purpose): void
  /** Reports what was sent, and hands back what was not used since the last time. */
  tick(): Promise<void>
  /** The same, and hands everything back. */
  close(): Promise<void>
}

/** What a process takes at most. So much stays counted, sent or not, if it dies. */
export const BLOCK = 64
/** A block as large as this is topped up before it is used up. */
const WORTH_TOPPING_UP = 16
/** After a refusal. Another process may hand something back meanwhile. */
const LOOK_AGAIN_MS = 1000

interface Waiter {
  budget: Budget | null
  purpose: Purpose
  send(): void
  refuse(error: Error): void
}

export function createAllowance({ source, now, lease, onReported }: AllowanceDeps): Allowance {
  const tally = createTally()
  /** What may still be sent: for any purpose, and only if somebody waits. */
  const left = { free: 0, reserved: 0 }
  let leftOn = ''
  let lastBlock = 0
  let turn = 0
  /** A report whose answer has not arrived. It is repeated as it was, because it may have been counted. */
  let report: { turn: number; sent: TallyLine[] } | null = null
  let waiting: Waiter[] = []
  let inLine = 0
  let lastInLine: Promise<unknown> = Promise.resolve()
  let isFetching = false
  /** Since the last tick. */
  let used = { byAny: false, byWaited: false }
  let budgetNow: Budget | null = null
  const shut = { all: { until: 0, lookAgain: 0 }, unwaited: { until: 0, lookAgain: 0 } }

  const remaining = (): number => left.free + left.reserved
  const drop = (): void => {
    left.free = 0
    left.reserved = 0
  }

  /** A block is of one day. */
  const turnDay = (): string => {
    const today = nightAt(now())
    if (leftOn !== today) {
      drop()
      leftOn = today
    }
    return today
  }

  const spend = (budget: Budget | null, purpose: Purpose): boolean => {
    if (left.free > 0) left.free -= 1
    else if (purpose.isWaitedFor && left.reserved > 0) left.reserved -= 1
    else return false
    tally.add(now(), purpose, budget?.pricePerRequest ?? null, 1)
    return true
  }

  /** Null if the answer tells nothing of now: an earlier report was only repeated, or the day has ended. */
  const ask = async (wanted: number, isWaitedFor: boolean): Promise<Lease | null> => {
    const today = turnDay()
    const isRepeated = report !== null
    report ??= { turn: ++turn, sent: tally.drain() }
    const held = remaining() + tally.requestsOf(today)
    const granted = await lease({
      source,
      ...report,
      today,
      held,
      wanted: isRepeated ? 0 : Math.min(wanted, Math.max(0, BLOCK - held)),
      isWaitedFor,
      budget: budgetNow,
    })
    const { sent } = report
    report = null
    // Else the block is of a day that has ended meanwhile: the next report hands it back.
    const isOfNow = turnDay() === today
    if (isOfNow) {
      left.free += granted.free
      left.reserved += granted.reserved
    }
    lastBlock = granted.free + granted.reserved
    onReported(sent, granted)
    return isRepeated || !isOfNow ? null : granted
  }

  /** Those that somebody waits for come first. */
  const serve = (): void => {
    const inTurn = [...waiting.filter(({ purpose }) => purpose.isWaitedFor), ...waiting.filter(isUnwaited)]
    turnDay()
    waiting = inTurn.filter((waiter) => {
      if (!spend(waiter.budget, waiter.purpose)) return true
      waiter.send()
      return false
    })
  }

  const refuse = (which: (waiter: Waiter) => boolean, error: (waiter: Waiter) => Error): void => {
    const refused = waiting.filter(which)
    waiting = waiting.filter((waiter) => !which(waiter))
    for (const waiter of refused) waiter.refuse(error(waiter))
  }

  const shutFor = (isReserve: boolean, granted: Lease): void => {
    const door = isReserve ? shut.unwaited : shut.all
    door.until = endOfRefusal(budgetNow, granted, now(), isReserve)
    door.lookAgain = now() + LOOK_AGAIN_MS
    refuse(
      ({ purpose }) => !isReserve || !purpose.isWaitedFor,
      () => beyondBudget(door.until, now(), isReserve),
    )
  }

  const takeBlocks = async (isWaitedFor: boolean): Promise<void> => {
    do {
      const somebodyWaits = waiting.length === 0 ? isWaitedFor : !waiting.every(isUnwaited)
      const granted = await ask(BLOCK, somebodyWaits)
      serve()
      if (granted?.free === 0) shutFor(true, granted)
      if (granted && somebodyWaits && lastBlock === 0) shutFor(false, granted)
    } while (waiting.length > 0)
  }

  /** One call to the database at a time: each says what the process holds. */
  const alone = (work: () => Promise<unknown>): Promise<unknown> => {
    inLine += 1
    const ended = lastInLine.then(work)
    lastInLine = ended
      .catch(() => {})
      .then(() => {
        inLine -= 1
      })
    return ended
  }

  const fetchBlocks = (isWaitedFor: boolean): void => {
    if (isFetching) return
    isFetching = true
    void alone(() => takeBlocks(isWaitedFor))
      .catch((error: unknown) => refuse(Boolean, () => budgetUnread(error)))
      .then(() => {
        isFetching = false
        if (waiting.length > 0) fetchBlocks(isWaitedFor)
      })
  }

  const reportSent = () => ask(0, false)

  return {
    take(budget, purpose) {
      const { isWaitedFor } = purpose
      used = { byAny: true, byWaited: used.byWaited || isWaitedFor }
      budgetNow = budget
      if (!hasLimit(budget)) {
        tally.add(now(), purpose, budget?.pricePerRequest ?? null, 1)
        return null
      }
      turnDay()
      if (waiting.length === 0 && spend(budget, purpose)) {
        if (lastBlock >= WORTH_TOPPING_UP && remaining() < lastBlock / 4) fetchBlocks(isWaitedFor)
        return null
      }
      const door = isWaitedFor ? shut.all : shut.unwaited
      if (now() < door.lookAgain) return Promise.reject(beyondBudget(door.until, now(), !isWaitedFor))
      return new Promise((send, reject) => {
        waiting.push({ budget, purpose, send, refuse: reject })
        fetchBlocks(isWaitedFor)
      })
    },
    giveBack(budget, purpose) {
      tally.add(now(), purpose, budget?.pricePerRequest ?? null, -1)
      if (!hasLimit(budget)) return
      turnDay()
      left[purpose.isWaitedFor ? 'reserved' : 'free'] += 1
    },
    async tick() {
      if (inLine > 0) return
      const before = remaining()
      if (!used.byWaited) left.reserved = 0
      if (!used.byAny) left.free = 0
      used = { byAny: false, byWaited: false }
      if (remaining() < before || report || !tally.isEmpty()) await alone(reportSent)
    },
    async close() {
      await lastInLine
      drop()
      const isRepeated = report !== null
      if (turn > 0 || !tally.isEmpty()) await alone(reportSent)
      if (isRepeated && !tally.isEmpty()) await alone(reportSent)
    },
  }
}

function hasLimit(budget: Budget | null): boolean {
  return budget !== null && (budget.requestsPerDay !== null || budget.requestsPerMonth !== null)
}

function isUnwaited({ purpose }: Waiter): boolean {
  return !purpose.isWaitedFor
}
