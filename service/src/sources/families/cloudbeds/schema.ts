import { type Static, type TSchema, Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'

/** The fields we read, under the vendor's names. Its numbers are often texts. */

const maybe = Type.Optional
const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const Figure = Type.Union([Type.Number(), Type.String()])
const Id = Type.Union([Type.String({ minLength: 1 }), Type.Integer()])
const MaybeText = maybe(orNull(Type.String()))
const MaybeFigure = maybe(orNull(Figure))
const MaybeFlag = maybe(orNull(Type.Boolean()))

const RateNight = Type.Object({
  date: Type.String(),
  totalRate: Figure,
  roomsAvailable: Figure,
  closedToArrival: MaybeFlag,
  closedToDeparture: MaybeFlag,
  blocked: MaybeFlag,
  minLos: MaybeFigure,
  maxLos: MaybeFigure,
  /** How many days ahead a booking must be made, at least and at most. */
  cutOff: MaybeFigure,
  lastMinuteBooking: MaybeFigure,
})

const RatePlan = Type.Object({
  rateID: Id,
  propertyID: maybe(orNull(Id)),
  roomTypeID: Id,
  roomTypeName: maybe(orNull(Figure)),
  ratePlanNamePublic: MaybeText,
  promoCode: MaybeText,
  totalRate: MaybeFigure,
  addOns: maybe(orNull(Type.Array(Type.Object({ addOnName: MaybeText, itemName: MaybeText })))),
  roomRateDetailed: Type.Array(RateNight),
})

const AvailableRoom = Type.Object({
  roomTypeID: Id,
  roomTypeName: maybe(orNull(Figure)),
  maxGuests: MaybeFigure,
  roomRateID: maybe(orNull(Id)),
  roomsAvailable: Figure,
})

/** An amount, and for whom, what and when it is charged. */
const Charge = Type.Object({
  type: Type.Union([Type.Literal('fee'), Type.Literal('tax')]),
  amount: MaybeFigure,
  amountAdult: MaybeFigure,
  amountChild: MaybeFigure,
  amountType: Type.String(),
  availableFor: maybe(orNull(Type.Array(Type.String()))),
  feesCharged: maybe(orNull(Type.Array(Type.Unknown()))),
  taxesCharged: maybe(orNull(Type.Array(Type.Unknown()))),
  inclusiveOrExclusive: Type.String(),
  isDeleted: MaybeFlag,
  expiredAt: MaybeText,
  roomTypes: maybe(orNull(Type.Array(Type.Object({ roomTypeID: Id })))),
  dateRanges: maybe(orNull(Type.Array(Type.Unknown()))),
  lengthOfStaySettings: maybe(Type.Unknown()),
})

export type RateNight = Static<typeof RateNight>
export type RatePlan = Static<typeof RatePlan>
export type AvailableRoom = Static<typeof AvailableRoom>
export type Charge = Static<typeof Charge>

export const RatePlansData = shapeOf(Type.Array(RatePlan))
export const AvailableData = shapeOf(
  Type.Array(Type.Object({ propertyID: Id, propertyRooms: Type.Array(AvailableRoom) })),
)
export const ChargesData = shapeOf(Type.Array(Charge))
export const DetailsData = shapeOf(
  Type.Object({
    propertyID: Id,
    propertyName: Type.String({ minLength: 1 }),
    propertyCurrency: Type.Object({ currencyCode: Type.String() }),
    propertyAddress: maybe(orNull(Type.Record(Type.String(), Type.Unknown()))),
  }),
)
export const HotelsAnswer = shapeOf(
  Type.Object({ data: Type.Array(Type.Object({ propertyID: Id, propertyTimezone: MaybeText })) }),
)
/** Every answer, whether the request could be completed or not. */
export const Envelope = shapeOf(Type.Object({ success: Type.Boolean(), message: MaybeText }))
