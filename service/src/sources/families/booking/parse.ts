import { type Static, Type } from 'typebox'
import { addNights, type Night } from '../../../kernel/dates.ts'
import { shapeOf } from '../../../kernel/shape.ts'
import { type Occupancy, type Room, SourceFailure } from '../../source.ts'
import { checkOfferCount } from '../offer-count.ts'
import type { IsTax } from './charge-kinds.ts'
import { figuresOf, hasExcluded, sumOf } from './price.ts'
import { isMemberDeal, isPublic, type Product, ProductShape, rateOf, takesParty } from './product.ts'

/** Whole numbers, but a string with the requested id is accepted too. */
export const IdShape = Type.Union([Type.Integer(), Type.String()])
export const CurrencyShape = Type.String({ pattern: '^[A-Z]{3}$' })
export const UrlShape = Type.Optional(Type.Union([Type.String(), Type.Null()]))

const DataShape = Type.Object({
  id: IdShape,
  currency: Type.Optional(CurrencyShape),
  url: UrlShape,
  products: Type.Array(ProductShape),
  recommendation: Type.Optional(
    Type.Union([
      Type.Object({ products: Type.Optional(Type.Array(Type.Object({ id: Type.String() }))) }),
      Type.Null(),
    ]),
  ),
})

const availabilityShape = shapeOf(Type.Object({ data: DataShape }))

export interface Asked {
  checkin: Night
  los: number
  /** The party of each room. */
  occupancy: Occupancy
}

/** What was requested, and how charges are classified. */
export interface Reading extends Asked {
  isTax: IsTax
}

export interface Offers {
  currency: string
  rooms: Room[]
}

/** The rooms for the whole party, or null if there are none. */
export function parseAvailability(
  body: unknown,
  code: string,
  asked: Reading,
  roomNames: ReadonlyMap<string, string>,
): Offers | null {
  if (!availabilityShape.Check(body)) throw new SourceFailure('broken', 'availability of an unknown shape')
  const { data } = body
  if (String(data.id) !== code) throw new SourceFailure('broken', `answers for ${data.id}, not ${code}`)
  checkDates(data.url, asked)
  if (data.products.length === 0) return null
  const { currency } = data
  if (currency === undefined) throw new SourceFailure('broken', 'products without a currency')
  const rooms = roomsOf(data, currency, asked, roomNames)
  if (rooms.length > 0) return { currency, rooms }
  const combination = combinationOf(data, currency, asked)
  return combination ? { currency, rooms: [combination] } : null
}

/** Whether an answer lists extra charges, whose kinds are then needed. */
export function listsCharges(body: unknown): boolean {
  return availabilityShape.Check(body) && body.data.products.some(({ price }) => hasExcluded(price))
}

/** Only the link to the hotel's page repeats the dates. */
export function checkDates(url: string | null | undefined, asked: Asked): void {
  const query = url && URL.canParse(url) ? new URL(url).searchParams : undefined
  const checkin = query?.get('checkin') ?? asked.checkin
  const checkout = query?.get('checkout') ?? addNights(asked.checkin, asked.los)
  if (checkin !== asked.checkin || checkout !== addNights(asked.checkin, asked.los)) {
    throw new SourceFailure('broken', `answers for ${checkin} to ${checkout}`)
  }
}

/**
 * A product is priced for one room. The vendor lists everything on sale; products that are too small, or too few, are left
 * out.
 */
function roomsOf(
  data: Static<typeof DataShape>,
  currency: string,
  asked: Reading,
  roomNames: ReadonlyMap<string, string>,
): Room[] {
  const rooms = new Map<string, Room>()
  const count = asked.occupancy.rooms
  checkOfferCount(data.products.length)
  for (const product of data.products) {
    if ((product.number_available_at_this_price ?? count) < count) continue
    if (!takesParty(product, asked.occupancy)) continue
    const roomCode = String(product.room ?? product.id)
    let room = rooms.get(roomCode)
    if (!room) {
      const name = roomNames.get(roomCode) ?? `Room ${roomCode}`
      room = { roomCode, name, beds: null, maxOccupancy: null, rates: [] }
      rooms.set(roomCode, room)
    }
    room.maxOccupancy ??= product.maximum_occupancy?.total ?? null
    const one = figuresOf(product.price, currency, asked.isTax)
    const all = sumOf(Array.from({ length: count }, () => one))
    room.rates.push(rateOf(product, all, { currency, rooms: count, los: asked.los }))
  }
  return [...rooms.values()]
}

/**
 * If no single product has enough rooms, the vendor may recommend a mixture. It can be booked, so it is returned as one room
 * with one rate instead of as sold out.
 */
function combinationOf(data: Static<typeof DataShape>, currency: string, asked: Reading): Room | null {
  const ids = data.recommendation?.products?.map((product) => product.id) ?? []
  const products = ids
    .map((id) => data.products.find((product) => product.id === id))
    .filter((product): product is Product => product !== undefined && takesParty(product, asked.occupancy))
  const [first] = products
  if (!first || products.length !== ids.length || products.length !== asked.occupancy.rooms) return null
  const figures = sumOf(products.map((product) => figuresOf(product.price, currency, asked.isTax)))
  const rate = rateOf(first, figures, { currency, rooms: asked.occupancy.rooms, los: asked.los })
  return {
    roomCode: 'combination',
    name: 'Combination of rooms',
    beds: null,
    maxOccupancy: null,
    rates: [
      {
        ...rate,
        rateCode: ids.join('+'),
        name: 'Combination of rates',
        memberOnly: products.every(isPublic) && products.some(isMemberDeal),
        restricted: !products.every(isPublic),
        package: false,
        // Each room has its own conditions.
        refundable: null,
        cancelBy: null,
        mealPlan: null,
      },
    ],
  }
}
