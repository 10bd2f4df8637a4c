import { sqlState } from '../db/data-errors.ts'
import { hotelKey } from '../hotels/master.ts'
import { createWriter, type Writer } from '../observations/writer.ts'
import type { Runtime } from './runtime.ts'

/** Stores what sources answer to calls. What cannot be stored is logged and counted. */
export function createObservationWriter({
  log,
  metrics,
  steady,
  hotels,
  fx,
}: Pick<Runtime, 'log' | 'metrics' | 'steady' | 'hotels' | 'fx'>): Writer {
  return createWriter(steady, hotels, fx, {
    failed: (error) => log.error({ err: error }, 'observations could not be stored'),
    // The database quotes the rejected row in its error, which is no business of the log.
    rejected: (error, told) => {
      const named = told.slice(0, 5).map(hotelKey)
      log.error({ sqlstate: sqlState(error), hotels: named }, 'an observation cannot be stored')
      metrics.rejected()
    },
  })
}
