import { dateOf, dayOf } from '../../world/days.ts'
import type { NightPrice, Plan, Quote, RoomOffer, StayAsk } from '../../world/world.ts'
import { vendorNow } from '../for-everybody.ts'
import { jsonAmount } from '../json-amount.ts'

/** A stay's offers, those that are kept back among them. Amounts are for one unit: the vendor is not told how many. */
export function offersOf(quote: Quote, ask: StayAsk, nowMs: number): object[] {
  const sold = quote.rooms.flatMap((room) =>
    room.plans.map((plan) => offerOf(quote, ask, { room, plan }, nowMs)),
  )
  const [first] = sold
  const model = first ?? offerOf(quote, ask, placeholder(quote, ask), nowMs)
  return [...sold, ...keptBack(quote, model)]
}

/** What keeps a stay, or one plan of it, from being sold. The price is one that nobody gets. */
function keptBack(quote: Quote, model: object): object[] {
  const { code } = quote.listing
  const plan = (id: string, changes: object): object => ({
    ...model,
    ratePlan: { id: `${code}-${id}`, code: id, name: id, isSubjectToCityTax: false },
    totalGrossAmount: { amount: 1, currency: quote.currency },
    ...changes,
  })
  const restricted = [{ code: 'RateRestrictionsViolated', message: 'The rate restrictions are violated' }]
  switch (quote.status) {
    case 'available':
      return quote.heldBack.map((held) => plan(held.code, { validationMessages: restricted }))
    case 'sold_out':
      return [
        plan('FLEX', {
          availableUnits: 0,
          validationMessages: [{ code: 'UnitGroupFullyBooked', message: 'The unit group is fully booked' }],
        }),
        // A plan may be restricted as well; without a unit that does not matter.
        plan('ADVANCE', {
          availableUnits: 0,
          validationMessages: [
            ...restricted,
            { code: 'UnitGroupFullyBooked', message: 'The unit group is fully booked' },
          ],
        }),
      ]
    case 'closed':
    case 'restricted_los':
      return [
        plan('FLEX', { validationMessages: restricted }),
        plan('COMPANY', {
          validationMessages: [{ code: 'RatePlanChannelNotSet', message: 'The channel is not set' }],
        }),
      ]
  }
}

interface Sold {
  room: Omit<RoomOffer, 'plans' | 'awards'>
  plan: Plan
}

/** A unit and a plan for a stay of which the world has none. */
function placeholder(quote: Quote, ask: StayAsk): Sold {
  const nights = Array.from({ length: ask.los }, (_, i) => ({
    night: dateOf(dayOf(ask.checkin) + i),
    base: 100,
    tax: 0,
    fee: 0,
  }))
  return {
    room: { code: 'SQN', name: 'Standard', of: 'SQN', beds: '1 queen bed', maxOccupancy: 2, left: 4 },
    plan: {
      code: 'FLEX',
      name: 'Flexible Rate',
      memberOnly: false,
      needsProof: false,
      isPackage: false,
      otherBasis: false,
      currency: quote.currency,
      refundable: false,
      partlyRefundable: false,
      cancelBy: null,
      meal: 'room_only',
      nights,
    },
  }
}

function offerOf(quote: Quote, ask: StayAsk, { room, plan }: Sold, nowMs: number): object {
  const { listing, currency } = quote
  const sparse = quote.quirks.has('sparse')
  const money = (amount: number) => ({ amount: jsonAmount(amount, currency), currency })
  const gross = (amount: number, net = amount) => ({
    grossAmount: jsonAmount(amount, currency),
    netAmount: jsonAmount(net, currency),
    vatType: 'Reduced',
    vatPercent: 7,
    currency,
  })
  const sum = (of: (night: NightPrice) => number) => plan.nights.reduce((all, night) => all + of(night), 0)
  const total = sum(({ base, tax }) => base + tax)
  const fee = sum((night) => night.fee)
  const departure = dateOf(dayOf(ask.checkin) + ask.los)
  return {
    arrival: `${ask.checkin}T15:00:00+02:00`,
    departure: `${departure}T11:00:00+02:00`,
    unitGroup: {
      id: `${listing.code}-${room.code}`,
      code: room.code,
      name: room.name,
      description: room.beds,
      maxPersons: room.maxOccupancy,
    },
    minGuaranteeType: plan.refundable ? 'PM6Hold' : 'Prepayment',
    availableUnits: room.left,
    ratePlan: {
      id: `${listing.code}-${plan.code}-${room.code}`,
      isSubjectToCityTax: false,
      ...(!sparse && { code: plan.code, name: plan.name, description: plan.name }),
    },
    totalGrossAmount: money(total),
    cancellationFee: cancellationFee(quote, plan, money, total, nowMs),
    noShowFee: { code: 'NOSHOW', name: 'No-show', description: 'The whole stay', fee: money(total) },
    timeSlices: plan.nights.map((night) => ({
      from: `${night.night}T15:00:00+02:00`,
      to: `${dateOf(dayOf(night.night) + 1)}T11:00:00+02:00`,
      availableUnits: room.left,
      baseAmount: gross(night.base + night.tax, night.base),
      totalGrossAmount: money(night.base + night.tax),
      ...(plan.meal !== 'room_only' && { includedServices: [mealOf(listing.code, plan, night, gross(0))] }),
    })),
    ...(fee > 0 && {
      fees: [{ id: `${listing.code}-FEE`, code: 'FEE', name: 'Fee', totalAmount: gross(fee) }],
    }),
    taxDetails: [
      {
        vatType: 'Reduced',
        vatPercent: 7,
        net: money(sum(({ base }) => base)),
        tax: money(sum(({ tax }) => tax)),
      },
    ],
    isCorporate: plan.needsProof,
    ...(plan.needsProof && { corporateCode: 'GOVERNMENT' }),
    prePaymentAmount: money(plan.refundable ? 0 : total),
  }
}

function mealOf(property: string, { meal }: Plan, { night }: NightPrice, amount: object): object {
  const name = meal === 'breakfast' ? 'Frühstück' : 'Half board'
  const service = { id: `${property}-MEAL`, code: 'MEAL', name }
  return { service, serviceDate: night, count: 2, amount, pricingMode: 'Included' }
}

/** One fee, and the moment from which it is due: at once, at the vendor's clock, or later. */
function cancellationFee(
  { quirks }: Quote,
  plan: Plan,
  money: (amount: number) => object,
  total: number,
  nowMs: number,
): object {
  const atOnce = quirks.has('deadlineNow') ? vendorNow(nowMs) : new Date(nowMs - 86_400_000).toISOString()
  return {
    code: plan.refundable ? 'FLEX' : 'NONREF',
    name: plan.refundable ? 'Flexible' : 'Non Refundable',
    description: '',
    dueDateTime: plan.cancelBy ?? atOnce,
    fee: money(plan.partlyRefundable ? Math.ceil(total / 2) : total),
  }
}

/** The nights of a plan with what restricts them. */
export function indexOf(quote: Quote, from: string, to: string): object {
  const days = Math.max(1, dayOf(to) - dayOf(from))
  const timeSlices = Array.from({ length: days }, (_, i) => {
    const night = dateOf(dayOf(from) + i)
    return {
      from: `${night}T15:00:00+02:00`,
      to: `${dateOf(dayOf(night) + 1)}T11:00:00+02:00`,
      offers: [
        {
          unitGroup: { id: `${quote.listing.code}-SQN`, code: 'SQN', name: 'Standard' },
          minGuaranteeType: 'CreditCard',
          available: quote.status === 'sold_out' ? 0 : 4,
          restrictions: {
            // Only the first night has the minimum stay of the world.
            ...(i === 0 && quote.minLos > 1 && { minLengthOfStay: quote.minLos }),
            closed: quote.status === 'closed',
            closedOnArrival: false,
            closedOnDeparture: false,
          },
          prices: [],
        },
      ],
    }
  })
  return { timeSlices, count: timeSlices.length }
}
