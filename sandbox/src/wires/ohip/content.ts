import type { Listing } from '../../world/world.ts'

/** Distribution Content: the channel's properties page by page, and one property with its coordinates. */

export function summaryBody(listings: readonly Listing[], limit: number, offset: number): object {
  const page = listings.slice(offset, offset + limit)
  return {
    hasMore: offset + page.length < listings.length,
    totalResults: listings.length,
    limit,
    count: page.length,
    offset,
    hotels: page.map(identity),
  }
}

export function detailBody(listing: Listing): object {
  return {
    propertyInfo: {
      ...identity(listing),
      latitude: listing.lat,
      longitude: listing.lng,
      currencyCode: listing.currency,
    },
  }
}

function identity(listing: Listing): object {
  return {
    hotelId: listing.code,
    hotelCode: listing.code,
    hotelName: listing.name,
    chainCode: listing.source.toUpperCase(),
    communications: { phones: [{ phoneTechType: 'PHONE', phoneNumber: listing.phone }] },
    address: { addressLine: [listing.address], cityName: listing.city, countryCode: listing.country },
  }
}
