import { BUCKETS, FIRST_BUCKET, originLead } from './origin.ts'

/** A change of one night, with what it is compared on. */
export interface PricedChange {
  seenMs: number
  /** The currency and tax basis of the figures, as the summaries have them. */
  quoted: number
  tax: string
  figure: number | null
  afterTax: number | null
}

/** The changes of a cell, in order, and for which stretch its looks were steady. */
export interface SteadyLooks {
  nightDay: number
  changes: readonly PricedChange[]
  /** Null if that was not recorded. */
  steadyMs: number | null
  seenMs: number
  gapMs: number
}

/** How far a night fell, in thousandths, by bucket from the second; null where that is not known. */
export interface Falls {
  quoted: number
  tax: string
  falls: (number | null)[]
  fallsAfterTax: (number | null)[]
}

const DAY_MS = 86_400_000

/**
 * What became of the price of a night after a day of each bucket of lead time, until one day before arrival. Only figures at the end of
 * a day (UTC) count: otherwise a night that is looked at every hour would fall more often than one that is looked at every day.
 */
export function fallsOf(looks: SteadyLooks): Falls[] {
  const { nightDay, changes } = looks
  const closes = changes.filter(({ seenMs }, at) => dayOfMs(seenMs) !== dayOfMs(changes[at + 1]?.seenMs))
  const byBasis = new Map<string, Falls>()
  const basisOf = ({ quoted, tax }: PricedChange): Falls => {
    const falls: Falls = byBasis.get(`${quoted}/${tax}`) ?? {
      quoted,
      tax,
      falls: unknown(),
      fallsAfterTax: unknown(),
    }
    byBasis.set(`${quoted}/${tax}`, falls)
    return falls
  }
  for (let bucket = FIRST_BUCKET; bucket < FIRST_BUCKET + BUCKETS; bucket += 1) {
    const originMs = (nightDay - originLead(nightDay, bucket) + 1) * DAY_MS
    const origin = closes.findLast(({ seenMs }) => seenMs < originMs)
    if (!origin || (origin.figure === null && origin.afterTax === null)) continue
    const known = basisOf(origin)
    if (!isSteady(looks, originMs)) continue
    const later = closes.filter(
      ({ seenMs, quoted, tax }) =>
        seenMs >= originMs && seenMs < nightDay * DAY_MS && quoted === origin.quoted && tax === origin.tax,
    )
    const at = bucket - FIRST_BUCKET
    known.falls[at] = fallOf(
      origin.figure,
      later.map(({ figure }) => figure),
    )
    known.fallsAfterTax[at] = fallOf(
      origin.afterTax,
      later.map(({ afterTax }) => afterTax),
    )
  }
  return [...byBasis.values()]
}

/** Without a longer break from a moment until the last day that counts. */
function isSteady({ nightDay, steadyMs, seenMs, gapMs }: SteadyLooks, fromMs: number): boolean {
  return steadyMs !== null && steadyMs < fromMs && seenMs >= nightDay * DAY_MS - gapMs
}

function fallOf(origin: number | null, later: readonly (number | null)[]): number | null {
  if (origin === null || origin <= 0) return null
  const low = Math.min(origin, ...later.filter((figure) => figure !== null))
  return Math.floor(((origin - low) * 1000) / origin)
}

function unknown(): (number | null)[] {
  return Array.from({ length: BUCKETS }, () => null)
}

function dayOfMs(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.floor(ms / DAY_MS)
}
