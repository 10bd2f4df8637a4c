import type { Listing } from '../../world/listing.ts'
import { fold } from '../../world/text.ts'

export function accommodation(listing: Listing, rooms: unknown[]): Record<string, unknown> {
  return {
    id: listing.code,
    name: listing.name,
    description: null,
    location: location(listing),
    amenities: null,
    brand: null,
    chain: null,
    check_in_information: { check_in_after_time: '15:00', check_out_before_time: '11:00' },
    key_collection: null,
    email: null,
    phone_number: listing.phone,
    photos: [],
    rating: listing.stars,
    ratings: [{ source: 'expedia', value: listing.stars }],
    review_count: null,
    review_score: listing.rating,
    rooms,
    supported_loyalty_programme: null,
  }
}

/** Best first, by how many words of the text start a word of the hotel's name or city; at least half must. */
export function suggestion(listings: readonly Listing[], text: string, limit: number): unknown[] {
  const words = fold(text).split(' ')
  const scored = listings.map((listing) => {
    const own = fold(`${listing.name} ${listing.city}`).split(' ')
    return { listing, hits: words.filter((word) => own.some((other) => other.startsWith(word))).length }
  })
  return scored
    .filter(({ hits }) => hits * 2 >= words.length)
    .toSorted((one, other) => other.hits - one.hits)
    .slice(0, limit)
    .map(({ listing }) => ({
      accommodation_id: listing.code,
      accommodation_name: listing.name,
      accommodation_location: location(listing),
    }))
}

function location(listing: Listing): Record<string, unknown> {
  return {
    address: {
      city_name: listing.city,
      country_code: listing.country,
      line_one: listing.address,
      postal_code: '',
      region: '',
    },
    geographic_coordinates: { latitude: listing.lat, longitude: listing.lng },
  }
}
