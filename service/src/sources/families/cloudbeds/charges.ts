import { type Minor, parseMinor } from '../../../kernel/money.ts'
import type { Occupancy } from '../../source.ts'
import { number } from '../facts.ts'
import { broken } from './client.ts'
import { type Charge, ChargesData } from './schema.ts'

/** A room at a plan, as far as taxes and fees depend on it. */
export interface Charged {
  roomTypeID: string
  /** The price of one room, night by night. */
  nights: readonly Minor[]
  currency: string
  occupancy: Occupancy
}

/** What else than a reservation a charge may be for. */
const OF_OTHERS = new Set(['product', 'fee', 'custom_item', 'tax', 'payment'])

/** Whether reservations pay it; null if that cannot be told. */
function isForRates({ availableFor }: Charge): boolean | null {
  if (availableFor?.includes('rate')) return true
  return availableFor?.every((word) => OF_OTHERS.has(word)) ? false : null
}

/** The property's taxes and fees in force that reservations pay, or may pay. */
export function readCharges(data: unknown, nowMs: number): Charge[] {
  if (!ChargesData.Check(data)) throw broken('taxes and fees of another shape')
  return data.filter(
    (charge) => isForRates(charge) !== false && charge.isDeleted !== true && !isPast(charge.expiredAt, nowMs),
  )
}

function isPast(moment: string | null | undefined, nowMs: number): boolean {
  return moment !== null && moment !== undefined && Date.parse(moment) <= nowMs
}

/** Whether the price holds all taxes: none comes on top of it. */
export function holdsTaxes(charges: readonly Charge[], room: Charged): boolean {
  return !charges.some((charge) => charge.type === 'tax' && addsTo(charge, room))
}

/**
 * What comes on top of the price, for all rooms and nights. Null if a rule is not a plain amount or percentage: the amount
 * then depends on the season, the rate or the length of the stay in ways that the description does not define.
 */
export function addedTo(charges: readonly Charge[], room: Charged): Minor | null {
  let sum = 0
  for (const charge of charges) {
    if (!addsTo(charge, room)) continue
    const amount = amountOf(charge, room)
    if (amount === null) return null
    sum += amount
  }
  return sum
}

function addsTo({ inclusiveOrExclusive, roomTypes }: Charge, { roomTypeID }: Charged): boolean {
  if (inclusiveOrExclusive !== 'inclusive' && inclusiveOrExclusive !== 'exclusive') {
    throw broken(`a charge that is ${inclusiveOrExclusive.slice(0, 20)}`)
  }
  const ids = (roomTypes ?? []).map((room) => String(room.roomTypeID))
  return inclusiveOrExclusive === 'exclusive' && (ids.length === 0 || ids.includes(roomTypeID))
}

function amountOf(charge: Charge, { nights, currency, occupancy }: Charged): Minor | null {
  if (isForRates(charge) === null || isConditional(charge)) return null
  const { rooms, adults, children } = occupancy
  const fixed = (figure: Charge['amount']): Minor | null => readAmount(figure, currency)
  const times = (amount: Minor | null, count: number): Minor | null =>
    amount === null ? null : amount * count
  switch (charge.amountType) {
    case 'percentage': {
      const percent = number(charge.amount)
      if (percent === null || percent < 0) return null
      // Each night is posted with its own taxes.
      return rooms * nights.reduce((sum, night) => sum + Math.round((night * percent) / 100), 0)
    }
    case 'fixed':
      return times(fixed(charge.amount), nights.length * rooms)
    case 'fixed_per_person': {
      const grown = fixed(charge.amountAdult)
      const small = children === 0 ? 0 : fixed(charge.amountChild)
      if (grown === null || small === null) return null
      return (grown * adults + small * children) * nights.length * rooms
    }
    case 'fixed_per_accomodation':
      return times(fixed(charge.amount), rooms)
    case 'fixed_per_reservation':
      return fixed(charge.amount)
    default:
      return null
  }
}

/** Rules by date or length of stay, and taxes on other charges. */
function isConditional({ dateRanges, lengthOfStaySettings, feesCharged, taxesCharged }: Charge): boolean {
  const isSet = (rules: unknown): boolean =>
    rules !== null && rules !== undefined && !(Array.isArray(rules) && rules.length === 0)
  return [dateRanges, lengthOfStaySettings, feesCharged, taxesCharged].some(isSet)
}

/** An amount that is not negative; null if there is none. */
export function readAmount(figure: unknown, currency: string): Minor | null {
  const value = number(figure)
  if (value === null || value < 0) return null
  try {
    return parseMinor(typeof figure === 'string' ? figure.trim() : value, currency)
  } catch {
    return null
  }
}
