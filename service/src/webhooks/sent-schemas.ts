import { type TObject, Type } from 'typebox'
import type { EventType } from './events.ts'
import { eventRowSchema, type Subjects } from './schemas.ts'

/** An event as receivers get it, for the OpenAPI document. */
export interface SentEvent {
  type: EventType
  /** What its shape is called. */
  name: string
  schema: TObject
}

type Field = Exclude<keyof ReturnType<typeof eventRowSchema>['properties'], 'id' | 'type' | 'created_at'>

interface Fields {
  summary: string
  always: readonly Field[]
  sometimes?: readonly Field[]
}

const HOTEL = ['chain', 'hotel_code', 'name'] as const
const NIGHT = [...HOTEL, 'night', 'los', 'kind'] as const
const LOOKS = ['watch_id', ...NIGHT, 'previous', 'current'] as const
const BOOKING = ['booking_id', 'reference', ...NIGHT, 'booking', 'best'] as const

/** What an event of each type says beside its id, type and time. */
const FIELDS: Readonly<Record<EventType, Fields>> = {
  'watch.available': { summary: 'A night can be booked', always: LOOKS },
  'watch.points_lte': { summary: 'A night costs no more points than the limit of the watch', always: LOOKS },
  'watch.price_lte': {
    summary: 'A night costs no more than the limit of the watch',
    always: [...LOOKS, 'price_lte'],
  },
  'watch.changed': { summary: 'A price or an availability changed', always: LOOKS },
  'watch.rebook': { summary: 'A booked night costs less than was paid', always: [...LOOKS, 'rebook'] },
  'watch.undercut': { summary: 'A channel is cheaper than the hotel', always: [...LOOKS, 'undercut'] },
  'watch.attention': {
    summary: 'A watch or booking can no longer do what it was made for',
    always: [...HOTEL, 'attention'],
    sometimes: ['watch_id', 'booking_id'],
  },
  'watch.test': {
    summary: 'A test of a watch, with made-up figures',
    always: ['sample', ...LOOKS],
    sometimes: ['price_lte', 'rebook', 'undercut'],
  },
  'booking.better': { summary: 'What was booked can be booked for less', always: BOOKING },
  'booking.deadline': { summary: 'A booking can soon no longer be canceled', always: BOOKING },
  'job.done': { summary: 'A job ended', always: ['job_id', 'job'] },
  'endpoint.verify': { summary: 'An address is asked to agree', always: ['endpoint'] },
  'endpoint.paused': { summary: 'Another endpoint was paused', always: ['endpoint', 'reason'] },
  'endpoint.test': { summary: 'A test of an endpoint', always: ['endpoint'] },
  'schedule.done': { summary: 'A run of a schedule ended', always: ['schedule'] },
}

export function sentEvents(subjects: Subjects): SentEvent[] {
  const row = eventRowSchema(subjects)
  return Object.entries(FIELDS).map(([type, { summary, always, sometimes = [] }]) => {
    const name = `${pascalCase(type)}Event`
    const schema = Type.Object(
      {
        id: row.properties.id,
        type: Type.Literal(type, { description: 'What happened.' }),
        created_at: row.properties.created_at,
        ...Type.Required(Type.Pick(row, [...always])).properties,
        ...Type.Pick(row, [...sometimes]).properties,
      },
      { $id: name, description: `${summary}.` },
    )
    return { type: type as EventType, name, schema }
  })
}

function pascalCase(type: string): string {
  return type.replaceAll(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())
}
