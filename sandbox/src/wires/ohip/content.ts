import type { HotelDescription } from '../../world/description.ts'

/** Distribution Content: the properties that the channel sells page by page, and one property with its coordinates. */

export function summaryBody(listed: readonly HotelDescription[], limit: number, offset: number): object {
  const page = listed.slice(offset, offset + limit)
  return {
    hasMore: offset + page.length < listed.length,
    totalResults: listed.length,
    limit,
    count: page.length,
    offset,
    hotels: page.map((description) =>
      Object.assign(identity(description), { brandCode: description.brand, startDate: '2019-01-01' }),
    ),
  }
}

export function detailBody(description: HotelDescription): object {
  const { listing, timezone, roomsTotal } = description
  return {
    propertyInfo: {
      ...identity(description),
      latitude: listing.lat,
      longitude: listing.lng,
      currencyCode: listing.currency,
      totalNumberOfRooms: roomsTotal,
      ...(timezone === null ? {} : { timeZone: { timeZoneName: timezone } }),
    },
  }
}

function identity({ listing, region, postalCode }: HotelDescription): object {
  return {
    hotelId: listing.code,
    hotelCode: listing.code,
    hotelName: listing.name,
    chainCode: listing.source.toUpperCase(),
    communications: { phones: [{ phoneTechType: 'PHONE', phoneNumber: listing.phone }] },
    address: {
      addressLine: [listing.address],
      cityName: listing.city,
      ...(region === null ? {} : { stateProv: region }),
      postalCode,
      countryCode: listing.country,
    },
  }
}
