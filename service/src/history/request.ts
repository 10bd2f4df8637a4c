import { type Static, Type } from 'typebox'
import { Timestamp } from '../edge/schemas.ts'
import { dayAt, dayOf, mustBeDate, nightOfDay, parseDay } from '../kernel/dates.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { type Nights, readMoment } from '../rates/request.ts'

/** The stretch of time that is read. */
export const STRETCH_FIELDS = {
  since: Type.Optional(Timestamp('Lists nothing from before this moment. Inclusive.')),
  until: Type.Optional(Timestamp('Lists nothing from after this moment. Inclusive; not in the future.')),
}

export interface Stretch {
  sinceMs: number
  untilMs: number
}

export function readStretch(body: { since?: string; until?: string }, nowMs: number): Stretch {
  const sinceMs = body.since === undefined ? 0 : readMoment('since', body.since, nowMs)
  const untilMs = body.until === undefined ? nowMs : readMoment('until', body.until, nowMs)
  if (sinceMs > untilMs) throw invalid('`since` must not be after `until`.')
  return { sinceMs, untilMs }
}

/** Check-in nights whose changes may be kept: past ones too. */
export function readPastNights(
  { from, to }: Static<typeof Nights>,
  { most, historyDays, nowMs }: { most: number; historyDays: number; nowMs: number },
): { from: string; to: string; count: number } {
  const first = dayAt(nowMs) - historyDays
  const last = dayAt(nowMs) + LIMITS.checkinDaysAhead
  for (const [field, night] of [
    ['nights.from', from],
    ['nights.to', to],
  ] as const) {
    const day = parseDay(night)
    if (day === null) throw invalid(`\`${field}\` ${mustBeDate(night)}.`)
    if (day < first || day > last)
      throw invalid(`\`${field}\` must be from ${nightOfDay(first)} to ${nightOfDay(last)}, not ${night}.`)
  }
  const count = dayOf(to) - dayOf(from) + 1
  if (count < 1) throw invalid('`nights.to` must not be before `nights.from`.')
  if (count > most) throw invalid(`\`nights\` must have at most ${most} nights, not ${count}.`)
  return { from, to, count }
}
