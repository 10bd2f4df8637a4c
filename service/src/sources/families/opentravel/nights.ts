import { dayOf, parseDay } from '../../../kernel/dates.ts'
import { SourceFailure } from '../../source.ts'
import type { Element } from '../read-xml.ts'
import { ratesOf, wholeOf } from './amounts.ts'
import type { Asked } from './echo.ts'
import type { Profile } from './profile.ts'
import { at, attribute, flag } from './xml.ts'

/** A run of nights at one price. */
export interface Segment {
  rate: Element
  /** Its first night, in days since the epoch. */
  first: number
  nights: number
  /** Its amounts are for this many nights each. */
  unitNights: number
}

/** A room rate and the nights of the stay that its `Rate`s price. */
export interface Priced {
  roomRate: Element
  segments: Segment[]
}

/** How to read the dates of room rates, from strict to tolerant. */
interface Reading {
  /** Whether `ExpireDate` is the morning after the last night, if the rate does not say. */
  exclusive: boolean
  /** Whether dates beyond the stay are cut off: many systems state how long a price is valid, not the requested dates. */
  clip: boolean
}

const READINGS: readonly Reading[] = [
  { exclusive: false, clip: false },
  { exclusive: true, clip: false },
  { exclusive: false, clip: true },
  { exclusive: true, clip: true },
]

/**
 * The room rates with their nights, if together they cover each night exactly once; otherwise undefined. Uses the first way of
 * reading the dates under which all of them fit.
 */
export function coverStay(
  roomRates: readonly Element[],
  asked: Asked,
  usualUnit: Profile['rateTimeUnit'],
): Priced[] | undefined {
  for (const reading of READINGS) {
    const priced = roomRates.map((roomRate) => ({ roomRate, runs: runsOf(roomRate, asked, reading) }))
    const runs = priced.flatMap((each) => each.runs)
    if (!tiles(runs, asked)) continue
    return priced
      .filter((each) => each.runs.length > 0)
      .map((each) => ({
        roomRate: each.roomRate,
        segments: each.runs.map((run) => segmentOf(run, usualUnit)),
      }))
  }
  return undefined
}

/** Whether a room rate is for other nights or for a different number of guests. */
export function isElsewhere(roomRate: Element, asked: Asked): boolean {
  return runsOf(roomRate, asked, { exclusive: false, clip: true }).length === 0
}

interface Run {
  rate: Element
  /** Days since the epoch. */
  first: number
  nights: number
  clipped: boolean
}

function runsOf(roomRate: Element, asked: Asked, reading: Reading): Run[] {
  const stated = ratesOf(roomRate)
  // Without rates, the room rate's total is its only price.
  const rates = stated.length > 0 ? stated.filter((rate) => takesParty(rate, asked)) : [roomRate]
  const runs = rates.map((rate) => runOf(rate, roomRate, asked, rates.length === 1, reading))
  return reading.clip ? runs.flatMap((run) => clip(run, asked) ?? []) : runs
}

/** Prices may be listed by number of guests. Above the highest number, extra guests must have their own amount. */
function takesParty(rate: Element, { occupancy }: Asked): boolean {
  const guests = occupancy.adults + occupancy.children
  const least = Number(attribute(rate, 'MinGuestApplicable') ?? 0)
  const most = Number(attribute(rate, 'MaxGuestApplicable') ?? guests)
  return least <= guests && (guests <= most || at(rate, 'AdditionalGuestAmounts') !== undefined)
}

function runOf(rate: Element, roomRate: Element, asked: Asked, alone: boolean, reading: Reading): Run {
  const dated = hasDates(rate) || !alone ? rate : roomRate
  if (!hasDates(dated) && alone)
    return { rate, first: dayOf(asked.checkin), nights: asked.los, clipped: false }
  const first = parseDay(attribute(dated, 'EffectiveDate') ?? '')
  const expiry = parseDay(attribute(dated, 'ExpireDate') ?? '')
  if (first === null || expiry === null) throw new SourceFailure('broken', 'a rate without its dates')
  const morningAfter = flag(dated, 'ExpireDateExclusiveInd') ?? reading.exclusive
  return { rate, first, nights: expiry - first + (morningAfter ? 0 : 1), clipped: false }
}

function hasDates(element: Element): boolean {
  return attribute(element, 'EffectiveDate') !== undefined || attribute(element, 'ExpireDate') !== undefined
}

function clip(run: Run, { checkin, los }: Asked): Run | undefined {
  const first = Math.max(run.first, dayOf(checkin))
  const nights = Math.min(run.first + run.nights, dayOf(checkin) + los) - first
  return nights > 0 ? { rate: run.rate, first, nights, clipped: nights < run.nights } : undefined
}

function tiles(runs: readonly Run[], { checkin, los }: Asked): boolean {
  let next = dayOf(checkin)
  for (const run of runs.toSorted((one, other) => one.first - other.first)) {
    if (run.first !== next || run.nights < 1) return false
    next += run.nights
  }
  return runs.length > 0 && next === dayOf(checkin) + los
}

const UNIT_DAYS: Readonly<Record<string, number>> = { Day: 1, Week: 7 }

// Charge types of the OpenTravel code list CHG. Others are not room prices.
const PER_NIGHT = new Set(['1', '19', 'Per night'])
const PER_STAY = new Set(['12', '18', 'Per stay'])

function segmentOf({ rate, first, nights, clipped }: Run, usualUnit: string): Segment {
  const stated = ['RoomPricingType', 'ChargeType'].map((name) => attribute(rate, name))
  const unknown = stated.find((type) => type !== undefined && !PER_NIGHT.has(type) && !PER_STAY.has(type))
  if (unknown !== undefined) throw new SourceFailure('broken', `a rate charged by "${unknown.slice(0, 40)}"`)
  const whole = rate.name === 'RoomRate' || stated.some((type) => type !== undefined && PER_STAY.has(type))
  const unit = attribute(rate, 'RateTimeUnit') ?? (whole ? 'FullDuration' : usualUnit)
  // A price for a period longer than the stay does not apply to the stay.
  const days = unit === 'FullDuration' ? (clipped ? 0 : nights) : UNIT_DAYS[unit]
  const multiplier = wholeOf(attribute(rate, 'UnitMultiplier') ?? '1', 'UnitMultiplier')
  const unitNights = (days ?? 0) * multiplier
  // An amount for three nights does not price two of them.
  if (unitNights < 1 || nights % unitNights !== 0)
    throw new SourceFailure('broken', `a rate per ${multiplier} ${unit} over ${nights} nights`)
  return { rate, first, nights, unitNights }
}

/** The cost of a whole segment, from the figure for one unit. */
export function overSegment(figure: number, segment: Segment, unitNights = segment.unitNights): number {
  if (segment.nights % unitNights !== 0)
    throw new SourceFailure('broken', `a figure per ${unitNights} nights over ${segment.nights}`)
  return figure * (segment.nights / unitNights)
}
