import { type Static, Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'

/**
 * The fields we read, under the vendor's names. Whatever affects a price is typed strictly; everything else is optional.
 */

const maybe = Type.Optional

const amountFields = {
  amountBeforeTax: maybe(Type.Number({ minimum: 0 })),
  amountAfterTax: maybe(Type.Number({ minimum: 0 })),
  currencyCode: maybe(Type.String()),
}
const Amount = Type.Object(amountFields)
const ModeRate = Type.Object({
  ...amountFields,
  rateMode: maybe(Type.String()),
  hasRateChange: maybe(Type.Boolean()),
})

const Restriction = Type.Object({
  restrictionType: Type.String(),
  restrictionValue: maybe(Type.Integer()),
})

const propertyFields = { hotelCode: Type.String(), hotelName: maybe(Type.String()) }

const planFields = {
  /** Absent if the row only says that an access code was not found. */
  ratePlanCode: maybe(Type.String()),
  accessCode: maybe(Type.String()),
  ratePlanType: maybe(Type.Union([Type.String(), Type.Number()])),
  identificationRequired: maybe(Type.Boolean()),
  availabilityStatus: maybe(Type.String()),
  taxInclusive: maybe(Type.Boolean()),
  restrictions: maybe(Type.Array(Restriction)),
}

const Deadline = Type.Object({
  absoluteDeadline: maybe(Type.String()),
  offsetFromArrival: maybe(Type.Integer()),
  offsetFromBookingDate: maybe(Type.Integer()),
})

const CancelPenalty = Type.Object({
  policy: maybe(
    Type.Object({
      deadline: Deadline,
      amountPercent: Type.Object({
        nights: maybe(Type.Number()),
        percent: maybe(Type.Number()),
        amount: maybe(Type.Number()),
        basisType: maybe(Type.String()),
      }),
    }),
  ),
})

const Offer = Type.Object({
  availabilityStatus: Type.String(),
  roomType: Type.String({ minLength: 1 }),
  /** Absent on an offer of a block without a rate plan. */
  ratePlanCode: maybe(Type.String({ minLength: 1 })),
  blockInformation: maybe(Type.Object({ blockCode: maybe(Type.String({ minLength: 1 })) })),
  rateInformation: Type.Object({
    rate: maybe(
      Type.Object({
        additionalGuestAmounts: maybe(
          Type.Array(Type.Object({ ...amountFields, ageQualifyingCode: maybe(Type.String()) })),
        ),
      }),
    ),
    cancellationPolicies: maybe(Type.Array(CancelPenalty)),
    base: Type.Array(Type.Object({ start: Type.String(), end: Type.String(), ...amountFields })),
  }),
  total: maybe(Amount),
})

const OffersRoomStay = Type.Object({
  propertyInfo: Type.Object({
    ...propertyFields,
    address: maybe(Type.Object({ cityName: maybe(Type.String()), countryCode: maybe(Type.String()) })),
  }),
  availability: Type.String(),
  restrictions: maybe(Type.Array(Restriction)),
  roomTypes: maybe(
    Type.Array(
      Type.Object({
        roomType: Type.String(),
        roomName: maybe(Type.String()),
        description: maybe(Type.Array(Type.String())),
        roomPrimaryBedType: maybe(Type.String()),
        adultOccupancyMatch: maybe(Type.Boolean()),
        childOccupancyMatch: maybe(Type.Boolean()),
        occupancy: maybe(Type.Object({ maxOccupancy: maybe(Type.Integer()) })),
      }),
    ),
  ),
  ratePlans: maybe(
    Type.Array(
      Type.Object({
        ...planFields,
        ratePlanName: maybe(Type.String()),
        mealPlan: maybe(
          Type.Object({
            mealPlanIncluded: maybe(Type.String()),
            mealsIncluded: maybe(Type.Array(Type.String())),
          }),
        ),
      }),
    ),
  ),
  offers: maybe(Type.Array(Offer)),
})

const SearchRoomStay = Type.Object({
  propertyInfo: Type.Object(propertyFields),
  availability: Type.String(),
  ratePlans: maybe(Type.Array(Type.Object(planFields))),
  minRate: maybe(ModeRate),
})

const CalendarRoomStay = Type.Object({
  propertyInfo: Type.Object(propertyFields),
  availability: maybe(Type.String()),
  calendarItems: maybe(
    Type.Array(
      Type.Object({ arrivalDate: Type.String(), availability: Type.String(), rate: maybe(ModeRate) }),
    ),
  ),
})

const Points = Type.Object({
  awardsType: maybe(Type.String()),
  points: Type.Integer({ minimum: 1 }),
})

const GuestCounts = Type.Object({ adults: maybe(Type.Integer()), children: maybe(Type.Integer()) })

const RoomRate = Type.Object({
  roomType: maybe(Type.String({ minLength: 1 })),
  ratePlanCode: maybe(Type.String({ minLength: 1 })),
  rateDescription: maybe(Type.String()),
  availability: maybe(Type.String()),
  taxIncluded: maybe(Type.Boolean()),
  totalPoints: maybe(Points),
  rates: maybe(
    Type.Object({
      rate: maybe(
        Type.Array(
          Type.Object({
            start: Type.String(),
            end: Type.String(),
            requiredPoints: maybe(Points),
            base: maybe(Amount),
          }),
        ),
      ),
    }),
  ),
})

const AvailabilitySegment = Type.Object({
  hotelId: Type.String(),
  redemption: maybe(Type.Boolean()),
  hasMore: maybe(Type.Boolean()),
  masterInfo: maybe(
    Type.Object({
      roomTypes: maybe(
        Type.Object({
          roomType: maybe(
            Type.Array(Type.Object({ roomType: maybe(Type.String()), description: maybe(Type.String()) })),
          ),
        }),
      ),
    }),
  ),
  roomStays: maybe(
    Type.Array(
      Type.Object({
        arrivalDate: Type.String(),
        departureDate: Type.String(),
        guestCounts: maybe(GuestCounts),
        roomRates: maybe(Type.Array(RoomRate)),
      }),
    ),
  ),
})

const RestrictionSet = Type.Object({
  restrictionControl: maybe(Type.Record(Type.String(), Type.Unknown())),
  restrictionStatus: Type.Intersect([
    Type.Object({ code: Type.String(), unit: maybe(Type.Integer()) }),
    Type.Record(Type.String(), Type.Unknown()),
  ]),
  start: Type.String(),
  end: Type.String(),
  sunday: maybe(Type.Boolean()),
  monday: maybe(Type.Boolean()),
  tuesday: maybe(Type.Boolean()),
  wednesday: maybe(Type.Boolean()),
  thursday: maybe(Type.Boolean()),
  friday: maybe(Type.Boolean()),
  saturday: maybe(Type.Boolean()),
})

export type ModeRate = Static<typeof ModeRate>
export type Amount = Static<typeof Amount>
export type ShopRestriction = Static<typeof Restriction>
export type Offer = Static<typeof Offer>
export type CancelPenalty = Static<typeof CancelPenalty>
export type OffersRoomStay = Static<typeof OffersRoomStay>
export type SearchRoomStay = Static<typeof SearchRoomStay>
export type RoomRate = Static<typeof RoomRate>
export type RestrictionSet = Static<typeof RestrictionSet>

export const OffersAnswer = shapeOf(Type.Object({ roomStays: Type.Array(OffersRoomStay) }))
/** Rows are checked one by one, so that one bad hotel does not fail its batch. */
export const SearchAnswer = shapeOf(Type.Object({ roomStays: Type.Array(Type.Unknown()) }))
export const SearchRow = shapeOf(SearchRoomStay)
export const CalendarAnswer = shapeOf(Type.Object({ roomStays: Type.Array(CalendarRoomStay) }))
export const PointsAnswer = shapeOf(
  Type.Object({ hotelAvailability: maybe(Type.Array(AvailabilitySegment)) }),
)
export const RestrictionsAnswer = shapeOf(
  Type.Object({
    restrictionsByDateRange: maybe(
      Type.Object({
        restrictionsByDateRange: maybe(
          Type.Object({
            hotelId: Type.String(),
            hasMore: maybe(Type.Boolean()),
            restrictionSets: maybe(Type.Array(RestrictionSet)),
          }),
        ),
      }),
    ),
  }),
)
