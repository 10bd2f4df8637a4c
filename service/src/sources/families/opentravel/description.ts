import type { HotelContent } from '../../content.ts'
import { hotelNamed, lines, number, text, upper } from '../facts.ts'
import type { Element } from '../read-xml.ts'
import { all, at, attribute } from './xml.ts'

/** A property of a search result; null without code or name. */
export function readProperty(property: Element): HotelContent | null {
  const hotelCode = attribute(property, 'HotelCode')
  const name = attribute(property, 'HotelName')
  if (hotelCode === undefined || name === undefined) return null
  return {
    ...hotelNamed(hotelCode, name),
    ...addressOf(at(property, 'Address')),
    ...positionOf(at(property, 'Position')),
    brand: brandOf(property),
    stars: starsIn(all(property, 'Award')),
    currency: upper(attribute(property, 'CurrencyCode')),
  }
}

/** The hotels of an answer. Code and name of a single one may stand at the element around it, as in older versions. */
export function readDescriptions(root: Element): HotelContent[] {
  const contents = all(root, 'HotelDescriptiveContents', 'HotelDescriptiveContent')
  const around = contents.length === 1 ? at(root, 'HotelDescriptiveContents') : undefined
  return contents.flatMap((content) => readDescription(content, around) ?? [])
}

/** Null without code or name. */
function readDescription(content: Element, around: Element | undefined): HotelContent | null {
  const info = at(content, 'HotelInfo')
  const said = (name: string) => attribute(content, name) ?? attribute(around, name)
  const hotelCode = said('HotelCode')
  const name = said('HotelName') ?? text(at(info, 'HotelName')?.text)
  if (hotelCode === undefined || name === null) return null
  const contacts = all(content, 'ContactInfos', 'ContactInfo')
  const addresses = contacts.flatMap((contact) => all(contact, 'Addresses', 'Address'))
  return {
    ...hotelNamed(hotelCode, name),
    ...addressOf(addresses[0] ?? at(info, 'Address')),
    ...positionOf(at(info, 'Position')),
    brand: brandOf(content) ?? (around ? brandOf(around) : null),
    stars: starsIn(all(content, 'AffiliationInfo', 'Awards', 'Award')),
    currency: upper(attribute(content, 'CurrencyCode')),
    timezone: attribute(content, 'TimeZone') ?? null,
    roomsTotal: roomsIn(all(info, 'CategoryCodes', 'GuestRoomInfo')),
    status: STATUS[attribute(info, 'HotelStatusCode') ?? OPEN] ?? 'unknown',
  }
}

// Codes of the OpenTravel tables HST (hotel status) and GRI (guest room info).
const OPEN = '1'
const STATUS: Readonly<Record<string, HotelContent['status']>> = {
  [OPEN]: 'open',
  2: 'closed', // closed
  4: 'closed', // deflagged: it left the chain
  6: 'closed', // inactive
  7: 'open', // reactivated
}
/** Total rooms and suites, total rooms. */
const TOTAL_ROOMS = ['28', '12']

function roomsIn(counts: readonly Element[]): number | null {
  for (const code of TOTAL_ROOMS) {
    const total = counts.find((count) => attribute(count, 'Code') === code)
    if (total) return number(attribute(total, 'Quantity'))
  }
  return null
}

/** Also written "4 stars". Diamonds of a motoring club are no stars. */
function starsIn(awards: readonly Element[]): number | null {
  for (const award of awards) {
    if (attribute(award, 'RatingSymbol') === 'Diamond') continue
    const [, stars] = /^(\d(?:\.\d)?)(?:\s*stars?)?$/i.exec(attribute(award, 'Rating') ?? '') ?? []
    if (stars !== undefined) return Number(stars)
  }
  return null
}

function brandOf(element: Element): string | null {
  return attribute(element, 'BrandName') ?? attribute(element, 'ChainName') ?? null
}

function positionOf(position: Element | undefined): Pick<HotelContent, 'lat' | 'lng'> {
  return { lat: number(attribute(position, 'Latitude')), lng: number(attribute(position, 'Longitude')) }
}

function addressOf(
  address: Element | undefined,
): Pick<HotelContent, 'address' | 'city' | 'region' | 'postalCode' | 'country'> {
  const province = at(address, 'StateProv')
  return {
    address: lines(...all(address, 'AddressLine').map((line) => line.text)),
    city: text(at(address, 'CityName')?.text),
    region: text(province?.text) ?? attribute(province, 'StateCode') ?? null,
    postalCode: text(at(address, 'PostalCode')?.text),
    country: upper(attribute(at(address, 'CountryName'), 'Code')),
  }
}
