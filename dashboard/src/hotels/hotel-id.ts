/** A hotel as the API names it. */
export interface HotelId {
  chain: string
  hotel_code: string
}
