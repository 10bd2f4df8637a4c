import { PURPOSES, type Purpose } from '../kernel/purpose.ts'
import { orAborted, pause } from './aborting.ts'
import type { AskOptions } from './ask-options.ts'
import type { Asked } from './asked.ts'
import type { Asker, Leave } from './breakers.ts'
import { counting } from './budget/counting.ts'
import type { SpendingMeter } from './budget/meter.ts'
import { type CallWatcher, type Landed, watching } from './call-watcher.ts'
import type { Connection } from './catalog/catalog.ts'
import type { ContentCall } from './content.ts'
import { type Exchange, noting } from './evidence/exchange.ts'
import { asFailure } from './failures.ts'
import { type Flight, flightOf } from './flight.ts'
import type { SourceHealth } from './health.ts'
import { createJoining, type Desertion } from './joining.ts'
import { heldBack, worthAnotherTry } from './retrying.ts'
import { reasonOf, type Seen } from './seen/sighting.ts'
import { type FailureKind, type Http, SourceFailure } from './source.ts'
import { createStanding, type Standing } from './standing.ts'
import { type Connect, createTransport } from './transport.ts'

export interface Answered<T> {
  answer: T
  joined: boolean
  tookMs: number
}

export interface Question<T> {
  verb: string
  /** The question as data; left out: nobody watches the call. */
  asked?: Asked
  /** The hotel, or whatever else a failure may be the fault of. */
  hotel: string
  /** Everything the answer depends on, including occupancy and currency. */
  about: readonly unknown[]
  /**
   * Nobody waits for the answer: the call yields to others, and its failures say nothing about the source. Otherwise a broken
   * listing of hotels would take the source's prices away.
   */
  background?: boolean
  /** Makes the call. Throws if the answer does not match the question. */
  put(call: ContentCall): Promise<T>
}

export interface CallEvent {
  sourceId: string
  verb: string
  outcome: 'answered' | 'abandoned' | 'over_budget' | FailureKind
  tookMs: number
}

export interface CircuitContext {
  now: () => number
  log: CircuitLog
  /** Called for every call that reached the source. */
  metrics?: { observe(event: CallEvent): void }
  /** Called for every such call that somebody waited for, if its outcome says something about the source. */
  onSeen?: ((seen: Seen) => void) | undefined
  /** Wraps the connection of every call, for callers that need the vendor's headers. */
  wrapHttp?: (sourceId: string, http: Http) => Http
  /** Opens the connections, for callers that may not reach every address. */
  connect?: Connect | undefined
  /** Lets one large answer be read per turn of the event loop. Shared by all sources of a process. */
  readingTurn?: () => Promise<void>
  /** Counts requests, and holds back those beyond the source's budget. */
  meter?: SpendingMeter | undefined
  /** What requests are for, unless the call says so. */
  purpose?: Purpose
  /** Sees calls when they have ended. */
  watcher?: CallWatcher | undefined
}

/** The part of a pino logger that is used. */
export interface CircuitLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** One source's connections, queue, breaker and health, under one version of its settings. No source can block another. */
export interface Circuit {
  ask<T>(question: Question<T>, options: AskOptions): Promise<Answered<T>>
  health(): SourceHealth
  /** Closes when the running calls have ended. They keep their settings. */
  retire(): void
  close(): Promise<void>
}

/** A vendor may ask for an hour; a mistake of theirs must not disable the source until the next restart. */
const MAX_WAIT_MS = 24 * 3_600_000
/** Long enough for a load balancer to drop a dead backend, short against any deadline. */
const RETRY_PAUSE_MS = 30
const MAX_DETAIL_CHARS = 300
/** Answers that say nothing bad about the source. */
const IS_NO_FAULT: ReadonlySet<FailureKind> = new Set(['not_found', 'unsupported', 'no_offers'])

export function createCircuit(
  source: Connection,
  { now, log, metrics, onSeen, wrapHttp, meter, purpose = PURPOSES.other, watcher, ...lines }: CircuitContext,
  standing: Standing = createStanding(source, now),
): Circuit {
  const transport = createTransport(source.baseUrl, source.limits, lines.readingTurn, lines.connect)
  const { bulkhead, breakers, health } = standing
  // Of these settings only: a call with a new key does not join one with the old key.
  const joining = createJoining()
  let flights = 0
  let isRetired = false
  if (source.unconfigured !== null) {
    log.warn({ source: source.id, reason: source.unconfigured }, 'source is down: not configured')
  }

  const refuseIfBarred = (asker: Asker, background: boolean): void => {
    if (source.unconfigured !== null) throw new SourceFailure('refused', source.unconfigured)
    const waitMs =
      (background ? Math.max(standing.notBefore, standing.backgroundNotBefore) : standing.notBefore) - now()
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1000)
      throw new SourceFailure('refused', `the vendor asked us to wait ${seconds} s`, { retryAfterMs: waitMs })
    }
    // The probe of a half-open breaker belongs to a call that somebody waits for.
    if (breakers.isOpen(asker) || (background && breakers.state() !== 'closed'))
      throw heldBack(standing.locked)
  }

  const once = <T>(question: Question<T>, { options, signal, leave }: Flight): Promise<Landed<T>> => {
    const counted = counting(meter, source, options.purpose ?? purpose)
    const direct = counted(transport.http(signal, leave))
    const wrapped = wrapHttp ? wrapHttp(source.id, direct) : direct
    const { witness } = options
    const { asked } = question
    const atMs = now()
    const exchanges: Exchange[] = []
    const call: ContentCall = {
      http: witness || (watcher && asked) ? noting(wrapped, exchanges) : wrapped,
      download: counted(transport.download(signal)),
      live: options.live ?? false,
      raw: options.raw ?? false,
    }
    const put = orAborted(question.put(call), signal)
    const answered =
      watcher && asked
        ? watching(put, watcher, { sourceId: source.id, asked, atMs, exchanges })
        : put.then((answer) => ({ answer, seen: undefined }))
    return witness ? answered.finally(() => witness.saw(exchanges)) : answered
  }

  const withRetry = async <T>(question: Question<T>, flight: Flight, probe: boolean): Promise<Landed<T>> => {
    const { signal } = flight
    try {
      return await once(question, flight)
    } catch (error) {
      const failure = asFailure(error)
      if (probe || flight.hasLeft || signal.aborted || !worthAnotherTry(failure)) throw failure
      await pause(RETRY_PAUSE_MS, signal)
      return once(question, flight)
    }
  }

  const endOfWait = ({ retryAfterMs = 0 }: SourceFailure): number =>
    retryAfterMs > 0 ? now() + Math.min(retryAfterMs, MAX_WAIT_MS) : 0

  const logFailure = (verb: string, failure: SourceFailure, tookMs: number): void => {
    const detail = failure.message.slice(0, MAX_DETAIL_CHARS)
    log.warn({ source: source.id, verb, kind: failure.kind, detail, tookMs }, 'source call failed')
  }

  const settleBackground = (verb: string, failure: SourceFailure | null, tookMs: number): void => {
    const outcome = failure?.unasked ? 'over_budget' : (failure?.kind ?? 'answered')
    metrics?.observe({ sourceId: source.id, verb, outcome, tookMs })
    if (failure && !failure.unasked) {
      standing.backgroundNotBefore = Math.max(standing.backgroundNotBefore, endOfWait(failure))
      if (!IS_NO_FAULT.has(failure.kind)) logFailure(verb, failure, tookMs)
    }
  }

  const settle = (verb: string, leave: Leave, failure: SourceFailure | null, tookMs: number): void => {
    const before = breakers.state()
    const succeeded = failure === null || IS_NO_FAULT.has(failure.kind)
    if (succeeded) leave.succeeded()
    else leave.failed()
    standing.locked = failure?.locked ?? false
    health.record(succeeded, tookMs)
    onSeen?.({ source: source.id, verb, failure: succeeded ? null : reasonOf(failure), tookMs })
    metrics?.observe({ sourceId: source.id, verb, outcome: failure?.kind ?? 'answered', tookMs })
    if (failure) standing.notBefore = Math.max(standing.notBefore, endOfWait(failure))
    if (failure && !succeeded) logFailure(verb, failure, tookMs)
    const after = breakers.state()
    if (after !== before)
      log.info({ source: source.id, from: before, to: after }, 'source breaker changed state')
  }

  const isDeserted = (signal: AbortSignal): boolean =>
    signal.aborted && signal.reason === ('callers_gone' satisfies Desertion)

  const inForeground = async <T>(question: Question<T>, flight: Flight, asker: Asker) => {
    const leave = breakers.leave(asker)
    if (!leave) throw heldBack(standing.locked)
    const startedAt = now()
    try {
      const landed = await withRetry(question, flight, leave.probe)
      settle(question.verb, leave, null, now() - startedAt)
      return landed
    } catch (error) {
      const failure = asFailure(error)
      const tookMs = now() - startedAt
      const { verb } = question
      if (failure.unasked || isDeserted(flight.signal)) {
        leave.abandoned()
        const outcome = failure.unasked ? 'over_budget' : 'abandoned'
        metrics?.observe({ sourceId: source.id, verb, outcome, tookMs })
      } else settle(verb, leave, failure, tookMs)
      throw failure
    }
  }

  const inBackground = async <T>(question: Question<T>, flight: Flight) => {
    const startedAt = now()
    try {
      const landed = await withRetry(question, flight, false)
      settleBackground(question.verb, null, now() - startedAt)
      return landed
    } catch (error) {
      const failure = asFailure(error)
      if (!isDeserted(flight.signal)) settleBackground(question.verb, failure, now() - startedAt)
      throw failure
    }
  }

  const fly = async <T>(
    question: Question<T>,
    options: AskOptions,
    asker: Asker,
    signal: AbortSignal,
  ): Promise<Landed<T>> => {
    const { background = false } = question
    refuseIfBarred(asker, background)
    flights += 1
    try {
      return await inPlace(question, options, asker, signal)
    } finally {
      flights -= 1
      closeIfDone()
    }
  }

  const inPlace = async <T>(
    question: Question<T>,
    options: AskOptions,
    asker: Asker,
    signal: AbortSignal,
  ): Promise<Landed<T>> => {
    const { background = false } = question
    const giveBack = await bulkhead.enter(signal, background)
    try {
      // The state may have changed while this call was queued.
      refuseIfBarred(asker, background)
      const flight = flightOf(options, signal, giveBack)
      return await (background ? inBackground(question, flight) : inForeground(question, flight, asker))
    } finally {
      giveBack()
    }
  }

  const closeIfDone = (): void => {
    if (isRetired && flights === 0) void transport.close()
  }

  const ask = async <T>(
    question: Question<T>,
    options: AskOptions,
    mayJoin = !options.live && !options.raw,
  ): Promise<Answered<T>> => {
    const startedAt = now()
    const { hotel } = question
    // A call that nobody in particular makes, such as the search for a place, counts as its own caller.
    const asker = { caller: options.caller ?? hotel, hotel }
    let own = false
    const asked = JSON.stringify([question.verb, ...question.about])
    const { standsOn } = options
    try {
      const { answer: landed, joined } = await joining.ask(
        standsOn === undefined || joining.isFlying(asked) ? asked : `${asked} ${standsOn}`,
        {
          deadlineMs: options.deadlineMs ?? source.limits.deadlineMs,
          signal: options.signal,
          mayJoin,
          mayBeJoined: !options.raw,
        },
        (signal) => {
          own = true
          return fly(question, options, asker, signal)
        },
        ({ seen }) => seen,
      )
      const tookMs = now() - startedAt
      // Its place is free for others, and no deadline runs any more: a watcher fails no call.
      await landed.seen
      return { answer: landed.answer, joined, tookMs }
    } catch (error) {
      if (own || !(error instanceof SourceFailure)) throw error
      // The call belonged to a caller who is held off, or for whom nobody waits. This one is not.
      const isPressing = error.unasked && (options.purpose ?? purpose).isWaitedFor
      const mayAsk = isPressing || (error.heldBack && !breakers.isOpen(asker))
      if (mayAsk) return ask(question, options, false)
      throw error
    }
  }

  return {
    ask: (question, options) => ask(question, options),
    health: () =>
      health.read({
        breaker: breakers.state(),
        configured: source.unconfigured === null,
        toldToWait: standing.notBefore > now(),
      }),
    retire() {
      isRetired = true
      closeIfDone()
    },
    close: () => transport.close(),
  }
}
