import type { Plan, Quote, StayAsk, World } from '../../world/world.ts'
import { jsonAmount } from '../json-amount.ts'
import { categoryId, productId, rateId } from './ids.ts'

type Part = 'base' | 'tax' | 'fee'

function sumOf({ nights }: Plan, parts: readonly Part[]): number {
  return nights.reduce((all, night) => all + parts.reduce((sum, part) => sum + night[part], 0), 0)
}

/** What `hotels/getAvailability` says of a quote. */
export function availabilityOf(quote: Quote, ask: StayAsk, source: string, world: World): object {
  const { code } = quote.listing
  const plans = new Map(quote.rooms.flatMap((room) => room.plans).map((plan) => [plan.code, plan.name]))
  for (const held of quote.heldBack) plans.set(held.code, held.name)
  const sparse = quote.quirks.has('sparse')
  const group = rateId(code, 'group')
  return {
    RateGroups: [
      {
        Id: group,
        SettlementType: 'Manual',
        SettlementAction: 'ChargeCreditCard',
        SettlementTrigger: 'Start',
        SettlementOffset: 'P0M0DT0H0M0S',
        SettlementValue: 1,
        SettlementFlatValue: null,
        SettlementCurrencyCode: null,
        SettlementMaximumTimeUnits: null,
      },
    ],
    Rates: [...plans].map(([plan, name]) => ({
      Id: rateId(code, plan),
      RateGroupId: group,
      Name: sparse ? { 'cs-CZ': name } : { 'en-US': name },
      Description: {},
      IsPrivate: false,
    })),
    RoomCategoryAvailabilities: [...soldRooms(quote, ask), ...tooSmallRooms(quote, ask, source, world)],
    ViolatedRestrictions: restrictionsOf(quote),
  }
}

function soldRooms(quote: Quote, ask: StayAsk): object[] {
  const { code } = quote.listing
  return quote.rooms.map((room) => ({
    RoomCategoryId: categoryId(code, room.code),
    AvailableRoomCount: room.left,
    RoomOccupancyAvailabilities: [
      {
        AdultCount: ask.adults,
        ChildCount: ask.children,
        OccupancyData: [],
        Pricing: [
          ...room.plans.map((plan) => pricingOf(quote, plan, ask.los)),
          // A rate that is kept back has no amount.
          ...quote.heldBack.map((held) => unsold(rateId(code, held.code), quote.currency)),
        ],
      },
    ],
  }))
}

/** Rooms that the party does not fit into are priced for the nearest one that does. */
function tooSmallRooms(quote: Quote, ask: StayAsk, source: string, world: World): object[] {
  if (quote.rooms.length === 0) return []
  const { code } = quote.listing
  const small = (world.house(source, code)?.rooms ?? []).filter(
    ({ maxOccupancy }) => maxOccupancy < ask.adults + ask.children,
  )
  return small.map((room) => ({
    RoomCategoryId: categoryId(code, room.code),
    AvailableRoomCount: 4,
    RoomOccupancyAvailabilities: [
      {
        AdultCount: Math.min(ask.adults, room.maxOccupancy),
        ChildCount: 0,
        OccupancyData: [],
        Pricing: quote.rooms
          .slice(0, 1)
          .flatMap(({ plans }) => plans.slice(0, 1).map((plan) => pricingOf(quote, plan, ask.los))),
      },
    ],
  }))
}

function pricingOf(quote: Quote, plan: Plan, los: number): object {
  const gross = sumOf(plan, ['base', 'tax'])
  const net = sumOf(plan, ['base'])
  const price = {
    TotalAmount: { [quote.currency]: amountOf(gross, net, quote.currency) },
    AverageAmountPerTimeUnit: {
      [quote.currency]: amountOf(Math.round(gross / los), Math.round(net / los), quote.currency),
    },
  }
  return { RateId: rateId(quote.listing.code, plan.code), Price: price, MaxPrice: price }
}

function unsold(id: string, currency: string): object {
  const price = { TotalAmount: { [currency]: { GrossValue: null, NetValue: null, TaxValues: [] } } }
  return { RateId: id, Price: price, MaxPrice: price }
}

function amountOf(gross: number, net: number, currency: string): object {
  return {
    GrossValue: jsonAmount(gross, currency),
    NetValue: jsonAmount(net, currency),
    TaxValues: [{ TaxRateCode: 'CZ-L', Value: jsonAmount(gross - net, currency) }],
  }
}

/** What `reservations/price` says of one reservation: with the products that come with it. */
export function reservationPriceOf(quote: Quote, plan: Plan, identifier: unknown): object {
  const { currency, listing } = quote
  const gross = sumOf(plan, ['base', 'tax', 'fee'])
  const fee = sumOf(plan, ['fee'])
  const total = (amount: number, net: number) => ({
    Currency: currency,
    GrossValue: jsonAmount(amount, currency),
    NetValue: jsonAmount(net, currency),
    Breakdown: { Items: [] },
  })
  const order = (name: string, amount: number) => ({
    ProductId: productId(listing.code, name),
    AgeCategoryId: null,
    TotalAmount: total(amount, amount),
  })
  return {
    Identifier: identifier,
    TotalAmount: total(gross, gross - sumOf(plan, ['tax'])),
    AmountToChargeOnConfirmation: null,
    ProductOrderPrices: [
      ...(fee > 0 ? [order('City tax', fee)] : []),
      ...(plan.meal === 'room_only' ? [] : [order('Breakfast', 0)]),
    ],
  }
}

/** The restrictions that the stay violates, whether they keep it from being sold or only one of its rates. */
function restrictionsOf(quote: Quote): object[] {
  const conditions = {
    Type: 'Stay',
    ExactRateId: null,
    BaseRateId: null,
    RateGroupId: null,
    ResourceCategoryId: null,
    ResourceCategoryType: null,
    StartUtc: null,
    EndUtc: null,
    Days: null,
  }
  const exceptions = { MinAdvance: null, MaxAdvance: null, MinLength: null, MaxLength: null }
  const least = (nights: number) => ({ ...exceptions, MinLength: `P0M${nights}DT0H0M0S` })
  if (quote.status === 'closed') return [{ Conditions: conditions, Exceptions: exceptions }]
  if (quote.status === 'restricted_los') {
    return [{ Conditions: { ...conditions, Type: 'Start' }, Exceptions: least(quote.minLos) }]
  }
  return quote.heldBack.map((held) => ({
    Conditions: { ...conditions, ExactRateId: rateId(quote.listing.code, held.code) },
    Exceptions: least(held.minLos),
  }))
}
