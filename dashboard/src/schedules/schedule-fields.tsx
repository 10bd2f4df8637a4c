import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Quote, Schedule } from '@vacancy/client'
import { call } from '../api/call.ts'
import { upstreamWords } from '../paid/upstream-words.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Field, Select } from '../ui/field.tsx'
import { addDays, DAYS_OF_WEEK, dayFromNow, formatCredits } from '../ui/format.ts'
import { aheadOf } from './schedule-words.ts'

/** The terms of a schedule, as a form has them. */
export interface ScheduleValues {
  name: string
  /** How many nights a run asks for; empty where the body has dates of its own. */
  nights: string
  every: Schedule['every']
  at: string
  on: NonNullable<Schedule['on']>
  timezone: string
  format: Schedule['format']
  deliver: Schedule['deliver']
  most: string
}

const NIGHTS = ['7', '14', '30', '60', '90']
const DAYS = Object.keys(DAYS_OF_WEEK) as ScheduleValues['on']

/** The nights of a grid in a schedule's body, if they count from the day of the run. */
export function relativeNights(body: Schedule['body']): { from: number; count: number } | null {
  const nights = body['nights'] as { from?: unknown; to?: unknown } | undefined
  const [from, to] = [aheadOf(nights?.from), aheadOf(nights?.to)]
  return from === null || to === null ? null : { from: Number(from), count: Number(to) - Number(from) + 1 }
}

interface ScheduleFieldsProps {
  values: ScheduleValues
  change: (changed: Partial<ScheduleValues>) => void
  cost?: UseQueryResult<Quote['quote']>
}

export function ScheduleFields({ values, change, cost }: ScheduleFieldsProps) {
  const offered = NIGHTS.includes(values.nights) ? NIGHTS : [values.nights, ...NIGHTS]
  return (
    <div className="request-fields">
      <Field
        label="Name"
        wide
        required
        maxLength={80}
        value={values.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      {values.nights !== '' && (
        <Select
          label="Nights ahead"
          value={values.nights}
          onChange={(event) => change({ nights: event.target.value })}
        >
          {offered.map((nights) => (
            <option key={nights}>{nights}</option>
          ))}
        </Select>
      )}
      <Select
        label="How often"
        value={values.every}
        onChange={(event) => change({ every: event.target.value as ScheduleValues['every'] })}
      >
        {values.every === 'hour' && <option value="hour">Every hour</option>}
        <option value="day">Every day</option>
        <option value="week">Every week</option>
      </Select>
      {values.every === 'week' && (
        <fieldset className="checks">
          <legend>On</legend>
          {DAYS.map((day) => (
            <label key={day}>
              <input
                type="checkbox"
                checked={values.on.includes(day)}
                onChange={() =>
                  change({ on: DAYS.filter((one) => (one === day) !== values.on.includes(one)) })
                }
              />
              {DAYS_OF_WEEK[day]}
            </label>
          ))}
        </fieldset>
      )}
      <Field
        label="At"
        type="time"
        required
        value={values.at}
        onChange={(event) => change({ at: event.target.value })}
      />
      <Field
        label="Time zone"
        required
        value={values.timezone}
        onChange={(event) => change({ timezone: event.target.value })}
      />
      <Field
        label="At most, credits per run"
        wide
        type="number"
        min={0}
        step="any"
        required
        value={values.most}
        onChange={(event) => change({ most: event.target.value })}
        hint={cost && costWords(cost, values)}
      />
      <Select
        label="File"
        value={values.format}
        onChange={(event) => change({ format: event.target.value as ScheduleValues['format'] })}
      >
        <option value="xlsx">Workbook (xlsx)</option>
        <option value="csv">CSV</option>
        <option value="parquet">Parquet</option>
        <option value="jsonl">JSON Lines</option>
      </Select>
      <Select
        label="Mails have the file"
        value={values.deliver}
        onChange={(event) => change({ deliver: event.target.value as ScheduleValues['deliver'] })}
      >
        <option value="attachment">Attached</option>
        <option value="link">As a link</option>
      </Select>
    </div>
  )
}

/** The fields of a call that follow from the form, apart from its body. */
export function termsOf({ name, every, at, on, timezone, format, deliver, most }: ScheduleValues) {
  return {
    name,
    every,
    at,
    timezone,
    format,
    deliver,
    max_credits: Number(most),
    ...(every === 'week' && { on }),
  }
}

/** What a run would cost if it ran today and nothing were cached. */
export function useRunCost(body: Record<string, unknown>, nights: number): UseQueryResult<Quote['quote']> {
  const { keyId } = useActingKey()
  const from = dayFromNow(0)
  const asked = { ...body, nights: { from, to: addDays(from, nights - 1) }, max_age: 0, dry_run: true }
  return useQuery({
    queryKey: ['quote', keyId, '/matrix', asked],
    enabled: keyId !== undefined && nights > 0,
    staleTime: 60_000,
    queryFn: async () => (await call<Quote>('/v1/matrix', { method: 'POST', body: asked, keyId })).data.quote,
  })
}

const RUNS_PER_MONTH = { hour: 720, day: 30, week: 30 / 7 }

export function runsPerMonth({ every, on }: Pick<ScheduleValues, 'every' | 'on'>): number {
  return RUNS_PER_MONTH[every] * (every === 'week' ? on.length : 1)
}

/** There is always a line, so that nothing below moves under the pointer when the cost is known. */
export function costWords(
  { data, isError }: UseQueryResult<Quote['quote']>,
  values: Pick<ScheduleValues, 'every' | 'on'>,
): string {
  if (data !== undefined) {
    const requests = data.upstream ? ` A run takes ${upstreamWords(data.upstream)}.` : ''
    const month = Math.round(data.credits_max * runsPerMonth(values))
    return `Up to ${formatCredits(data.credits_max)} credits per run, ${formatCredits(month)} a month.${requests}`
  }
  return isError ? 'What a run would cost is not known.' : 'Asking what a run would cost …'
}
