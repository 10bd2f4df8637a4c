import { type Command, Option } from 'commander'
import type { ChangeWatchRequest, CreateWatchRequest } from '../generated/shapes.ts'
import { decimalNumber, integer } from './arguments.ts'
import { UsageError } from './exit.ts'

/** The conditions of a watch, and the options that belong to them. */
export const CONDITIONS = ['available', 'points_lte', 'price_lte', 'any', 'rebook', 'undercut'] as const

export type Condition = (typeof CONDITIONS)[number]

export interface ConditionOptions {
  points?: number
  amount?: number
  paid?: number
  minSaving?: number
  channel?: string
  channelCode?: string
  minPct?: number
  likeForLike?: boolean
  basis?: 'bar' | 'bar_after_tax' | 'member'
}

export function withCondition(command: Command): Command {
  return command
    .option('--points <n>', 'points_lte: alert at or below this many points', integer)
    .option('--amount <amount>', 'price_lte: alert at or below this price per room and night', decimalNumber)
    .option('--paid <amount>', 'rebook: what you paid per room and night', decimalNumber)
    .option('--min-saving <percent>', 'rebook: minimum saving in percent', decimalNumber)
    .option('--channel <source>', 'undercut: the travel agency')
    .option('--channel-code <id>', "undercut: the hotel's id at the agency, if you know it")
    .option('--min-pct <percent>', 'undercut: minimum difference in percent', decimalNumber)
    .option('--like-for-like', 'undercut: compare only rooms that match, on the same terms')
    .option('--no-like-for-like', 'undercut: compare the cheapest of any room')
    .addOption(
      new Option('--basis <figure>', 'price_lte, rebook and undercut: the rate to compare').choices([
        'bar',
        'bar_after_tax',
        'member',
      ]),
    )
}

/** The condition that these options belong to. `--basis` belongs to several, so it does not decide. */
export function conditionMeant(options: ConditionOptions): Condition | null {
  const { points, amount, paid, minSaving, channel, channelCode, minPct, likeForLike } = options
  if (points !== undefined) return 'points_lte'
  if (amount !== undefined) return 'price_lte'
  if (paid !== undefined || minSaving !== undefined) return 'rebook'
  const ofUndercut = [channel, channelCode, minPct, likeForLike]
  return ofUndercut.some((option) => option !== undefined) ? 'undercut' : null
}

type ChangedTerms = Pick<ChangeWatchRequest, 'points_lte' | 'price_lte' | 'rebook' | 'undercut'>

/** The request fields of one condition. An option of another condition is an error. */
export function changedTerms(condition: Condition, options: ConditionOptions): ChangedTerms {
  refuseOthers(condition, options)
  const { points, amount, paid, minSaving, channel, channelCode, minPct, likeForLike, basis } = options
  if (condition === 'points_lte') return { points_lte: points }
  if (condition === 'price_lte') return { price_lte: { amount, basis } }
  if (condition === 'rebook') return { rebook: { paid, basis, min_saving_pct: minSaving } }
  if (condition !== 'undercut') return {}
  if (basis === 'member')
    throw new UsageError('--basis member works with the conditions price_lte and rebook only.')
  return {
    undercut: { channel, hotel_code: channelCode, min_pct: minPct, like_for_like: likeForLike, basis },
  }
}

type NewTerms = Pick<CreateWatchRequest, 'points_lte' | 'price_lte' | 'rebook' | 'undercut'>

/** The same for a new watch, which needs some of the options. */
export function newTerms(condition: Condition, options: ConditionOptions): NewTerms {
  const { points_lte, price_lte, rebook, undercut } = changedTerms(condition, options)
  if (price_lte)
    return { price_lte: { ...price_lte, amount: needed(price_lte.amount, condition, '--amount') } }
  if (rebook) return { rebook: { ...rebook, paid: needed(rebook.paid, condition, '--paid') } }
  if (undercut)
    return { undercut: { ...undercut, channel: needed(undercut.channel, condition, '--channel') } }
  return { points_lte }
}

function needed<Value>(value: Value | undefined, condition: Condition, option: string): Value {
  if (value === undefined) throw new UsageError(`The condition ${condition} needs ${option}.`)
  return value
}

function refuseOthers(condition: Condition, options: ConditionOptions): void {
  const { points, amount, paid, minSaving, channel, channelCode, minPct, likeForLike, basis } = options
  const given = (names: Record<string, unknown>) =>
    Object.keys(names).filter((name) => names[name] !== undefined)
  const wrong = [
    ...(condition === 'points_lte' ? [] : given({ '--points': points })),
    ...(condition === 'price_lte' ? [] : given({ '--amount': amount })),
    ...(condition === 'rebook' ? [] : given({ '--paid': paid, '--min-saving': minSaving })),
    ...(condition === 'undercut'
      ? []
      : given({
          '--channel': channel,
          '--channel-code': channelCode,
          '--min-pct': minPct,
          '--like-for-like': likeForLike,
        })),
    ...(['price_lte', 'rebook', 'undercut'].includes(condition) ? [] : given({ '--basis': basis })),
  ]
  if (wrong.length === 0) return
  const verb = wrong.length === 1 ? 'does' : 'do'
  throw new UsageError(`${wrong.join(' and ')} ${verb} not apply to the condition ${condition}.`)
}
