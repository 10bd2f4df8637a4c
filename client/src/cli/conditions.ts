import type { Command } from 'commander'
import { decimalNumber, integer } from './arguments.ts'
import { UsageError } from './exit.ts'

/** What a watch can be told of, and the options that say more about it. */
export const CONDITIONS = ['available', 'points_lte', 'any', 'rebook', 'undercut'] as const

export type Condition = (typeof CONDITIONS)[number]

export interface ConditionOptions {
  points?: number
  paid?: number
  minSaving?: number
  channel?: string
  channelCode?: string
  minPct?: number
  basis?: string
}

export function withCondition(command: Command): Command {
  return command
    .option('--points <n>', 'points_lte: this many or fewer', integer)
    .option('--paid <amount>', 'rebook: what you paid, per room and night', decimalNumber)
    .option('--min-saving <percent>', 'rebook: how much cheaper it must be', decimalNumber)
    .option('--channel <source>', 'undercut: the travel agency')
    .option('--channel-code <id>', "undercut: the hotel's id there, where you know it")
    .option('--min-pct <percent>', 'undercut: by how much', decimalNumber)
    .option('--basis <figure>', 'rebook and undercut: bar, bar_after_tax or member')
}

/** The condition that these options speak of. `--basis` is of two, and does not tell which. */
export function conditionMeant(options: ConditionOptions): Condition | null {
  const { points, paid, minSaving, channel, channelCode, minPct } = options
  if (points !== undefined) return 'points_lte'
  if (paid !== undefined || minSaving !== undefined) return 'rebook'
  const isUndercut = channel !== undefined || channelCode !== undefined || minPct !== undefined
  return isUndercut ? 'undercut' : null
}

/** The fields of one condition, as the service takes them. What belongs to another is a mistake, never dropped. */
export function conditionFields(condition: Condition, options: ConditionOptions): object {
  const { points, paid, minSaving, channel, channelCode, minPct, basis } = options
  const given = (names: Record<string, unknown>) =>
    Object.keys(names).filter((name) => names[name] !== undefined)
  const strange = [
    ...(condition === 'points_lte' ? [] : given({ '--points': points })),
    ...(condition === 'rebook' ? [] : given({ '--paid': paid, '--min-saving': minSaving })),
    ...(condition === 'undercut'
      ? []
      : given({ '--channel': channel, '--channel-code': channelCode, '--min-pct': minPct })),
    ...(condition === 'rebook' || condition === 'undercut' ? [] : given({ '--basis': basis })),
  ]
  if (strange.length > 0) {
    throw new UsageError(`${strange.join(' and ')} can say nothing about the condition ${condition}`)
  }
  if (condition === 'points_lte') return { points_lte: points }
  if (condition === 'rebook') return { rebook: { paid, basis, min_saving_pct: minSaving } }
  if (condition === 'undercut') {
    return { undercut: { channel, hotel_code: channelCode, min_pct: minPct, basis } }
  }
  return {}
}
