import { type Ballot, createBallot } from './ballot.ts'
import { type Breaker, type BreakerLeave, type BreakerState, createBreaker } from './breaker.ts'

/**
 * The breakers of one source. Calls are not counted against the whole source, because one caller who repeats a bad hotel
 * would take a healthy source away from everyone. Instead, each failure is held against the smallest thing it can prove:
 *
 * | opens for            | when, within `WINDOW_MS`                                                  |
 * | -------------------- | ------------------------------------------------------------------------- |
 * | one caller and hotel | half of at least 10 of the caller's calls for it failed                   |
 * | one hotel            | half of its callers failed there, at least 3 of them                      |
 * | one caller           | half of the caller's hotels failed, of at least 5                         |
 * | the whole source     | half of its callers, at least 3 of them, and half of at least 5 hotels do |
 */
export interface Breakers {
  /** Open if the whole source is, or if every caller of late is held off. */
  state(): BreakerState
  isOpen(asker: Asker): boolean
  /** Undefined if this call may not be made now. */
  leave(asker: Asker): Leave | undefined
}

export interface Asker {
  caller: string
  hotel: string
}

export interface Leave {
  probe: boolean
  succeeded(): void
  failed(): void
  abandoned(): void
}

const WINDOW_MS = 20_000
const CALLS = { voters: 10, failing: 1 }
const CALLERS = { voters: 3, failing: 3 }
const HOTELS = { voters: 5, failing: 1 }
/** A caller or hotel counts as failing in the source's ballots if half of its own votes do. */
const ANY = { voters: 1, failing: 1 }
/** Per source and kind; the least recently used goes first. Bounds memory. */
const MAX_SCOPES = 300

interface Scope {
  breaker: Breaker
  ballot: Ballot
}

export function createBreakers(now: () => number): Breakers {
  const byCaller = createBallot(now, WINDOW_MS)
  const byHotel = createBallot(now, WINDOW_MS)
  const source = createBreaker(now, () => {
    byCaller.clear()
    byHotel.clear()
  })
  const callers = createScopes(now)
  const hotels = createScopes(now)
  const pairs = createScopes(now)
  let calls = 0

  const judgeSource = (asker: Asker, caller: Scope, hotel: Scope | undefined): boolean => {
    byCaller.vote(asker.caller, caller.ballot.isLost(ANY))
    byHotel.vote(asker.hotel, hotel?.ballot.isLost(ANY) ?? false)
    return byCaller.isLost(CALLERS) && byHotel.isLost(HOTELS)
  }

  return {
    state() {
      if (source.state() !== 'closed') return source.state()
      return everyone(byCaller.voters(), callers)
    },
    isOpen(asker) {
      const scopes = [callers.peek(asker.caller), hotels.peek(asker.hotel), pairs.peek(pairOf(asker))]
      return [source, ...scopes.map((scope) => scope?.breaker)].some((breaker) => breaker?.state() === 'open')
    },
    leave(asker) {
      const caller = callers.of(asker.caller)
      const leaves = {
        pair: leaveOf(pairs.peek(pairOf(asker))?.breaker),
        hotel: leaveOf(hotels.peek(asker.hotel)?.breaker),
        caller: leaveOf(caller.breaker),
        source: leaveOf(source),
      }
      const given = Object.values(leaves).filter((leave) => leave !== undefined)
      const giveUp = () => {
        for (const leave of given) leave.abandoned()
      }
      if (given.length < Object.keys(leaves).length) {
        giveUp()
        return undefined
      }
      const end = (failed: boolean): void => {
        // Nothing is kept of hotels that never failed.
        const pair = failed ? pairs.of(pairOf(asker)) : pairs.peek(pairOf(asker))
        const hotel = failed ? hotels.of(asker.hotel) : hotels.peek(asker.hotel)
        calls += 1
        pair?.ballot.vote(String(calls), failed)
        hotel?.ballot.vote(asker.caller, failed)
        caller.ballot.vote(asker.hotel, failed)
        leaves.source?.ended(failed, () => judgeSource(asker, caller, hotel))
        leaves.caller?.ended(failed, () => caller.ballot.isLost(HOTELS))
        leaves.hotel?.ended(failed, () => hotel?.ballot.isLost(CALLERS) ?? false)
        leaves.pair?.ended(failed, () => pair?.ballot.isLost(CALLS) ?? false)
      }
      return {
        probe: given.some(({ probe }) => probe),
        succeeded: () => end(false),
        failed: () => end(true),
        abandoned: giveUp,
      }
    },
  }
}

const FREE_LEAVE: BreakerLeave = { probe: false, ended: () => {}, abandoned: () => {} }

/** Where nothing has failed yet, there is no breaker to ask. */
function leaveOf(breaker: Breaker | undefined): BreakerLeave | undefined {
  return breaker ? breaker.leave() : FREE_LEAVE
}

function pairOf({ caller, hotel }: Asker): string {
  return JSON.stringify([caller, hotel])
}

/** Closed as soon as one of them may call; otherwise the mildest state. */
function everyone(names: Iterable<string>, scopes: Scopes): BreakerState {
  let mildest: BreakerState = 'closed'
  for (const name of names) {
    const state = scopes.peek(name)?.breaker.state() ?? 'closed'
    if (state === 'closed') return 'closed'
    if (mildest !== 'half_open') mildest = state
  }
  return mildest
}

interface Scopes {
  peek(name: string): Scope | undefined
  of(name: string): Scope
}

function createScopes(now: () => number): Scopes {
  const scopes = new Map<string, Scope>()

  const create = (): Scope => {
    const ballot = createBallot(now, WINDOW_MS)
    return { ballot, breaker: createBreaker(now, ballot.clear) }
  }

  return {
    peek: (name) => scopes.get(name),
    of(name) {
      const scope = scopes.get(name) ?? create()
      scopes.delete(name)
      scopes.set(name, scope)
      const [oldest] = scopes.keys()
      if (scopes.size > MAX_SCOPES && oldest !== undefined) scopes.delete(oldest)
      return scope
    },
  }
}
