import type { Tool } from '../tool.ts'
import { AWARD_TOOLS } from './awards.ts'
import { BOOKING_TOOLS } from './bookings.ts'
import { HOTEL_TOOLS } from './hotels.ts'
import { JUDGEMENT_TOOLS } from './judgement.ts'
import { RATE_TOOLS } from './rates.ts'
import { SOURCE_TOOLS } from './sources.ts'
import { WATCH_TOOLS } from './watches.ts'
import { WORK_TOOLS } from './work.ts'

/** Every tool, in reading order. Names are stable. */
export const TOOLS: readonly Tool[] = [
  ...HOTEL_TOOLS,
  ...SOURCE_TOOLS,
  ...RATE_TOOLS,
  ...JUDGEMENT_TOOLS,
  ...AWARD_TOOLS,
  ...BOOKING_TOOLS,
  ...WATCH_TOOLS,
  ...WORK_TOOLS,
]
