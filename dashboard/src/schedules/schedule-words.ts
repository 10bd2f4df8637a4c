import type { Schedule } from '@vacancy/client'
import { DAYS_OF_WEEK, formatCount } from '../ui/format.ts'

/** `Every day at 06:30, Europe/London`. */
export function whenOf({ every, at, on, timezone }: Schedule): string {
  if (every === 'hour') return `Every hour at minute ${Number(at.slice(3))}`
  const days = every === 'day' ? 'day' : (on ?? []).map((day) => DAYS_OF_WEEK[day] ?? day).join(' and ')
  return `Every ${days} at ${at}, ${timezone.replaceAll('_', ' ')}`
}

const ASKS: Readonly<Record<Schedule['ask'], string>> = {
  matrix: 'Grid of rates',
  compset: 'Comparison set',
  parity: 'Parity',
}

/** What a run asks, such as `Grid of rates, the next 60 nights`. */
export function whatOf({ ask, body }: Schedule): string {
  const nights = body['nights'] as { from?: unknown; to?: unknown } | undefined
  const [from, to] = [aheadOf(nights?.from), aheadOf(nights?.to)]
  if (from === '0' && to !== null) return `${ASKS[ask]}, the next ${formatCount(Number(to) + 1, 'night')}`
  if (from !== null && to !== null) return `${ASKS[ask]}, ${from} to ${to} days ahead`
  if (nights) return `${ASKS[ask]}, ${String(nights.from)} to ${String(nights.to)}`
  return typeof body['checkin'] === 'string' ? `${ASKS[ask]}, check-in ${body['checkin']}` : ASKS[ask]
}

/** Days from the day of the run: `+7d` is 7. Null for a date. */
export function aheadOf(date: unknown): string | null {
  return typeof date === 'string' ? (/^\+(\d+)d$/.exec(date)?.[1] ?? null) : null
}
