import type { Input } from '../operation.ts'
import { date, type Nights } from './arguments.ts'
import { type Condition, type ConditionOptions, newTerms } from './conditions.ts'
import { UsageError } from './exit.ts'
import { type PartyOptions, partyOf } from './options.ts'

/** The options that say what is watched. */
export interface WatchOptions extends PartyOptions, ConditionOptions {
  los?: number
  award?: boolean
  currency?: string
  every?: number
  when: Condition
}

/** The request fields of a watch, without hotel and address. */
export function watchOf(
  range: Nights,
  options: WatchOptions,
): Omit<Input<'createWatch'>, 'chain' | 'hotel_code' | 'webhook_url'> {
  const { when: condition } = options
  if (condition === 'rebook' && range.from !== range.to) {
    throw new UsageError(
      'The condition rebook watches one stay. Give its check-in date, and its length with --los.',
    )
  }
  return {
    nights: { from: date(range.from), to: date(range.to) },
    los: options.los,
    kind: options.award ? 'award' : undefined,
    currency: options.currency,
    refresh_sec: options.every,
    condition,
    ...partyOf(options),
    ...newTerms(condition, options),
  }
}
