import { minorDigits, scaleHalfUp } from './currencies.ts'
import { dateOf, monthOf, weekdayOf } from './days.ts'
import { latePrice } from './habits.ts'
import { between, chance, mix } from './hash.ts'
import type { Hotel } from './hotel.ts'

/** One night of one hotel, before any room, plan or guest is chosen. */
export interface HotelNight {
  day: number
  date: string
  /** The flexible rate of the cheapest room for two, before tax. */
  base: number
  soldOut: boolean
  /** Shut for the season: no stay can touch it. */
  shut: boolean
  /** Open, but nobody may arrive. */
  noArrival: boolean
  minLos: number
  season: 'off_peak' | 'regular' | 'peak'
  /** Whether the chain gives award rooms for it. */
  awardOpen: boolean
}

/** Per month, in per cent of the usual price, for the northern half; the southern one is half a year off. */
const HOLIDAY_MONTHS = [80, 84, 90, 98, 104, 118, 134, 138, 112, 98, 82, 96]
const BUSINESS_MONTHS = [86, 94, 102, 104, 108, 110, 98, 92, 112, 110, 102, 90]
/** Between the tropics the dry winter of the north is the season. */
const TROPICAL_MONTHS = [122, 120, 112, 100, 88, 86, 98, 100, 84, 88, 100, 130]

/** Prices change every few hours, each night at its own time. */
const REPRICE_HOURS = 6

/** A flagship sells every night, so that an example always has a price. */
const ALWAYS_OPEN = { soldOut: false, shut: false, noArrival: false, minLos: 1, awardOpen: true }

export function nightOf(hotel: Hotel, day: number, hour: number): HotelNight {
  const h = mix(hotel.key, day, 71)
  const weekend = hotel.country.weekend.includes(weekdayOf(day))
  const event = eventPercent(hotel.cityKey, day)
  const demand = seasonPercent(hotel, day) * (100 + event) * weekendPercent(hotel, weekend)
  const noise = between(mix(h, 72), 9_400, 10_600)
  const drift = between(mix(h, Math.floor((hour + (h % REPRICE_HOURS)) / REPRICE_HOURS), 73), 9_850, 10_150)
  const usual = scaleHalfUp(scaleHalfUp(hotel.usual, demand, 1_000_000), noise * drift, 100_000_000)
  const priced = scaleHalfUp(usual, latePrice(hotel, day, day - Math.floor(hour / 24)), 10_000)
  const soldOutShare = 250 + (weekend ? 250 : 0) + event * 18
  return {
    day,
    date: dateOf(day),
    base: rounded(priced, hotel.listing.currency),
    soldOut: chance(mix(h, 74), soldOutShare),
    shut: hotel.shutMonths.includes(monthOf(day)),
    noArrival: chance(mix(h, 75), event > 0 ? 500 : 120),
    minLos: minLosOf(h, event, weekend, hotel.leisure),
    season: demand > 1_180_000 ? 'peak' : demand < 900_000 ? 'off_peak' : 'regular',
    awardOpen: chance(mix(h, 76), event > 0 ? 2_500 : weekend ? 6_800 : 8_600),
    ...(hotel.flagship && ALWAYS_OPEN),
  }
}

/** Some weeks a fair, a final or a festival fills the whole town for a few nights. */
function eventPercent(cityKey: number, day: number): number {
  const week = Math.floor(day / 7)
  const h = mix(cityKey, week, 77)
  if (!chance(h, 700)) return 0
  const first = between(mix(h, 78), 0, 4)
  const nights = between(mix(h, 79), 2, 4)
  const offset = day - week * 7
  return offset >= first && offset < first + nights ? between(mix(h, 80), 40, 150) : 0
}

function seasonPercent(hotel: Hotel, day: number): number {
  const { lat } = hotel.listing
  const month = monthOf(day)
  if (!hotel.leisure) return BUSINESS_MONTHS[lat < 0 ? (month + 6) % 12 : month] ?? 100
  if (Math.abs(lat) < 23.5) return TROPICAL_MONTHS[month] ?? 100
  return HOLIDAY_MONTHS[lat < 0 ? (month + 6) % 12 : month] ?? 100
}

function weekendPercent(hotel: Hotel, weekend: boolean): number {
  const swing = between(mix(hotel.key, 81), 4, 26)
  if (!weekend) return 100
  return hotel.leisure ? 100 + swing : 100 - Math.floor(swing / 2)
}

function minLosOf(h: number, event: number, weekend: boolean, leisure: boolean): number {
  if (event > 0 && chance(mix(h, 82), 4_500)) return between(mix(h, 83), 2, event > 100 ? 5 : 3)
  if (weekend && leisure && chance(mix(h, 84), 2_200)) return between(mix(h, 85), 2, 3)
  return 1
}

/** Revenue managers like round figures: half units of dollars, whole units of coarser money. */
function rounded(amount: number, currency: string): number {
  const digits = minorDigits(currency)
  const unit = 10 ** digits
  const coarse =
    digits === 0 ? (amount >= 100_000 ? 500 : 10) : amount >= 10_000 * unit ? 100 * unit : unit / 2
  const step = digits === 3 ? unit / 4 : coarse
  return Math.max(step, Math.round(amount / step) * step)
}
