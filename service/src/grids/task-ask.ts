import type { Night } from '../kernel/dates.ts'
import type { Occupancy } from '../kernel/occupancy.ts'
import type { Kind } from '../observations/cell-row.ts'

/** What one task asks its source. */
export interface TaskAsk {
  shape: 'batch' | 'calendar' | 'stay'
  hotelCodes: string[]
  /** The check-in nights, ascending: one night, or several nights of one hotel. */
  nights: Night[]
  los: number
  kind: Kind
  occupancy: Occupancy
  currency: string
  /** Does not join a call that another task is making. */
  live: boolean
  /** Also fetches member rates if they take a further call. */
  members?: boolean
}
