import { type Minor, minorDigits } from '../kernel/money.ts'
import type { Certificate } from '../sources/catalog/catalog.ts'
import type { Availability, LowestAnswer, Rate, StayAnswer } from '../sources/source.ts'

/** The cheapest figures of one stay, from any kind of answer. Per room and night, in minor units. */
export interface Figures {
  status: Availability
  minLos: number | null
  currency: string
  taxIncluded: boolean | null
  bar: Minor | null
  barAfterTax: Minor | null
  member: Minor | null
  memberAfterTax: Minor | null
  /** False if this kind of answer never shows member rates. */
  memberKnown: boolean
  /** The cheapest award payable with points alone. */
  points: number | null
  /** Whether that award is a premium one, which has no cents per point and takes no certificate. */
  premium: boolean
  pointsCash: number | null
  copay: Minor | null
  /** False if this kind of answer never shows points. */
  pointsKnown: boolean
}

/** The summary of a full answer. */
export function figuresOf(answer: StayAnswer): Figures {
  const { open, forMembers } = cashRates(answer)
  const awards = answer.rooms.flatMap((room) => room.rates.filter(isAward))
  const pure = awards.filter((award) => award.cashCopayPerNight === null)
  const standard = pure.filter((award) => award.standardAward === true)
  const mixed = awards.filter(
    (award) =>
      award.standardAward === true && award.cashCopayPerNight !== null && award.currency === answer.currency,
  )
  const cheapestMixed = mixed.toSorted(byPointsThenCash)[0]
  return {
    status: answer.status,
    minLos: answer.minLos,
    currency: answer.currency,
    taxIncluded: (cheapest(open) ?? cheapest(forMembers))?.taxIncluded ?? answer.taxIncluded,
    bar: least(open, (rate) => rate.pricePerNight),
    barAfterTax: least(open, (rate) => rate.pricePerNightAfterTax),
    member: least(forMembers, (rate) => rate.pricePerNight),
    memberAfterTax: least(forMembers, (rate) => rate.pricePerNightAfterTax),
    memberKnown: true,
    points: least(standard.length > 0 ? standard : pure, (award) => award.pointsPerNight),
    premium: standard.length === 0 && pure.length > 0,
    pointsCash: cheapestMixed?.pointsPerNight ?? null,
    copay: cheapestMixed?.cashCopayPerNight ?? null,
    pointsKnown: answer.pointsKnown,
  }
}

export interface Totals {
  bar: Minor | null
  barAfterTax: Minor | null
  member: Minor | null
  memberAfterTax: Minor | null
}

/** The cheapest totals of a full answer over all nights and rooms; exact if the source gives totals. */
export function totalsOf(answer: StayAnswer, nightsTimesRooms: number): Totals {
  const { open, forMembers } = cashRates(answer)
  const whole = (rate: Rate) => rate.total ?? times(rate.pricePerNight, nightsTimesRooms)
  const wholeAfterTax = (rate: Rate) =>
    rate.totalAfterTax ?? times(rate.pricePerNightAfterTax, nightsTimesRooms)
  return {
    bar: least(open, whole),
    barAfterTax: least(open, wholeAfterTax),
    member: least(forMembers, whole),
    memberAfterTax: least(forMembers, wholeAfterTax),
  }
}

export function times(value: Minor | null, factor: number): Minor | null {
  return value === null ? null : value * factor
}

/** The cash rates that a summary compares: public and member rates in the answer's currency, not restricted or package ones. */
function cashRates({ rooms, currency }: StayAnswer): { open: Rate[]; forMembers: Rate[] } {
  const cash = rooms.flatMap((room) =>
    room.rates.filter(
      (rate) =>
        rate.pointsPerNight === null && rate.currency === currency && !rate.restricted && !rate.package,
    ),
  )
  return {
    open: cash.filter((rate) => !rate.memberOnly),
    forMembers: cash.filter((rate) => rate.memberOnly),
  }
}

/** The rate with the lowest displayed price; on a tie, the lowest after tax. */
function cheapest(rates: readonly Rate[]): Rate | undefined {
  const cost = (figure: Minor | null) => figure ?? Number.POSITIVE_INFINITY
  const order = (a: Rate, b: Rate) =>
    compare(cost(a.pricePerNight), cost(b.pricePerNight)) ||
    compare(cost(a.pricePerNightAfterTax), cost(b.pricePerNightAfterTax))
  return rates.filter((rate) => rate.pricePerNight !== null).toSorted(order)[0]
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** The summary of a batch row or a calendar night, which never show points. */
export function figuresOfLowest(lowest: LowestAnswer): Figures {
  const { status, minLos, currency, taxIncluded, bar, barAfterTax, member, memberAfterTax, memberKnown } =
    lowest
  const points = { points: null, premium: false, pointsCash: null, copay: null, pointsKnown: false }
  return {
    status,
    minLos,
    currency,
    taxIncluded,
    bar,
    barAfterTax,
    member,
    memberAfterTax,
    memberKnown,
    ...points,
  }
}

type Award = Rate & { pointsPerNight: number }

function isAward(rate: Rate): rate is Award {
  return rate.pointsPerNight !== null
}

function byPointsThenCash(a: Award, b: Award): number {
  return a.pointsPerNight - b.pointsPerNight || (a.cashCopayPerNight ?? 0) - (b.cashCopayPerNight ?? 0)
}

function least<T>(rates: readonly T[], read: (rate: T) => number | null): number | null {
  const values = rates.map(read).filter((value) => value !== null)
  return values.length === 0 ? null : Math.min(...values)
}

/**
 * Cents per point, in hundredths of a cent: the cash saved divided by the points, rounded half up. Uses the after-tax
 * price if there is one. Null if it cannot be computed.
 */
export function centsPerPoint(
  figures: Pick<Figures, 'currency' | 'bar' | 'barAfterTax'>,
  points: number | null,
  copay: Minor | null,
): number | null {
  const price = figures.barAfterTax ?? figures.bar
  if (price === null || points === null || points <= 0) return null
  const saved = price - (copay ?? 0)
  const perPoint = 10 ** minorDigits(figures.currency) * points
  return Math.floor((2 * saved * 10_000 + perPoint) / (2 * perPoint))
}

export function cppOf(
  figures: Pick<Figures, 'currency' | 'bar' | 'barAfterTax' | 'points' | 'premium'>,
): number | null {
  return figures.premium ? null : centsPerPoint(figures, figures.points, null)
}

export function cppPointsCashOf(figures: Figures): number | null {
  return figures.pointsCash === null ? null : centsPerPoint(figures, figures.pointsCash, figures.copay)
}

/** The points to add to a certificate for a standard award at this price; null if it does not cover the award. */
export function topUpOf({ maxPoints, maxTopUp }: Certificate, points: number): number | null {
  const topUp = maxPoints === null ? 0 : Math.max(0, points - maxPoints)
  return topUp === 0 || maxTopUp === null || topUp <= maxTopUp ? topUp : null
}

/** Every certificate that covers a standard award at this price, with the points to add: `35k:0;40k:0`. */
export function certsFor(points: number | null, certificates: readonly Certificate[]): string | null {
  if (points === null) return null
  const usable = certificates.flatMap((certificate) => {
    const topUp = topUpOf(certificate, points)
    return topUp === null ? [] : [{ id: certificate.id, topUp }]
  })
  // The sort is stable: certificates with the same top-up stay in catalog order.
  const sorted = usable.toSorted((a, b) => a.topUp - b.topUp)
  return sorted.length === 0 ? null : sorted.map(({ id, topUp }) => `${id}:${topUp}`).join(';')
}

export function certsOf(
  figures: Pick<Figures, 'points' | 'premium'>,
  certificates: readonly Certificate[],
): string | null {
  return figures.premium ? null : certsFor(figures.points, certificates)
}
