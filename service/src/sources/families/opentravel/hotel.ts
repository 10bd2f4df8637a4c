import type { HotelRecord } from '../../source.ts'
import type { Element } from '../read-xml.ts'
import { roomCodeOf } from '../room-code.ts'
import { textOf } from './offer.ts'
import { all, at, attribute } from './xml.ts'

/** A hotel from `BasicPropertyInfo` or a search result; null without code or name. */
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

/** The code of its room that a room rate itself states. */
export function roomCodeIn(roomRate: Element): string | undefined {
  return attribute(roomRate, 'RoomTypeCode') ?? attribute(roomRate, 'RoomID')
}

/** The room of a room rate, from the room types and descriptions of its room stay. */
export function roomOf(roomStay: Element, roomRate: Element) {
  const roomTypes = roomTypesOf(roomStay, roomRate)
  const stated = (name: string) =>
    roomTypes.map((type) => attribute(type, name)).find((text) => text !== undefined)
  const paragraphs = roomTypes.flatMap((type) => all(type, 'RoomDescription'))
  const described =
    paragraphs.map((paragraph) => attribute(paragraph, 'Name')).find((text) => text !== undefined) ??
    stated('RoomType') ??
    [
      ...paragraphs,
      ...all(roomRate, 'RoomRateDescription'),
      ...all(roomRate, 'Rates', 'Rate', 'RateDescription'),
    ]
      .map(textOf)
      .find((text) => text !== undefined)
  const code = roomCodeIn(roomRate) ?? stated('RoomTypeCode') ?? stated('RoomID')
  const beds = stated('BedTypeCode')
    ?.split(/\s+/)
    .flatMap((each) => BEDS[each] ?? [])
    .join(', ')
  const maxOccupancy = roomTypes
    .flatMap((type) => all(type, 'Occupancy'))
    .map((occupancy) => Number(attribute(occupancy, 'MaxOccupancy') ?? Number.NaN))
    .find((limit) => Number.isInteger(limit) && limit > 0)
  return {
    roomCode: code ?? roomCodeOf(described ?? 'room'),
    name: described ?? code ?? 'Room',
    beds: stated('Configuration') ?? (beds || null),
    maxOccupancy: maxOccupancy ?? null,
  }
}

/** A type may be described in several elements. A room rate without a type belongs to the only one. */
function roomTypesOf(roomStay: Element, roomRate: Element): Element[] {
  const types = all(roomStay, 'RoomTypes', 'RoomType')
  for (const name of ['RoomTypeCode', 'RoomID']) {
    const code = attribute(roomRate, name)
    if (code !== undefined) return types.filter((type) => attribute(type, name) === code)
  }
  return types.length === 1 ? types : []
}
