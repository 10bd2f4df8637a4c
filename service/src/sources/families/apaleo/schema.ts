import { type Static, Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'

/** The fields we read, under the vendor's names. Whatever affects a price is typed strictly; the rest is optional. */

const maybe = Type.Optional

const Money = Type.Object({ amount: Type.Number(), currency: Type.String() })
const GrossAmount = Type.Object({ grossAmount: Type.Number(), currency: Type.String() })
const Named = Type.Object({
  id: Type.String({ minLength: 1 }),
  code: maybe(Type.String()),
  name: maybe(Type.String()),
})

const Offer = Type.Object({
  arrival: Type.String(),
  departure: Type.String(),
  unitGroup: Type.Object({
    id: Type.String({ minLength: 1 }),
    name: maybe(Type.String()),
    maxPersons: maybe(Type.Integer()),
  }),
  ratePlan: Named,
  availableUnits: Type.Integer(),
  totalGrossAmount: Money,
  cancellationFee: maybe(Type.Object({ dueDateTime: maybe(Type.String()), fee: Money })),
  timeSlices: Type.Array(
    Type.Object({
      totalGrossAmount: Money,
      includedServices: maybe(Type.Array(Type.Object({ service: Named }))),
    }),
  ),
  /** Booked with the offer, whether the guest wants them or not. */
  services: maybe(Type.Array(Type.Object({ service: Named, totalAmount: GrossAmount }))),
  /** Added to the total when the offer is booked. */
  fees: maybe(Type.Array(Type.Object({ totalAmount: GrossAmount }))),
  /** One tax, or a list of them in newer answers. */
  cityTax: maybe(GrossAmount),
  cityTaxes: maybe(Type.Array(Type.Object({ totalGrossAmount: Money }))),
  validationMessages: maybe(Type.Array(Type.Object({ code: Type.String() }))),
  isCorporate: maybe(Type.Boolean()),
  corporateCode: maybe(Type.Union([Type.String(), Type.Null()])),
})

const Restrictions = Type.Object({
  minLengthOfStay: maybe(Type.Integer()),
  maxLengthOfStay: maybe(Type.Integer()),
  closed: Type.Boolean(),
  closedOnArrival: Type.Boolean(),
  closedOnDeparture: Type.Boolean(),
})

export type Offer = Static<typeof Offer>
export type Money = Static<typeof Money>
export type GrossAmount = Static<typeof GrossAmount>
export type NightRestrictions = Static<typeof Restrictions>

export const OffersAnswer = shapeOf(
  Type.Object({
    property: Type.Object({ id: Type.String(), name: maybe(Type.String()) }),
    offers: Type.Array(Offer),
  }),
)

export const IndexAnswer = shapeOf(
  Type.Object({
    timeSlices: Type.Array(
      Type.Object({
        from: Type.String(),
        offers: maybe(Type.Array(Type.Object({ restrictions: maybe(Restrictions) }))),
      }),
    ),
  }),
)

export const PropertyAnswer = shapeOf(Type.Object({ id: Type.String({ minLength: 1 }) }))
export const PropertiesAnswer = shapeOf(
  Type.Object({ count: maybe(Type.Integer()), properties: Type.Array(Type.Unknown()) }),
)
