import { type Static, Type } from 'typebox'
import { FILE_FORMATS, type FileFormat } from '../cells/files.ts'
import { Credits, nullable, RepeatedUpstream, Timestamp, withDefault } from '../edge/schemas.ts'
import { type Milli, toCredits } from '../kernel/credits.ts'
import { WEEKDAYS } from '../kernel/dates.ts'
import { LIMITS } from '../kernel/limits.ts'
import { repeatedView, type Upstream } from '../kernel/upstream.ts'
import { Attention, NameField } from '../sets/set.ts'
import { ASKS, type Ask } from './request.ts'
import { type Run, RunSchema, runView } from './run.ts'
import { runsPerMonth, type Timing } from './timing.ts'

const SCHEDULE_STATES = ['active', 'paused', 'suspended'] as const
export type ScheduleStatus = (typeof SCHEDULE_STATES)[number]

/** How mails tell of a run. */
const DELIVERIES = ['link', 'attachment'] as const
export type Delivery = (typeof DELIVERIES)[number]

const DELIVER = {
  description: `With \`attachment\`, mails about a run have its file, if it has at most ${LIMITS.attachmentBytes / 1_000_000} MB.`,
}

/** A question that is asked again and again. */
export interface Schedule extends Timing {
  no: number
  id: string
  account: number
  key: number
  requestId: string
  name: string
  ask: Ask
  body: object
  maxCredits: Milli
  format: FileFormat
  deliver: Delivery
  endpoints: string[]
  status: ScheduleStatus
  nextRunAt: Date | null
  createdAt: Date
}

const STRICT = { additionalProperties: false }

const FIELDS = {
  name: NameField,
  ask: Type.Enum([...ASKS], {
    description: 'Which call a run makes. It costs the same and has the same name in usage.',
  }),
  body: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'The body of that call. Dates may count from the day of the run: `"checkin": "+7d"`, or `"nights": {"from": "+1d", "to": "+90d", "days": ["fri", "sat"]}`. For parity, a list of hotels or a `set` takes the place of the hotel.',
  }),
  every: Type.Enum(['hour', 'day', 'week'], { description: 'How often it runs.' }),
  at: withDefault(
    Type.String({
      description:
        'The local time of a run. With `every: "hour"` it is the minute: `00:20`. A time that does not exist that night runs at the first moment that does; one that exists twice, at the first.',
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
      examples: ['06:30'],
    }),
    '00:00',
  ),
  on: Type.Array(Type.Enum([...WEEKDAYS]), {
    description: 'The days of the week. With `every: "week"` only.',
    minItems: 1,
    maxItems: WEEKDAYS.length,
  }),
  timezone: Type.String({
    description: 'A zone of the time zone database. Summer time is taken care of.',
    maxLength: LIMITS.nameLength,
    examples: ['Europe/London'],
  }),
  max_credits: Type.Number({
    description: 'A run that could cost more does not happen, and says so.',
    minimum: 0,
    maximum: LIMITS.maxCredits,
  }),
  format: withDefault(
    Type.Enum([...FILE_FORMATS], { description: 'The format of the file that the event names.' }),
    'csv',
  ),
  deliver: withDefault(Type.Enum([...DELIVERIES], DELIVER), 'link'),
  endpoints: withDefault(
    Type.Array(Type.String({ pattern: '^end_[0-9A-Za-z]{22}$' }), {
      description: 'Ids of endpoints that get the event of each run. It can also be read with `GET /events`.',
      maxItems: LIMITS.scheduleEndpoints,
      uniqueItems: true,
    }),
    [],
  ),
}

export const ScheduleBody = Type.Object({ ...FIELDS, on: Type.Optional(FIELDS.on) }, STRICT)

export const ScheduleChange = Type.Object(
  {
    name: Type.Optional(FIELDS.name),
    ask: Type.Optional(FIELDS.ask),
    body: Type.Optional(FIELDS.body),
    every: Type.Optional(FIELDS.every),
    at: Type.Optional(Type.String(withoutDefault(FIELDS.at))),
    on: Type.Optional(FIELDS.on),
    timezone: Type.Optional(FIELDS.timezone),
    max_credits: Type.Optional(FIELDS.max_credits),
    format: Type.Optional(
      Type.Enum([...FILE_FORMATS], { description: 'The format of the file that the event names.' }),
    ),
    deliver: Type.Optional(Type.Enum([...DELIVERIES], DELIVER)),
    endpoints: Type.Optional(Type.Array(FIELDS.endpoints.items, withoutDefault(FIELDS.endpoints))),
    status: Type.Optional(
      Type.Enum(['active', 'paused'], {
        description: 'A paused schedule does not run. What it misses meanwhile is not made up for.',
      }),
    ),
  },
  STRICT,
)

export type ScheduleChangeInput = Static<typeof ScheduleChange>

export const ScheduleSchema = Type.Object(
  {
    id: Type.String({
      description: 'Identifies it in other calls.',
      examples: ['sch_4nW7sQ0aXk2mR9tYbC1dEf'],
    }),
    name: Type.String({ description: 'As given.' }),
    ask: FIELDS.ask,
    body: FIELDS.body,
    every: FIELDS.every,
    at: Type.String({ description: 'The local time, or the minute of hourly runs.', examples: ['06:30'] }),
    on: nullable(FIELDS.on, 'The days of the week; null unless it is weekly.'),
    timezone: FIELDS.timezone,
    max_credits: Credits('The most that a run may cost.'),
    upstream: nullable(
      RepeatedUpstream,
      'The requests to sources that a run takes if nothing is cached, without looking up ids; null if its body can no longer be read.',
    ),
    format: Type.Enum([...FILE_FORMATS], { description: 'The format of its files.' }),
    deliver: Type.Enum([...DELIVERIES], DELIVER),
    endpoints: Type.Array(Type.String(), { description: 'Who gets its events.' }),
    status: Type.Enum([...SCHEDULE_STATES], {
      description: '`suspended`: the last run could not be paid. It tries again at its next time.',
    }),
    attention: Attention,
    next_run_at: nullable(Timestamp('When it runs next.'), 'When it runs next; null while it is paused.'),
    last_run: nullable(RunSchema, 'Its newest run; null before the first.'),
    created_at: Timestamp('When it was created.'),
  },
  { $id: 'Schedule' },
)

/** What a view has that is not in the row. */
export interface ScheduleFacts {
  lastRun: Run | null
  upstream: Upstream | null
  attention: 'source_disabled' | null
}

export function scheduleView(schedule: Schedule, { lastRun, upstream, attention }: ScheduleFacts) {
  const { id, name, ask, body, every, onDays, timezone, format, deliver, endpoints, status } = schedule
  return {
    id,
    name,
    ask,
    body,
    every,
    at: clockOf(schedule.atMinute),
    on: every === 'week' ? onDays : null,
    timezone,
    max_credits: toCredits(schedule.maxCredits),
    upstream: upstream && repeatedView(upstream, runsPerMonth(schedule)),
    format,
    deliver,
    endpoints,
    status,
    attention,
    next_run_at: schedule.nextRunAt?.toISOString() ?? null,
    last_run: lastRun && runView(lastRun),
    created_at: schedule.createdAt.toISOString(),
  }
}

function clockOf(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

export function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** A change leaves out what stays as it is, so nothing may be filled in. */
function withoutDefault<Options extends { default: unknown }>(options: Options): Omit<Options, 'default'> {
  const { default: _default, ...rest } = options
  return rest
}
