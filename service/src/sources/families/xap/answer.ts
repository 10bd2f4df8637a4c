import { type Static, Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'

/** The fields we read of a listings answer. Hotels are checked one by one, so that a malformed one fails alone. */

const Money = Type.Object({
  Value: Type.Union([Type.String(), Type.Number()]),
  Currency: Type.String({ pattern: '^[A-Z]{3}$' }),
})

const Price = Type.Object({
  TotalPrice: Type.Optional(Money),
  HotelMandatoryFees: Type.Optional(Money),
  TotalPriceWithHotelFees: Type.Optional(Money),
})

const StayDates = Type.Object({ CheckInDate: Type.String(), CheckOutDate: Type.String() })

const CancellationPolicy = Type.Object({
  Refundable: Type.Optional(Type.Boolean()),
  FreeCancellation: Type.Optional(Type.Boolean()),
  FreeCancellationEndDateTime: Type.Optional(Type.String()),
})

const RatePlan = Type.Object({
  RoomTypeId: Type.Optional(Type.String()),
  RatePlanId: Type.String({ minLength: 1 }),
  StayDates: Type.Optional(StayDates),
  Price: Type.Optional(Price),
  MemberOnlyDeal: Type.Optional(Type.Boolean()),
  FreeBreakfast: Type.Optional(Type.Boolean()),
  FreeBreakfastDetails: Type.Optional(Type.Array(Type.String())),
  CancellationPolicy: Type.Optional(CancellationPolicy),
})

const RoomType = Type.Object({
  Description: Type.Optional(Type.String()),
  OfferId: Type.Optional(Type.String()),
  RatePlanType: Type.Optional(Type.String()),
  RatePlans: Type.Array(RatePlan, { minItems: 1 }),
  Price: Type.Optional(Price),
  BedTypeOptions: Type.Optional(Type.Array(Type.Object({ Description: Type.Optional(Type.String()) }))),
  RoomOccupancyPolicy: Type.Optional(Type.Object({ MaxGuestCount: Type.Optional(Type.Integer()) })),
})

const Location = Type.Object({
  Address: Type.Optional(
    Type.Object({ City: Type.Optional(Type.String()), Country: Type.Optional(Type.String()) }),
  ),
  GeoLocation: Type.Optional(
    Type.Object({
      Latitude: Type.Optional(Type.String()),
      Longitude: Type.Optional(Type.String()),
      Obfuscated: Type.Optional(Type.Boolean()),
    }),
  ),
})

const Hotel = Type.Object({
  Id: Type.String({ minLength: 1 }),
  HcomId: Type.Optional(Type.String({ minLength: 1 })),
  Name: Type.Optional(Type.String()),
  Location: Type.Optional(Location),
  Status: Type.Optional(Type.String()),
  RoomTypes: Type.Optional(Type.Array(RoomType)),
})

const Listings = Type.Object({
  StayDates: Type.Optional(StayDates),
  NumberOfRooms: Type.Optional(Type.Integer()),
  Occupants: Type.Optional(
    Type.Array(
      Type.Object({
        Adults: Type.Integer(),
        ChildAges: Type.Optional(Type.Array(Type.Integer())),
      }),
    ),
  ),
  Hotels: Type.Array(Type.Unknown()),
})

/** Only the ids, to identify an entry whose other fields are invalid. */
const Identified = Type.Pick(Hotel, ['Id', 'HcomId'])

const LocationOption = Type.Object({
  Country: Type.Optional(Type.Object({ IsoCode2: Type.Optional(Type.String()) })),
  GeoLocation: Type.Optional(
    Type.Object({
      Latitude: Type.Union([Type.String(), Type.Number()]),
      Longitude: Type.Union([Type.String(), Type.Number()]),
    }),
  ),
})

const Errors = Type.Object({
  Errors: Type.Array(
    Type.Object({
      Code: Type.String(),
      DetailCode: Type.Optional(Type.String()),
      Description: Type.Optional(Type.String()),
      LocationOptions: Type.Optional(Type.Array(LocationOption)),
    }),
    { minItems: 1 },
  ),
})

export type Money = Static<typeof Money>
export type RatePlan = Static<typeof RatePlan>
export type RoomType = Static<typeof RoomType>
export type Hotel = Static<typeof Hotel>
export type Identified = Static<typeof Identified>
export type Listings = Static<typeof Listings>
export type VendorError = Static<typeof Errors>['Errors'][number]

export const checkListings = shapeOf(Listings)
export const checkHotel = shapeOf(Hotel)
export const checkIdentified = shapeOf(Identified)
export const checkErrors = shapeOf(Errors)
