import { type Static, type TSchema, Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'

/** The fields we read, under the vendor's names. Whatever affects a price is typed strictly; the rest is optional. */

const maybe = Type.Optional
const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

/** A text by language code. */
const Localized = Type.Record(Type.String(), orNull(Type.String()))

/** Null where the combination is not sold. */
const Value = orNull(Type.Number())
const Amount = Type.Object({ GrossValue: Value, NetValue: maybe(Value) })
/** By currency code. */
const Amounts = Type.Record(Type.String(), Amount)

const Pricing = Type.Object({
  RateId: Type.String({ minLength: 1 }),
  Price: Type.Object({ TotalAmount: maybe(Amounts), Total: maybe(Amounts) }),
})

const Id = maybe(orNull(Type.String()))

const Restriction = Type.Object({
  Conditions: maybe(
    orNull(
      Type.Object({
        Type: maybe(orNull(Type.String())),
        ExactRateId: Id,
        BaseRateId: Id,
        RateGroupId: Id,
        ResourceCategoryId: Id,
        ResourceCategoryType: Id,
      }),
    ),
  ),
  Exceptions: maybe(
    orNull(
      Type.Object({
        MinLength: maybe(orNull(Type.String())),
        MaxLength: maybe(orNull(Type.String())),
        MinAdvance: maybe(orNull(Type.String())),
        MaxAdvance: maybe(orNull(Type.String())),
      }),
    ),
  ),
})

const Availability = Type.Object({
  Rates: Type.Array(
    Type.Object({
      Id: Type.String({ minLength: 1 }),
      Name: maybe(orNull(Localized)),
      IsPrivate: maybe(Type.Boolean()),
    }),
  ),
  RoomCategoryAvailabilities: Type.Array(
    Type.Object({
      RoomCategoryId: Type.String({ minLength: 1 }),
      AvailableRoomCount: Type.Integer(),
      RoomOccupancyAvailabilities: Type.Array(
        Type.Object({
          AdultCount: Type.Integer(),
          ChildCount: Type.Integer(),
          Pricing: Type.Array(Pricing),
        }),
      ),
    }),
  ),
  /** Why rates are left out. The vendor's guide does not mention it, its description does. */
  ViolatedRestrictions: maybe(orNull(Type.Array(Restriction))),
})

export const PriceAnswer = shapeOf(
  Type.Object({
    ReservationPrice: Type.Array(
      Type.Object({
        Identifier: Type.String(),
        TotalAmount: Type.Object({ Currency: Type.String(), GrossValue: Value }),
        ProductOrderPrices: maybe(Type.Array(Type.Object({ ProductId: Type.String() }))),
      }),
    ),
  }),
)

const Hotel = Type.Object({
  Id: Type.String({ minLength: 1 }),
  Name: Localized,
  DefaultLanguageCode: maybe(orNull(Type.String())),
  DefaultCurrencyCode: Type.String(),
  IanaTimeZoneIdentifier: maybe(orNull(Type.String())),
  RoomCategories: Type.Array(
    Type.Object({
      Id: Type.String({ minLength: 1 }),
      Name: maybe(orNull(Localized)),
      NormalBedCount: maybe(orNull(Type.Integer())),
      ExtraBedCount: maybe(orNull(Type.Integer())),
      SpaceType: maybe(orNull(Type.String())),
    }),
  ),
  Products: maybe(
    Type.Array(Type.Object({ Id: Type.String({ minLength: 1 }), Name: maybe(orNull(Localized)) })),
  ),
  Address: maybe(orNull(Type.Record(Type.String(), Type.Unknown()))),
})

export type Availability = Static<typeof Availability>
export type Restriction = Static<typeof Restriction>
export type HotelInfo = Static<typeof Hotel>

export const AvailabilityAnswer = shapeOf(Availability)
export const HotelAnswer = shapeOf(Hotel)
