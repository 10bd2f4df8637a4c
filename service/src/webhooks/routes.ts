import { Type } from 'typebox'
import type { Pool } from '../db/pool.ts'
import { pageLimit, readPage } from '../edge/paging.ts'
import { freeRoute, type Route } from '../edge/route.ts'
import { ID_LENGTH, IdField, nullable, OpenEnum, Timestamp, withDefault } from '../edge/schemas.ts'
import { served } from '../edge/served.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { EVENT_TYPES } from './events.ts'
import { knownEvent, redeliver } from './redeliver.ts'
import { eventRowSchema, type Subjects } from './schemas.ts'
import {
  type AttemptRow,
  DELIVERY_STATUSES,
  type DeliveryRow,
  type EventRow,
  findEvent,
  findPlace,
  readEvent,
  readEvents,
} from './store.ts'

const Params = Type.Object({
  id: IdField('evt', 'The event.'),
})
const NoQuery = Type.Object({}, { additionalProperties: false })
const ListQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        description: `The id of the last event you received; later events are returned. It may be up to ${LIMITS.eventPlaceDays} days old, even if the event itself is no longer kept.`,
        maxLength: ID_LENGTH,
      }),
    ),
    watch_id: Type.Optional(IdField('wat', 'Only events of this watch.')),
    booking_id: Type.Optional(IdField('bkg', 'Only events of this booking.')),
    type: Type.Optional(OpenEnum(EVENT_TYPES, { description: 'Only events of this type.' })),
    endpoint_id: Type.Optional(IdField('end', 'Only events that went to this endpoint.')),
    status: Type.Optional(
      Type.Enum(DELIVERY_STATUSES, {
        description: 'Only events with such a delivery; with `endpoint_id`, to that endpoint.',
      }),
    ),
    from: Type.Optional(Timestamp('Only events from this time on.')),
    to: Type.Optional(Timestamp('Only events before this time.')),
    order: withDefault(
      Type.Enum(['asc', 'desc'], {
        description:
          '`asc`: oldest first, and `after` continues with later events. `desc`: newest first, and `after` continues with earlier ones.',
      }),
      'asc',
    ),
    limit: pageLimit('Events per page.'),
  },
  { additionalProperties: false },
)

function msOf(moment: string | undefined): number | null {
  return moment === undefined ? null : Date.parse(moment)
}

/** Each may have twenty deliveries: more would hold up others while they are parsed. */
const EVENTS_PER_READ = 10

export function eventRoutes({ pool, subjects }: { pool: Pool; subjects: Subjects }): Route[] {
  const Event = eventRowSchema(subjects)
  return [
    freeRoute(
      {
        method: 'GET',
        path: '/events',
        operationId: 'listEvents',
        tag: 'Watches',
        summary: 'List events',
        description: `Events of the last ${LIMITS.eventDays} days, whether their delivery succeeded or not, oldest first unless \`order\` is \`desc\`. Pass the id of the last event you received as \`after\` to get every later event exactly once, even while new ones are being written. Each delivery has its last attempt; \`GET /events/{id}\` has the others. A page ends early, with a \`next_cursor\`, if it would be larger than 1 MB. Free.`,
        large: 'list',
        query: ListQuery,
        answers: {
          200: {
            description: 'A page of events.',
            schema: Type.Object({
              events: Type.Array(Event, { description: 'In the `order` asked for.' }),
              next_cursor: nullable(
                Type.String(),
                'Pass it back as `after` for the next page; null at the end.',
              ),
            }),
          },
        },
      },
      async ({ query }, { holder }) => {
        const account = holder.account.no
        const after =
          query.after === undefined
            ? null
            : knownEvent(await findPlace(pool, account, query.after), query.after)
        if (query.watch_id !== undefined && query.booking_id !== undefined)
          throw invalid('Set at most one of `watch_id` and `booking_id`.')
        const {
          order,
          watch_id,
          booking_id,
          type = null,
          endpoint_id: endpoint = null,
          status = null,
        } = query
        const asked = {
          watchId: watch_id ?? booking_id ?? null,
          type,
          endpoint,
          status,
          from: msOf(query.from),
          to: msOf(query.to),
        }
        const { page, nextCursor } = await readPage(
          query.limit,
          (limit, last) => readEvents(pool, { account, after: last?.no ?? after, ...asked, order, limit }),
          eventView,
          { step: EVENTS_PER_READ },
        )
        return served({ events: page, next_cursor: nextCursor })
      },
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/events/{id}',
        operationId: 'getEvent',
        tag: 'Watches',
        summary: 'Get an event',
        description: `With every attempt to deliver it that is kept, the last ${LIMITS.deliveryAttempts} of each receiver. Free.`,
        params: Params,
        query: NoQuery,
        answers: { 200: { description: 'The event.', schema: Event } },
      },
      async ({ params }, { holder }) => {
        const account = holder.account.no
        const { no } = knownEvent(await findEvent(pool, account, params.id), params.id)
        const row = knownEvent(await readEvent(pool, account, no), params.id)
        return served(eventView(row))
      },
    ),
    freeRoute(
      {
        method: 'POST',
        path: '/events/{id}/redeliver',
        operationId: 'redeliverEvent',
        tag: 'Watches',
        summary: 'Send an event again',
        description:
          'Sends the event at once, whatever its delivery state, and restarts the retry schedule. It goes to the current address and keeps its id. Of several endpoints, those that have not received it get it; if all have, all get it again. An `endpoint.verify` is refused: it asks somebody who has not agreed yet. Free.',
        params: Params,
        query: NoQuery,
        answers: { 200: { description: 'The event, with its delivery pending.', schema: Event } },
      },
      async ({ params }, { holder }) =>
        served(eventView(await redeliver(pool, holder.account.no, params.id))),
    ),
  ]
}

/** The event as sent, with one more field at the end. */
export function eventView({ body, toEndpoints, deliveries }: EventRow) {
  const [own] = deliveries
  const told = toEndpoints ? { deliveries: deliveries.map(deliveryView) } : { delivery: own && ownView(own) }
  return { ...(JSON.parse(body.toString('utf8')) as Record<string, unknown>), ...told }
}

function deliveryView(row: DeliveryRow) {
  const made = madeView(row)
  return { endpoint: row.endpoint, ...made, attempts: made.log }
}

/** The delivery to the address of a watch or job. */
function ownView(row: DeliveryRow) {
  return { ...madeView(row), attempts: row.attempts }
}

function madeView({ status, attempts, lastStatus, dueAt, log }: DeliveryRow) {
  return {
    status,
    attempts_made: attempts,
    last_status: lastStatus,
    next_attempt_at: status === 'pending' ? (dueAt?.toISOString() ?? null) : null,
    log: log.map(attemptView),
  }
}

function attemptView({ at, status, error, durationMs, answer }: AttemptRow) {
  return { at: at.toISOString(), status, error, duration_ms: durationMs, answer }
}
