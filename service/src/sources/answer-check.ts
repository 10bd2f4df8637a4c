import { addNights, nightsBetween } from '../kernel/dates.ts'
import { LIMITS } from '../kernel/limits.ts'
import { isCurrency } from '../kernel/money.ts'
import {
  type BatchQuery,
  type BatchRow,
  type CalendarQuery,
  type HotelRecord,
  type LowestAnswer,
  type Rate,
  SourceFailure,
  type StayAnswer,
  type StayQuery,
} from './source.ts'

/**
 * The final check of every answer before it is billed, the same for all families. What passes belongs to the requested hotel
 * and nights and has only plausible figures.
 */
export function checkStay(query: StayQuery, answer: StayAnswer): StayAnswer {
  if (answer.hotel && answer.hotel.hotelCode !== query.hotelCode) broken(`about ${answer.hotel.hotelCode}`)
  checkCommon(answer)
  const rates = answer.rooms.flatMap((room) => room.rates)
  if (answer.status === 'available' ? rates.length === 0 : answer.rooms.length > 0) {
    broken(`${answer.status} with ${rates.length} rates`)
  }
  rates.forEach(checkRate)
  checkTexts(answer)
  // A rate without a stated price is listed without one.
  if (rates.length > 0 && !rates.some(isPriced)) broken(`${rates.length} rates without a price`)
  const cash = rates.filter((rate) => rate.pricePerNight !== null)
  if (cash.length > 0 && !cash.some((rate) => rate.currency === answer.currency)) {
    broken(`no price in ${answer.currency}, the currency of the answer`)
  }
  const end = Date.parse(`${addNights(query.checkin, query.los)}T00:00:00Z`) + ZONE_SLACK_MS
  for (const cancelBy of new Set(rates.map((rate) => rate.cancelBy)))
    if (cancelBy !== null) checkCancelBy(cancelBy, end)
  return answer
}

/** The largest offset of a hotel's midnight from UTC. */
const ZONE_SLACK_MS = 24 * 3_600_000

/** Free cancellation cannot end after the stay. If a format echoes no dates, only this detects an answer about other nights. */
function checkCancelBy(cancelBy: string, end: number): void {
  const moment = Date.parse(cancelBy)
  if (Number.isNaN(moment) || moment > end) broken(`free cancellation until ${cancelBy.slice(0, 40)}`)
}

function checkLowest(
  asked: { hotelCode: string; checkin: string; los: number },
  answer: LowestAnswer,
): LowestAnswer {
  if (answer.hotelCode !== asked.hotelCode) broken(`about ${answer.hotelCode}`)
  if (answer.checkin !== asked.checkin || answer.los !== asked.los) {
    broken(`about ${answer.los} nights from ${answer.checkin}`)
  }
  checkCommon(answer)
  const figures = [answer.bar, answer.barAfterTax, answer.member, answer.memberAfterTax]
  figures.forEach(checkMoney)
  const priced = answer.bar !== null || answer.member !== null
  const mayLackPrice = answer.noPublicRate === true
  if (answer.status === 'available' ? !priced && !mayLackPrice : figures.some((figure) => figure !== null)) {
    broken(`${answer.status} ${priced ? 'with' : 'without'} a price`)
  }
  return answer
}

/** One row per hotel, in the requested order. A bad or missing row fails alone; a row that was not requested fails them all. */
export function checkBatch(query: BatchQuery, rows: readonly BatchRow[]): BatchRow[] {
  const byCode = new Map<string, BatchRow>()
  for (const row of rows) {
    if (byCode.has(row.hotelCode)) broken(`two rows for ${row.hotelCode}`)
    if (!query.hotelCodes.includes(row.hotelCode))
      broken(`a row for ${row.hotelCode}, which was not requested`)
    byCode.set(row.hotelCode, row)
  }
  const checked = query.hotelCodes.map((hotelCode): BatchRow => {
    const row = byCode.get(hotelCode)
    if (!row) return { hotelCode, failure: new SourceFailure('broken', 'left out of the batch') }
    if ('failure' in row) return row
    return guarded<BatchRow>(
      () => ({ hotelCode, lowest: checkLowest({ ...query, hotelCode }, row.lowest) }),
      (failure) => ({ hotelCode, failure }),
    )
  })
  throwIfNothingAnswered(checked)
  return checked
}

/** One check-in night of a calendar: its figures, or why it failed. */
export type CalendarRow =
  | { checkin: string; lowest: LowestAnswer }
  | { checkin: string; failure: SourceFailure }

/** Like `checkBatch`, by night. */
export function checkCalendar(query: CalendarQuery, answers: readonly LowestAnswer[]): CalendarRow[] {
  const nights = nightsBetween(query.from, query.to)
  const byNight = new Map<string, LowestAnswer>()
  for (const answer of answers) {
    if (byNight.has(answer.checkin)) broken(`two rows for ${answer.checkin}`)
    byNight.set(answer.checkin, answer)
  }
  const asked = new Set(nights)
  const stray = answers.find((answer) => !asked.has(answer.checkin))
  if (stray) broken(`a row for ${stray.checkin}, which was not requested`)
  const checked = nights.map((checkin): CalendarRow => {
    const answer = byNight.get(checkin)
    if (!answer) return { checkin, failure: new SourceFailure('broken', 'left out of the calendar') }
    return guarded<CalendarRow>(
      () => ({ checkin, lowest: checkLowest({ ...query, checkin }, answer) }),
      (failure) => ({ checkin, failure }),
    )
  })
  throwIfNothingAnswered(checked)
  return checked
}

export const HOTEL_CODE = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/

/** Drops hotels whose code we could never request; implausible data in the others is an error. */
export function checkHotels(hotels: readonly HotelRecord[]): HotelRecord[] {
  return hotels.filter((hotel) => {
    const { lat, lng } = hotel
    if (lat !== null && !(Math.abs(lat) <= 90)) broken(`${hotel.hotelCode} lies at latitude ${lat}`)
    if (lng !== null && !(Math.abs(lng) <= 180)) broken(`${hotel.hotelCode} lies at longitude ${lng}`)
    return (
      HOTEL_CODE.test(hotel.hotelCode) && hotel.name !== '' && !`${hotel.name}${hotel.city}`.includes('\0')
    )
  })
}

export function checkHotel(hotelCode: string, hotel: HotelRecord | null): HotelRecord | null {
  if (hotel && hotel.hotelCode !== hotelCode) broken(`about ${hotel.hotelCode}`)
  return hotel && (checkHotels([hotel])[0] ?? null)
}

/** If every row failed, the call failed: it counts against the source and may be retried. */
function throwIfNothingAnswered(rows: readonly object[]): void {
  const failures = rows.flatMap((row) =>
    'failure' in row && row.failure instanceof SourceFailure ? [row.failure] : [],
  )
  const [first] = failures
  if (first && failures.length === rows.length && !failures.some(({ kind }) => kind === 'not_found'))
    throw first
}

function guarded<T>(check: () => T, otherwise: (failure: SourceFailure) => T): T {
  try {
    return check()
  } catch (error) {
    if (error instanceof SourceFailure) return otherwise(error)
    throw error
  }
}

function checkCommon(answer: { currency: string; minLos: number | null }): void {
  checkCurrency(answer.currency)
  if (answer.minLos !== null && !isCount(answer.minLos)) broken(`a minimum stay of ${answer.minLos}`)
}

function checkRate(rate: Rate): void {
  checkCurrency(rate.currency)
  for (const amount of [
    rate.pricePerNight,
    rate.pricePerNightAfterTax,
    rate.total,
    rate.totalAfterTax,
    rate.cashCopayPerNight,
  ]) {
    checkMoney(amount)
  }
  for (const points of [rate.pointsPerNight, rate.pointsTotal]) {
    if (points !== null && !isCount(points)) broken(`${points} points`)
  }
}

/** PostgreSQL cannot store a NUL, and no name has one. */
function checkTexts({ hotel, rooms }: StayAnswer): void {
  const rates = rooms.flatMap((room) => room.rates)
  const texts = [
    hotel?.name,
    hotel?.city,
    ...rooms.flatMap((room) => [room.roomCode, room.name, room.beds]),
    ...rates.flatMap((rate) => [rate.rateCode, rate.name, rate.mealPlan]),
  ]
  if (texts.some((text) => text?.includes('\0'))) broken('a text with a NUL')
}

function isPriced({ pricePerNight, pointsPerNight }: Rate): boolean {
  return pricePerNight !== null || pointsPerNight !== null
}

function checkCurrency(currency: string): void {
  if (!isCurrency(currency)) broken(`currency ${currency.slice(0, 10)}`)
}

function checkMoney(amount: number | null): void {
  const plausible =
    amount === null || (Number.isSafeInteger(amount) && amount >= 0 && amount <= LIMITS.amount)
  if (!plausible) broken(`an amount of ${amount}`)
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0
}

function broken(what: string): never {
  throw new SourceFailure('broken', `not an answer to the question: ${what}`)
}
