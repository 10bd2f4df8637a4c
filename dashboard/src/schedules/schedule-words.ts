import type { Schedule } from '@vacancy/client'

const DAYS: Readonly<Record<string, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

/** `Every day at 06:30, Europe/London`. */
export function whenOf({ every, at, on, timezone }: Schedule): string {
  if (every === 'hour') return `Every hour at minute ${Number(at.slice(3))}`
  const days = every === 'day' ? 'day' : (on ?? []).map((day) => DAYS[day] ?? day).join(' and ')
  return `Every ${days} at ${at}, ${timezone.replaceAll('_', ' ')}`
}

const ASKS: Readonly<Record<Schedule['ask'], string>> = {
  matrix: 'Grid of rates',
  compset: 'Comparison set',
  parity: 'Parity',
}

/** What a run asks, such as `Grid of rates, nights +1d to +90d`. */
export function whatOf({ ask, body }: Schedule): string {
  const nights = body['nights'] as { from?: unknown; to?: unknown } | undefined
  if (nights) return `${ASKS[ask]}, nights ${String(nights.from)} to ${String(nights.to)}`
  return typeof body['checkin'] === 'string' ? `${ASKS[ask]}, check-in ${body['checkin']}` : ASKS[ask]
}
