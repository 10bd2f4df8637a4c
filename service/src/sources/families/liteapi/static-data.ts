import { type Static, Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'
import { type HotelRecord, SourceFailure } from '../../source.ts'
import { numberOrNull, textOrNull } from './parse.ts'

/** What is read of `/data/hotel` and of a line of `/data/hotels`. */
const ListedHotel = Type.Object({
  id: Type.String(),
  name: Type.String(),
  country: Type.Optional(Type.Unknown()),
  city: Type.Optional(Type.Unknown()),
  latitude: Type.Optional(Type.Unknown()),
  longitude: Type.Optional(Type.Unknown()),
  location: Type.Optional(Type.Unknown()),
  deletedAt: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})

const oneHotel = shapeOf(Type.Object({ data: ListedHotel }))
const hotelList = shapeOf(
  Type.Object({
    data: Type.Union([Type.Array(ListedHotel), Type.Null()]),
    total: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  }),
)

/** Null for a hotel that the vendor marks as deleted. */
export function parseHotel(body: unknown, hotelCode: string): HotelRecord | null {
  if (!oneHotel.Check(body)) throw new SourceFailure('broken', 'hotel details of another shape')
  if (body.data.id !== hotelCode)
    throw new SourceFailure('broken', `details of ${body.data.id}, not ${hotelCode}`)
  return body.data.deletedAt ? null : toRecord(body.data)
}

export interface HotelList {
  hotels: HotelRecord[]
  /** Lines on the page, including deleted hotels; the next page's offset counts them. */
  lines: number
  /** Over all pages, if stated. */
  total: number | null
}

export function parseHotelList(body: unknown): HotelList {
  if (!hotelList.Check(body)) throw new SourceFailure('broken', 'a hotel list of another shape')
  const lines = body.data ?? []
  const hotels = lines.filter((line) => !line.deletedAt).map(toRecord)
  return { hotels, lines: lines.length, total: body.total ?? null }
}

function toRecord(hotel: Static<typeof ListedHotel>): HotelRecord {
  const place = (hotel.location ?? hotel) as { latitude?: unknown; longitude?: unknown }
  return {
    hotelCode: hotel.id,
    name: hotel.name,
    city: textOrNull(hotel.city),
    // The list has the country in capitals, the details in lower case.
    country: textOrNull(hotel.country)?.toUpperCase() ?? null,
    lat: numberOrNull(place.latitude),
    lng: numberOrNull(place.longitude),
  }
}
