import { type Static, Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'

/**
 * The fields we read of a `/hotels/rates` answer. The vendor documents the offer's amounts as lists but sends single objects:
 * both are accepted.
 */
const Amount = Type.Object({ amount: Type.Number(), currency: Type.String() })
const AmountOrAmounts = Type.Union([Amount, Type.Array(Amount), Type.Null()])

const TaxOrFee = Type.Object({
  included: Type.Optional(Type.Unknown()),
  amount: Type.Optional(Type.Unknown()),
  currency: Type.Optional(Type.Unknown()),
})

const CancelPolicy = Type.Object({
  cancelTime: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  amount: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  timezone: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})

const RoomRate = Type.Object({
  rateId: Type.String(),
  occupancyNumber: Type.Integer(),
  name: Type.String({ minLength: 1 }),
  maxOccupancy: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  adultCount: Type.Integer(),
  childCount: Type.Integer(),
  childrenAges: Type.Optional(Type.Union([Type.Array(Type.Integer()), Type.Null()])),
  boardType: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  boardName: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  retailRate: Type.Object({
    total: Type.Array(Amount, { minItems: 1 }),
    taxesAndFees: Type.Optional(Type.Union([Type.Array(TaxOrFee), Type.Null()])),
  }),
  cancellationPolicies: Type.Optional(
    Type.Union([
      Type.Object({
        cancelPolicyInfos: Type.Optional(Type.Union([Type.Array(CancelPolicy), Type.Null()])),
        refundableTag: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      }),
      Type.Null(),
    ]),
  ),
})

const Offer = Type.Object({
  rates: Type.Array(RoomRate, { minItems: 1 }),
  offerRetailRate: Type.Optional(AmountOrAmounts),
  loyaltyMembershipIdRequired: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  rateType: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})

/** The vendor sends offers with blank rates: no id, no name, no guests, no price. */
const BlankRate = Type.Object({
  rateId: Type.Optional(Type.Union([Type.Literal(''), Type.Null()])),
  retailRate: Type.Optional(
    Type.Union([
      Type.Object({
        total: Type.Optional(Type.Union([Type.Null(), Type.Array(Type.Never(), { maxItems: 0 })])),
      }),
      Type.Null(),
    ]),
  ),
})
const BlankOffer = Type.Object({ rates: Type.Optional(Type.Union([Type.Array(BlankRate), Type.Null()])) })

const HotelRates = Type.Object({ hotelId: Type.String(), roomTypes: Type.Array(Type.Unknown()) })

const HotelCard = Type.Object({
  id: Type.String(),
  name: Type.String(),
  country_code: Type.Optional(Type.Unknown()),
  city_name: Type.Optional(Type.Unknown()),
  latitude: Type.Optional(Type.Unknown()),
  longitude: Type.Optional(Type.Unknown()),
})

/** Hotels are checked one by one, so that one bad hotel does not affect the others. */
const RatesAnswer = Type.Object({
  // "Nothing available" has its own error; an empty list says nothing.
  data: Type.Array(Type.Object({ hotelId: Type.String() }), { minItems: 1 }),
  hotels: Type.Optional(Type.Union([Type.Array(HotelCard), Type.Null()])),
})

export type VendorAmount = Static<typeof Amount>
export type VendorRate = Static<typeof RoomRate>
export type VendorOffer = Static<typeof Offer>
export type VendorCard = Static<typeof HotelCard>

export const ratesAnswer = shapeOf(RatesAnswer)
export const hotelRates = shapeOf(HotelRates)
export const hotelOffer = shapeOf(Offer)
export const blankOffer = shapeOf(BlankOffer)
