import { isCurrency } from '../../../kernel/money.ts'
import type { HotelContent, SourceContent } from '../../content.ts'
import { type Call, SourceFailure } from '../../source.ts'
import { fields, hotelNamed, lines, number, text, upper } from '../facts.ts'
import { inParallel } from '../parallel.ts'
import { broken, type CloudbedsClient } from './client.ts'
import { DetailsData, HotelsAnswer } from './schema.ts'

/** Throws `not_found`. */
export async function readProperty(
  client: CloudbedsClient,
  propertyID: string,
  call: Call,
): Promise<HotelContent & { currency: string }> {
  const { data } = await client.get('getHotelDetails', { propertyID }, call)
  if (!DetailsData.Check(data)) throw broken('details of another shape')
  if (String(data.propertyID) !== propertyID)
    throw broken(`property ${data.propertyID} instead of ${propertyID}`)
  const { currencyCode } = data.propertyCurrency
  if (!isCurrency(currencyCode)) throw broken(`a property with the currency "${currencyCode.slice(0, 10)}"`)
  const address = fields(data.propertyAddress)
  return {
    ...hotelNamed(propertyID, data.propertyName),
    address: lines(address['propertyAddress1'], address['propertyAddress2']),
    city: text(address['propertyCity']),
    region: text(address['propertyState']),
    postalCode: text(address['propertyZip']),
    country: upper(address['propertyCountry']),
    lat: number(address['propertyLatitude']),
    lng: number(address['propertyLongitude']),
    currency: currencyCode,
  }
}

const PAGE_SIZE = 20
const AT_ONCE = 2

/** The properties of the key: a list of names and time zones, then each one's details. */
export function createContent(client: CloudbedsClient): SourceContent {
  return {
    async one(hotelCode, call) {
      try {
        return await readProperty(client, hotelCode, call)
      } catch (failure) {
        if (failure instanceof SourceFailure && failure.kind === 'not_found') return null
        throw failure
      }
    },
    async list(cursor, call) {
      const page = Math.max(1, number(cursor) ?? 1)
      const query = { pageNumber: String(page), pageSize: String(PAGE_SIZE) }
      const body = await client.get('getHotels', query, call)
      if (!HotelsAnswer.Check(body)) throw broken('a list of another shape')
      const hotels = await inParallel(body.data, AT_ONCE, async ({ propertyID, propertyTimezone }) => ({
        ...(await readProperty(client, String(propertyID), call)),
        timezone: text(propertyTimezone),
      }))
      const next = body.data.length < PAGE_SIZE ? null : String(page + 1)
      return { hotels, gone: [], skipped: 0, next }
    },
  }
}
