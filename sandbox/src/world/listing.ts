export interface Listing {
  /** `aurelia` … `pillowfare`. */
  source: string
  /** The id of the property at this source. */
  code: string
  name: string
  address: string
  city: string
  /** ISO 3166 alpha-2. */
  country: string
  lat: number
  lng: number
  /** ISO 4217 code of the country. */
  currency: string
  /** Guest rating 0–10, stars 1–5. */
  rating: number
  stars: number
  phone: string
  /** For an OTA listing: the chain hotel behind it. For a chain hotel: itself. */
  chainHotel: { source: string; code: string }
  /** For sources that carry two brands' ids (`mapleroom`): which brand the id belongs to. */
  brand: string | null
}
