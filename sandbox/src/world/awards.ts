import { minorDigits, scaleHalfUp } from './currencies.ts'
import { givesAwards } from './habits.ts'
import type { Hotel, RoomType } from './hotel.ts'
import type { HotelNight } from './nights.ts'
import type { Award } from './world.ts'

/**
 * The award nights of one room. Standard awards are for the simple rooms at the chart's price; better rooms cost the
 * premium; a chain with points and cash sells a standard night for half the points and some of the price.
 */
export function awardsOf(
  hotel: Hotel,
  room: RoomType,
  nights: readonly HotelNight[],
  inCurrency: (amount: number) => number,
): Award[] {
  const { chain } = hotel
  if (!chain.points || nights.some((night) => !night.awardOpen)) return []
  if (
    !givesAwards(
      hotel,
      room,
      nights.map(({ day }) => day),
    )
  )
    return []
  const award = (
    code: string,
    name: string,
    price: (night: HotelNight) => { points: number; copay: number },
  ): Award => ({
    code,
    name,
    standard: room.standard,
    nights: nights.map((night) => ({ night: night.date, ...price(night) })),
  })
  if (!room.standard) {
    return [
      award('AWPREM', 'Premium Award', (night) => ({
        points: premiumPoints(standardPoints(hotel, night), room),
        copay: 0,
      })),
    ]
  }
  const awards = [
    award('AWSTD', 'Standard Award', (night) => ({ points: standardPoints(hotel, night), copay: 0 })),
  ]
  if (chain.pointsAndCash) {
    awards.push(
      award('AWCASH', 'Points and Cash', (night) => ({
        points: roundedPoints(standardPoints(hotel, night) / 2),
        copay: inCurrency(copay(hotel, night)),
      })),
    )
  }
  return awards
}

function standardPoints(hotel: Hotel, night: HotelNight): number {
  const regular = hotel.chain.points?.[hotel.category] ?? 0
  if (night.season === 'regular') return regular
  const percent = night.season === 'peak' ? hotel.chain.peakPercent : hotel.chain.offPeakPercent
  return roundedPoints((regular * percent) / 100)
}

function premiumPoints(standard: number, room: RoomType): number {
  return roundedPoints((standard * room.basisPoints * 12) / 100_000)
}

/** About two fifths of the night's price, in whole units. */
function copay(hotel: Hotel, night: HotelNight): number {
  const unit = 10 ** minorDigits(hotel.listing.currency)
  return Math.max(1, Math.round(scaleHalfUp(night.base, 2, 5) / unit)) * unit
}

function roundedPoints(points: number): number {
  return Math.max(500, Math.round(points / 500) * 500)
}
