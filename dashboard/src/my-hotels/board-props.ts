import type { HotelSet } from '@vacancy/client'
import type { HotelId } from '../hotels/hotel-id.ts'

/** What every view of a set gets. */
export interface BoardProps {
  set: HotelSet
  /** The hotel that the others are compared with. */
  subject: HotelId
  /** Its own currency, in which everything is compared. */
  currency: string
}
