import { ordinaryHotels, placesOf } from './grids.ts'
import { inDays } from './market.ts'

/** In ten hotels one of single stays; the others of batches and calendars. */
const MIX = [
  { chain: 'castellan', of10: 1, price: 1 },
  { chain: 'aurelia', of10: 3, price: 0.2 },
  { chain: 'glasshouse', of10: 3, price: 0.3 },
  { chain: 'kestrel', of10: 3, price: 0.2 },
] as const

export interface Order {
  body: object
  places: string[]
  credits: number
}

/** Jobs for different parties share no cells. */
export function order(cells: number, party: { adults: number; children: number }): Order {
  const nights = Array.from({ length: Math.min(50, cells / 20) }, (_, index) => inDays(20 + index))
  const tenths = cells / nights.length / 2 / 10
  const hotels = MIX.flatMap(({ chain, of10 }) => ordinaryHotels(chain, tenths * of10))
  const credits = MIX.reduce((sum, { of10, price }) => sum + tenths * of10 * nights.length * 2 * price, 0)
  return {
    body: { hotels, nights: { from: nights[0], to: nights.at(-1) }, los: [1, 2], ...party },
    places: placesOf(hotels, nights, [1, 2]),
    credits: Math.round(credits * 1000) / 1000,
  }
}
