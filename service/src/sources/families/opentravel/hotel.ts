import type { HotelRecord } from '../../source.ts'
import { at, attribute, type Element } from './xml.ts'

/** A property as `BasicPropertyInfo` or a search result describes it; null where it has no code or name. */
export function hotelOf(info: Element | undefined): HotelRecord | null {
  const hotelCode = attribute(info, 'HotelCode')
  const name = attribute(info, 'HotelName')
  if (hotelCode === undefined || name === undefined) return null
  const position = at(info, 'Position')
  const lat = degrees(attribute(position, 'Latitude'), 90)
  const lng = degrees(attribute(position, 'Longitude'), 180)
  const known = lat !== null && lng !== null
  const country = attribute(at(info, 'Address', 'CountryName'), 'Code')?.toUpperCase()
  return {
    hotelCode,
    name,
    city: at(info, 'Address', 'CityName')?.text || null,
    country: country !== undefined && /^[A-Z]{2}$/.test(country) ? country : null,
    lat: known ? lat : null,
    lng: known ? lng : null,
  }
}

function degrees(text: string | undefined, limit: number): number | null {
  const value = text !== undefined && /^[+-]?\d{1,3}(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  return Math.abs(value) <= limit ? value : null
}

const BEDS: Readonly<Record<string, string>> = {
  1: 'double',
  2: 'futon',
  3: 'king',
  4: 'murphy bed',
  5: 'queen',
  6: 'sofa bed',
  7: 'tatami mats',
  8: 'twin',
  9: 'single',
  10: 'full',
  12: 'dorm bed',
}

/** What a `RoomType` says of the room besides its rates. */
export function roomOf(roomType: Element | undefined, roomCode: string) {
  const beds = attribute(roomType, 'BedTypeCode')
    ?.split(/\s+/)
    .flatMap((code) => BEDS[code] ?? [])
    .join(', ')
  const limit = Number(attribute(at(roomType, 'Occupancy'), 'MaxOccupancy') ?? Number.NaN)
  return {
    roomCode,
    name: attribute(at(roomType, 'RoomDescription'), 'Name') ?? roomCode,
    beds: attribute(roomType, 'Configuration') ?? (beds || null),
    maxOccupancy: Number.isInteger(limit) && limit > 0 ? limit : null,
  }
}
