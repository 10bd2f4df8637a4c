import { mix } from './world/hash.ts'

export const FAULTS = [
  'none',
  'refuse',
  'reset',
  'hang',
  'drip',
  '429',
  '500',
  'html',
  'truncated',
  'wrong_schema',
  'wrong_dates',
  'gzip_bomb',
  'huge',
] as const

export type Fault = (typeof FAULTS)[number]

/** The behaviour of one source, set through the control port. */
export interface Settings {
  latencyMs: number
  /** Share (0–1) of the calls that take `slowMs` instead. */
  slowShare: number
  slowMs: number
  fault: Fault
  /** How many more requests the fault hits; null: until it is switched off. */
  count: number | null
  /** Share (0–1) of the requests the fault hits. */
  share: number
  /** Whether latency and fault also hit token calls. */
  tokens: boolean
  /** Requests a second; the rest are answered 429. */
  rateLimit: number
}

export interface Counters {
  requests: number
  /** Requests by path, without the query; after a few hundred paths the rest is counted as `other`. */
  paths: Record<string, number>
  rateLimited: number
  faults: number
  /** Requests being answered now, and the highest number at once. */
  inFlight: number
  mostInFlight: number
}

/** One source: its settings, its request counts, and the decisions based on both. */
export interface Behaviour {
  settings: Settings
  counters: Counters
  /** Call when a request arrives; call the result when it has been answered. */
  count(path: string): () => void
  /** False if the request exceeds the rate limit. */
  admit(): boolean
  /** What to do with a request: how long to wait, and which fault to show. */
  decide(path: string): { delayMs: number; fault: Fault }
  reset(): void
}

const MAX_PATHS = 300

export function createBehaviour(seed: number): Behaviour {
  const settings = defaultSettings()
  const counters: Counters = { ...noneYet(), inFlight: 0 }
  const bucket = { tokens: settings.rateLimit, at: performance.now() }
  let drawn = 0
  // Shares are drawn from a counter, so that a run with a seed is reproducible.
  const hits = (share: number): boolean => share > 0 && mix(seed, ++drawn, 201) < share * 2 ** 32

  return {
    settings,
    counters,
    count(path) {
      counters.requests++
      const known = path in counters.paths || Object.keys(counters.paths).length < MAX_PATHS
      const name = known ? path : 'other'
      counters.paths[name] = (counters.paths[name] ?? 0) + 1
      counters.inFlight++
      counters.mostInFlight = Math.max(counters.mostInFlight, counters.inFlight)
      return () => {
        counters.inFlight--
      }
    },
    admit() {
      const now = performance.now()
      const refilled = bucket.tokens + ((now - bucket.at) / 1000) * settings.rateLimit
      bucket.tokens = Math.min(settings.rateLimit, refilled)
      bucket.at = now
      if (bucket.tokens < 1) {
        counters.rateLimited++
        return false
      }
      bucket.tokens--
      return true
    },
    decide(path) {
      if (isTokenCall(path) && !settings.tokens) return { delayMs: 0, fault: 'none' }
      const delayMs = hits(settings.slowShare) ? settings.slowMs : settings.latencyMs
      if (settings.fault === 'none' || settings.count === 0 || !hits(settings.share)) {
        return { delayMs, fault: 'none' }
      }
      if (settings.count !== null) settings.count--
      counters.faults++
      return { delayMs, fault: settings.fault }
    },
    reset() {
      Object.assign(settings, defaultSettings())
      Object.assign(counters, noneYet())
      bucket.tokens = settings.rateLimit
      drawn = 0
    },
  }
}

function noneYet(): Omit<Counters, 'inFlight'> {
  return { requests: 0, paths: {}, rateLimited: 0, faults: 0, mostInFlight: 0 }
}

function defaultSettings(): Settings {
  return {
    latencyMs: 0,
    slowShare: 0,
    slowMs: 1_000,
    fault: 'none',
    count: null,
    share: 1,
    tokens: false,
    rateLimit: 500,
  }
}

function isTokenCall(path: string): boolean {
  return /\/(oauth2?|tokens?)(\/|$)/i.test(path)
}
