import { Type } from 'typebox'
import {
  chainList,
  FillBudgetField,
  FillField,
  maxAgeField,
  OCCUPANCY_FIELDS,
  PartialField,
} from '../areas/fields.ts'
import { type AreaTerms, budgetOf, type FillMode, readLookup, termsOf } from '../areas/request.ts'
import type { InputOf } from '../edge/route.ts'
import { withDefault } from '../edge/schemas.ts'
import type { LookupAsk } from '../hotels/lookup.ts'
import { PLACE_FIELDS, readChains } from '../hotels/request.ts'
import type { Milli } from '../kernel/credits.ts'
import { addNights, type Night, nightAt, nightsBetween } from '../kernel/dates.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import {
  ChainField,
  HotelCode,
  type ListedHotel,
  NightField,
  readCheckin,
  readHotels,
  SetField,
} from '../rates/request.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import {
  type Chains,
  PointValueField,
  readWallet,
  type Wallet,
  type WalletBody,
  walletOrSaved,
} from '../wallets/wallet.ts'

/** A list of hotels of chains. */
export const hotelsField = (catalog: Catalog, description: string) =>
  Type.Optional(
    Type.Array(
      Type.Object(
        { chain: ChainField(catalog, ({ kind }) => kind === 'chain'), hotel_code: HotelCode },
        { additionalProperties: false },
      ),
      { description, minItems: 1, maxItems: LIMITS.tripHotels },
    ),
  )

export const tripBody = (catalog: Catalog) =>
  Type.Object(
    {
      ...PLACE_FIELDS,
      chains: chainList(catalog, 'Chains to look for around the place. Default: all with a search by place.'),
      hotels: hotelsField(catalog, 'The hotels to choose from, instead of a place.'),
      set: Type.Optional(SetField(LIMITS.tripHotels)),
      checkin: NightField('First night, from yesterday (UTC) to 500 days ahead.'),
      los: Type.Integer({ description: 'Nights of the trip.', minimum: 1, maximum: LIMITS.tripNights }),
      wallet: withDefault(
        walletOrSaved('What you can pay with besides cash. All rooms of a night are paid in the same way.'),
        {},
      ),
      point_value: PointValueField,
      max_moves: withDefault(
        Type.Integer({
          description: 'How often you are willing to change the hotel.',
          minimum: 0,
          maximum: LIMITS.tripMoves,
        }),
        0,
      ),
      max_hotels: withDefault(
        Type.Integer({
          description: 'How many hotels around the place to consider, nearest first.',
          minimum: 1,
          maximum: LIMITS.tripHotels,
        }),
        LIMITS.tripHotelsDefault,
      ),
      min_stars: Type.Optional(
        Type.Number({
          description: 'Only hotels that the directory knows to have at least this many stars.',
          minimum: 0,
          maximum: 5,
        }),
      ),
      fill: FillField,
      fill_budget: FillBudgetField,
      partial: PartialField,
      ...OCCUPANCY_FIELDS,
      max_age: maxAgeField(`Default: ${LIMITS.areaAwardAgeSec}.`),
    },
    { additionalProperties: false },
  )

/** Where the hotels come from: the surroundings of a place, or a list. */
export type TripHotels = { lookup: LookupAsk; maxHotels: number } | { listed: readonly ListedHotel[] }

export interface TripAsk {
  hotels: TripHotels
  minStars: number | null
  /** The one-night cells of each kind. */
  terms: Readonly<Record<'cash' | 'award', AreaTerms>>
  wallet: Chains
  /** What can be transferred to the wallet, by the bonuses of `today`. */
  transfers: Pick<Wallet, 'banks' | 'partners'> & { today: Night }
  maxMoves: number
  fill: FillMode
  /** The most that fills may cost; null: any price. */
  fillBudget: Milli | null
}

/** With the wallet itself, not only that it is the saved one. */
export type TripBody = Omit<InputOf<ReturnType<typeof tripBody>>, 'wallet'> & { wallet?: WalletBody }

export function readTrip(catalog: Catalog, body: TripBody, nowMs: number): TripAsk {
  const checkin = readCheckin('checkin', body.checkin, nowMs)
  const nights = nightsBetween(checkin, addNights(checkin, body.los - 1))
  const { chains: wallet, ...held } = readWallet(catalog, body.wallet ?? {}, body.point_value)
  const fields = { ...body, los: 1, max_age: body.max_age ?? LIMITS.areaAwardAgeSec }
  return {
    hotels: readTripHotels(catalog, body),
    minStars: body.min_stars ?? null,
    terms: { cash: termsOf(fields, nights, 'cash', nowMs), award: termsOf(fields, nights, 'award', nowMs) },
    wallet,
    transfers: { ...held, today: nightAt(nowMs) },
    maxMoves: body.max_moves,
    fill: body.fill,
    fillBudget: budgetOf(body),
  }
}

function readTripHotels(catalog: Catalog, body: TripBody): TripHotels {
  const { hotels, chains } = body
  if (!hotels) return { lookup: readLookup(body, readChains(catalog, chains)), maxHotels: body.max_hotels }
  const place = [body.q, body.place_id, body.lat, body.lng, chains]
  if (place.some((field) => field !== undefined))
    throw invalid('Name either a place, with or without `chains`, or `hotels`, or a `set`.')
  const listed = readHotels(catalog, { hotels })
  const agency = listed.find(({ source }) => source.kind !== 'chain')?.source.id
  if (agency !== undefined)
    throw invalid(`The set has a hotel of ${agency}, which is an agency. A trip takes hotels of chains.`)
  return { listed }
}
