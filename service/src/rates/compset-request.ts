import { Type } from 'typebox'
import { withDefault } from '../edge/schemas.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import type { CompsetAsk } from './compset-rows.ts'
import { type AskedAge } from './max-age.ts'
import {
  COMMON_FIELDS,
  type HotelList,
  hotelListFields,
  LosField,
  type PartyBody,
  readCheckin,
  readHotels,
  readSubject,
  readTerms,
} from './request.ts'

/** All fields but the check-in, which a schedule takes in other forms too. */
export const compsetFields = (catalog: Catalog) => ({
  ...hotelListFields(catalog, LIMITS.compsetHotels),
  los: LosField,
  rates: withDefault(
    Type.Enum(['lowest', 'member'], {
      description:
        '`member` also fetches member rates at sources where they take a further call. That call costs extra.',
    }),
    'lowest',
  ),
  ...COMMON_FIELDS,
})

export interface CompsetBody extends HotelList, PartyBody {
  checkin: string
  los: number
  rates: 'lowest' | 'member'
  max_age: AskedAge
  subject?: { chain: string; hotel_code: string }
}

export function readCompset(catalog: Catalog, body: CompsetBody, nowMs: number): CompsetAsk {
  const hotels = readHotels(catalog, body)
  return {
    hotels,
    subject: readSubject(hotels, body.subject),
    checkin: readCheckin('checkin', body.checkin, nowMs),
    los: body.los,
    terms: readTerms(body, nowMs),
    rates: body.rates,
  }
}
