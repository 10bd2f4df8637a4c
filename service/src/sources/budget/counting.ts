import type { Purpose } from '../../kernel/purpose.ts'
import { SourceFailure } from '../source.ts'
import type { MeteredSource, SpendingMeter } from './meter.ts'

/** Wraps a way to send requests, so that each is counted before it is sent. Without a meter, the same function. */
export function counting(meter: SpendingMeter | undefined, source: MeteredSource, purpose: Purpose) {
  return <Asked extends unknown[], Answer>(
    send: (...asked: Asked) => Promise<Answer>,
  ): ((...asked: Asked) => Promise<Answer>) => {
    if (!meter) return send
    return async (...asked) => {
      const allowed = meter.take(source, purpose)
      if (allowed) await allowed
      try {
        return await send(...asked)
      } catch (error) {
        if (error instanceof SourceFailure && error.unsent) meter.giveBack(source, purpose)
        throw error
      }
    }
  }
}
