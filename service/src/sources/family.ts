import type { Family as PortFamily } from './source.ts'

/**
 * What a module outside of the project needs to be a family, as `vacancy/family`. Names stay as they are for one number of `api`;
 * more may be added.
 */

/** The number of this interface. */
export const API = 1

/** The default export of such a module. */
export interface Family extends PortFamily {
  api: typeof API
}

export { addNights, nightAt } from '../kernel/dates.ts'
export { divideMinor, isCurrency, parseMinor } from '../kernel/money.ts'
export { childAges } from '../kernel/occupancy.ts'
export type { ContentCall, HotelContent, ReadPage, SourceContent } from './content.ts'
export { parseJson, quoted, recording, refusal, tryJson } from './families/http-answer.ts'
export { lowestOfStay } from './families/lowest-of-stay.ts'
export { type Options, readOptions } from './families/options.ts'
export { roomCodeOf } from './families/room-code.ts'
export {
  type Adapter,
  type Availability,
  type BatchQuery,
  type BatchRow,
  type CalendarQuery,
  type Call,
  type FailureKind,
  type FamilySettings,
  type FindQuery,
  type HotelRecord,
  type Http,
  type HttpAnswer,
  type HttpRequest,
  type LowestAnswer,
  type NearQuery,
  type Occupancy,
  type PointOfSale,
  type Rate,
  type Room,
  type RoomFacts,
  SourceFailure,
  type StayAnswer,
  type StayQuery,
} from './source.ts'
