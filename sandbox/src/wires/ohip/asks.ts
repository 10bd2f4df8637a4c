import { dateOf, dayAt, dayOf } from '../../world/days.ts'
import type { StayAsk } from '../../world/world.ts'
import { badRequest } from './answers.ts'

/** Reads the vendor's query parameters and refuses what the vendor refuses. */

const RATE_MODES = ['Highest', 'Average', 'Arrival', 'MostFrequent'] as const
export type RateMode = (typeof RATE_MODES)[number]

const LONGEST_STAY = 90
const DAYS_AHEAD = 730
const OLDEST_CHILD = 18

export function readDate(query: URLSearchParams, name: string): number {
  const text = query.get(name)
  if (text === null) throw badRequest(`${name} is required`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw badRequest(`${name} is not a date`)
  const ms = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(ms) || dateOf(dayOf(text)) !== text) throw badRequest(`${name} is not a date`)
  return dayOf(text)
}

export function readCount(
  query: URLSearchParams,
  name: string,
  low: number,
  high: number,
  otherwise: number,
) {
  const text = query.get(name)
  if (text === null) return otherwise
  const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= low && value <= high))
    throw badRequest(`${name} must be a whole number from ${low} to ${high}`)
  return value
}

export function readFlag(query: URLSearchParams, name: string): boolean {
  const text = query.get(name) ?? 'false'
  if (text !== 'true' && text !== 'false') throw badRequest(`${name} must be true or false`)
  return text === 'true'
}

export function readList(query: URLSearchParams, name: string): string[] {
  return (query.get(name) ?? '').split(',').filter((item) => item !== '')
}

export function readRateMode(query: URLSearchParams): RateMode {
  const text = query.get('rateMode') ?? 'Highest'
  const mode = RATE_MODES.find((candidate) => candidate === text)
  if (mode === undefined) throw badRequest('rateMode is not one of the documented modes')
  return mode
}

/** The zones of the world are up to a day behind, so yesterday in UTC is still today somewhere. */
export function checkArrival(arrival: number, nowMs: number): void {
  const today = dayAt(nowMs)
  if (arrival < today - 1) throw badRequest('the arrival date has passed')
  if (arrival > today + DAYS_AHEAD) throw badRequest('the arrival date is too far ahead')
}

export function readShopStay(query: URLSearchParams, nowMs: number): StayAsk {
  const arrival = readDate(query, 'arrivalDate')
  checkArrival(arrival, nowMs)
  return stayAsk(arrival, readDate(query, 'departureDate') - arrival, readParty(query, 'numberOfUnits', 1))
}

export function stayAsk(arrival: number, los: number, party: Omit<StayAsk, 'checkin' | 'los'>): StayAsk {
  if (los < 1) throw badRequest('the departure must be after the arrival')
  if (los > LONGEST_STAY) throw badRequest(`a stay has at most ${LONGEST_STAY} nights`)
  return { checkin: dateOf(arrival), los, ...party }
}

export function readParty(query: URLSearchParams, roomsName: string, defaultAdults: number) {
  const children = readCount(query, 'children', 0, 10, 0)
  const childAges = readAges(query, children)
  return {
    adults: readCount(query, 'adults', 1, 10, defaultAdults),
    children,
    rooms: readCount(query, roomsName, 1, 10, 1),
    ...(childAges.length > 0 && { childAges }),
  }
}

/** A list in one parameter for shops, a parameter for each child for points. */
function readAges(query: URLSearchParams, children: number): number[] {
  const texts = [...readList(query, 'childrenAges'), ...query.getAll('childAge')]
  const ages = texts.map((text) => (/^\d{1,2}$/.test(text) ? Number(text) : Number.NaN))
  if (!ages.every((age) => age <= OLDEST_CHILD)) throw badRequest(`an age is from 0 to ${OLDEST_CHILD}`)
  if (ages.length > 0 && ages.length !== children) throw badRequest('there must be one age for each child')
  return ages
}
