import { type Asker, createBreakers, type Leave } from './breakers.ts'
import { createBulkhead } from './bulkhead.ts'
import type { Endpoint } from './catalog/catalog.ts'
import type { ContentCall } from './content.ts'
import { asFailure } from './failures.ts'
import { createHealth, type SourceHealth } from './health.ts'
import { createJoining, type Desertion } from './joining.ts'
import { type FailureKind, type Http, SourceFailure } from './source.ts'
import { createTransport } from './transport.ts'

/** Options of a call through the gateway. */
export interface AskOptions {
  /** For the whole call: queue, retry and reading the body. Default: the source's own. */
  deadlineMs?: number
  /** The caller's signal; its abort never fails others who wait for the same answer. */
  signal?: AbortSignal
  /** Does not join a call in flight, though later callers may join this one. */
  live?: boolean
  /** Keeps the upstream bodies. Neither joins nor is joined. */
  raw?: boolean
  /** What the caller stands on: if that fails, it pays nothing. So only callers that stand on the same join this call. */
  standsOn?: string | undefined
  /** The account or work that makes the call. One caller's failures do not close the source to others. */
  caller?: string | undefined
  /**
   * Called when the source has answered, before the answer is read: its place is free for the next call. Such a call is not
   * retried at once. Not called for a joined call, or if the family cannot tell which request is the last.
   */
  onArrived?: () => void
}

export interface Answered<T> {
  answer: T
  joined: boolean
  tookMs: number
}

export interface Question<T> {
  verb: string
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
  outcome: 'answered' | 'abandoned' | FailureKind
  tookMs: number
}

export interface CircuitContext {
  now: () => number
  log: CircuitLog
  /** Called for every call that reached the source. */
  metrics?: { observe(event: CallEvent): void }
  /** Wraps the connection of every call, for callers that need the vendor's headers. */
  wrapHttp?: (sourceId: string, http: Http) => Http
  /** Lets one large answer be read per turn of the event loop. Shared by all sources of a process. */
  readingTurn?: () => Promise<void>
}

/** The part of a pino logger that is used. */
export interface CircuitLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** One source's connections, queue, breaker and health. No source can block another. */
export interface Circuit {
  ask<T>(question: Question<T>, options: AskOptions): Promise<Answered<T>>
  health(): SourceHealth
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
  source: Endpoint,
  { now, log, metrics, wrapHttp, readingTurn }: CircuitContext,
): Circuit {
  const transport = createTransport(source.baseUrl, source.limits, readingTurn)
  const bulkhead = createBulkhead(source.limits.concurrency)
  const breakers = createBreakers(now)
  const joining = createJoining()
  const health = createHealth(now)
  let notBefore = 0
  let backgroundNotBefore = 0
  /** Whether the last call failed because of the operator's credentials. */
  let locked = false
  if (source.unconfigured !== null) {
    log.warn({ source: source.id, reason: source.unconfigured }, 'source is down: not configured')
  }

  const refuseIfBarred = (asker: Asker, background: boolean): void => {
    if (source.unconfigured !== null) throw new SourceFailure('refused', source.unconfigured)
    const waitMs = (background ? Math.max(notBefore, backgroundNotBefore) : notBefore) - now()
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1000)
      throw new SourceFailure('refused', `the vendor asked us to wait ${seconds} s`, { retryAfterMs: waitMs })
    }
    // The probe of a half-open breaker belongs to a call that somebody waits for.
    if (breakers.isOpen(asker) || (background && breakers.state() !== 'closed')) throw heldBack(locked)
  }

  const once = <T>(question: Question<T>, { options, signal, leave }: Flight): Promise<T> => {
    const http = transport.http(signal, leave)
    const call: ContentCall = {
      http: wrapHttp ? wrapHttp(source.id, http) : http,
      download: transport.download(signal),
      live: options.live ?? false,
      raw: options.raw ?? false,
    }
    return orAborted(question.put(call), signal)
  }

  const withRetry = async <T>(question: Question<T>, flight: Flight, probe: boolean): Promise<T> => {
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
    metrics?.observe({ sourceId: source.id, verb, outcome: failure?.kind ?? 'answered', tookMs })
    if (failure) {
      backgroundNotBefore = Math.max(backgroundNotBefore, endOfWait(failure))
      if (!IS_NO_FAULT.has(failure.kind)) logFailure(verb, failure, tookMs)
    }
  }

  const settle = (verb: string, leave: Leave, failure: SourceFailure | null, tookMs: number): void => {
    const before = breakers.state()
    const succeeded = failure === null || IS_NO_FAULT.has(failure.kind)
    if (succeeded) leave.succeeded()
    else leave.failed()
    locked = failure?.locked ?? false
    health.record(succeeded, tookMs)
    metrics?.observe({ sourceId: source.id, verb, outcome: failure?.kind ?? 'answered', tookMs })
    if (failure) notBefore = Math.max(notBefore, endOfWait(failure))
    if (failure && !succeeded) logFailure(verb, failure, tookMs)
    const after = breakers.state()
    if (after !== before)
      log.info({ source: source.id, from: before, to: after }, 'source breaker changed state')
  }

  const isDeserted = (signal: AbortSignal): boolean =>
    signal.aborted && signal.reason === ('callers_gone' satisfies Desertion)

  const inForeground = async <T>(question: Question<T>, flight: Flight, asker: Asker) => {
    const leave = breakers.leave(asker)
    if (!leave) throw heldBack(locked)
    const startedAt = now()
    try {
      const answer = await withRetry(question, flight, leave.probe)
      settle(question.verb, leave, null, now() - startedAt)
      return answer
    } catch (error) {
      const failure = asFailure(error)
      const tookMs = now() - startedAt
      if (isDeserted(flight.signal)) {
        leave.abandoned()
        metrics?.observe({ sourceId: source.id, verb: question.verb, outcome: 'abandoned', tookMs })
      } else settle(question.verb, leave, failure, tookMs)
      throw failure
    }
  }

  const inBackground = async <T>(question: Question<T>, flight: Flight) => {
    const startedAt = now()
    try {
      const answer = await withRetry(question, flight, false)
      settleBackground(question.verb, null, now() - startedAt)
      return answer
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
  ): Promise<T> => {
    const { background = false } = question
    refuseIfBarred(asker, background)
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
      const { answer, joined } = await joining.ask(
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
      )
      return { answer, joined, tookMs: now() - startedAt }
    } catch (error) {
      // The call belonged to a caller who is held off. This one is not.
      const mayAsk = !own && error instanceof SourceFailure && error.held && !breakers.isOpen(asker)
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
        toldToWait: notBefore > now(),
      }),
    close: () => transport.close(),
  }
}

/** A call that has its place. */
interface Flight {
  options: AskOptions
  signal: AbortSignal
  /** Whether the place was given back when the answer had arrived. */
  hasLeft: boolean
  leave: (() => void) | undefined
}

function flightOf(options: AskOptions, signal: AbortSignal, giveBack: () => void): Flight {
  const { onArrived } = options
  const leave = () => {
    flight.hasLeft = true
    giveBack()
    onArrived?.()
  }
  const flight: Flight = { options, signal, hasLeft: false, leave: onArrived && leave }
  return flight
}

/**
 * A timeout that is not this call's own (its signal would be aborted) belongs to a token request shared with a call whose
 * callers have left: a retry is enough.
 */
function worthAnotherTry(failure: SourceFailure): boolean {
  return failure.retryAfterMs === undefined && (failure.transient || failure.kind === 'timed_out')
}

/** `locked`: the calls failed because of the credentials, which is what the caller should learn. */
function heldBack(locked: boolean): SourceFailure {
  return new SourceFailure('refused', 'too many calls failed recently, so this one was not made', {
    held: true,
    locked,
  })
}

/** Gives up on abort even if the work does not notice it, so that its place in the bulkhead is released. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new SourceFailure('timed_out', 'every caller has left'))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return orAborted(
    new Promise((resolve) => {
      setTimeout(resolve, ms)
    }),
    signal,
  )
}
