import type { HotelId } from '../hotels/hotel-id.ts'

/** A hotel on a map. */
export interface Spot {
  hotel: HotelId
  name: string
  lat: number
  lng: number
  /** What its pin says; null: no price is known. */
  price: string | null
  /** The best one is drawn on top and marked. */
  isBest?: boolean
  /** The night that the price is for. */
  night?: string | undefined
}
