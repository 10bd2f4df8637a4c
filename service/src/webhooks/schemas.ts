import { type TSchema, Type } from 'typebox'
import { CalendarDate, Credits, nullable, OpenEnum, Timestamp } from '../edge/schemas.ts'
import { LIMITS } from '../kernel/limits.ts'
import { BestOffer, BookedStay } from './booking-schemas.ts'
import { PAUSE_REASONS } from './deliveries.ts'
import { EVENT_TYPES } from './events.ts'
import { RunFigures } from './figure-schemas.ts'
import { KINDS } from './receiver.ts'

/** Schemas of the event data, from the rooms that create events. */
export interface Subjects {
  cell: TSchema
  job: TSchema
}

const Attempt = Type.Object(
  {
    at: Timestamp('When it began.'),
    status: nullable(
      Type.Integer(),
      'The status of the receiver’s answer: of HTTP, or of SMTP for an e-mail. Null if there was none.',
    ),
    error: nullable(Type.String(), 'What went wrong, if the status does not say it.'),
    duration_ms: Type.Integer({ description: 'How long it took.' }),
    answer: nullable(
      Type.String(),
      'The first bytes of what the receiver answered; null if there was nothing, or if this server does not keep answers.',
    ),
  },
  { $id: 'DeliveryAttempt' },
)

/** What every delivery has, to endpoints and to addresses alike. */
const MADE_FIELDS = {
  attempts_made: Type.Integer({ description: 'Attempts so far.', minimum: 0 }),
  last_status: nullable(
    Type.Integer(),
    'The status of the last attempt; null if there was no answer or no attempt yet.',
  ),
  next_attempt_at: nullable(
    Timestamp('When the next attempt is due.'),
    'When the next attempt is due; null if none is.',
  ),
  log: Type.Array(Attempt, {
    description: 'The attempts, oldest first. In a list of events, only the last one.',
  }),
}

const Delivery = Type.Object(
  {
    status: Type.Enum(['pending', 'delivered', 'failed'], {
      description:
        '`pending` until the next attempt, `delivered` after a 2xx, `failed` after the last attempt.',
    }),
    ...MADE_FIELDS,
    attempts: Type.Integer({
      deprecated: true,
      description:
        'The same as `attempts_made`, which has this name at endpoints too. Deprecated since 1.1, works until 2.0.',
    }),
  },
  { $id: 'Delivery', description: 'The delivery of the event to the `webhook_url` of its watch or job.' },
)

const EndpointDelivery = Type.Object(
  {
    endpoint: nullable(Type.String(), 'The endpoint; null if it was deleted long ago.'),
    status: Type.Enum(['pending', 'delivered', 'failed'], {
      description: `\`pending\` until the next attempt, \`delivered\` once it was accepted, \`failed\` after the last attempt, or without one if the endpoint was paused. For an e-mail address that is \`unverified\` it is \`pending\` for up to ${LIMITS.unverifiedDays} days: verified by then, the address gets it.`,
    }),
    ...MADE_FIELDS,
    attempts: Type.Array(Attempt, {
      deprecated: true,
      description: 'The same as `log`. Deprecated since 1.1, works until 2.0.',
    }),
  },
  { $id: 'EndpointDelivery' },
)

const Figure = (description: string) => Type.Number({ description })

const Rebook = Type.Object(
  {
    paid: Figure('What was paid per room and night: money, or points for kind `award`.'),
    current: Figure('What it costs now.'),
    saving: Figure('The difference.'),
    saving_pct: Figure('The difference in percent of what was paid.'),
    saving_total: Figure('The difference over all nights and rooms.'),
  },
  { $id: 'RebookSaving' },
)

const PriceReached = Type.Object(
  {
    amount: Figure('The limit of the watch, per room and night.'),
    current: Figure('What it costs now.'),
    basis: Type.Enum(['bar', 'bar_after_tax', 'member'], { description: 'Which rate was compared.' }),
  },
  { $id: 'PriceReached' },
)

const Undercut = Type.Object(
  {
    direct: Figure('The direct public rate.'),
    channel_rate: Figure('The rate of the channel.'),
    diff: Figure('How much less the channel asks.'),
    diff_pct: Figure('The same in percent of the direct rate.'),
    basis: Type.Enum(['bar_after_tax', 'bar'], { description: 'Which figures were compared.' }),
    like_for_like: Type.Optional(
      Type.Object(
        {
          room_name: Type.String({ description: 'The room, as the chain names it.' }),
          channel_room_name: Type.String({ description: 'The same room, as the channel names it.' }),
          refundable: Type.Boolean({ description: 'Whether a cancellation is refunded, of both.' }),
          meal_plan: Type.String({ description: 'Of both.' }),
        },
        { description: 'What was compared, for a watch with `like_for_like`.' },
      ),
    ),
  },
  { $id: 'UndercutFound' },
)

const RunChanges = Type.Object(
  {
    since: Type.String({
      description: 'The run that it was compared with: the last one before it that was done.',
    }),
    since_at: Timestamp('When that run began.'),
    compared: Type.Integer({ description: 'Cells that both runs have.' }),
    cheaper: Type.Integer({ description: 'Of these, cells with a lower price in the same currency.' }),
    dearer: Type.Integer({ description: 'Cells with a higher one.' }),
    gone: Type.Integer({ description: 'Cells that could be booked in the run before and not in this one.' }),
    reopened: Type.Integer({ description: 'Cells that can be booked again.' }),
    largest: Type.Array(
      Type.Object({
        chain: Type.String({ description: 'Id of the source.' }),
        hotel_code: Type.String({ description: 'The property’s code at the source.' }),
        name: nullable(Type.String(), 'The name of the hotel.'),
        night: Type.String({ description: 'Check-in.', format: 'date' }),
        los: Type.Integer({ description: 'Nights of the stay.' }),
        currency: nullable(Type.String(), 'The currency of both prices; null for points.'),
        before: Type.Number({ description: 'The price per night in the run before.' }),
        now: Type.Number({ description: 'The price per night in this run.' }),
        change_pct: Type.Number({ description: 'In percent, rounded to a tenth. Negative: cheaper.' }),
      }),
      { description: 'The largest changes of price, by percent; at most five.' },
    ),
  },
  { $id: 'RunChanges' },
)

const ScheduleDone = Type.Object(
  {
    id: Type.String({ description: 'The schedule.', examples: ['sch_4nW7sQ0aXk2mR9tYbC1dEf'] }),
    name: Type.String({ description: 'Its name.' }),
    run_id: Type.String({ description: 'The run.', examples: ['run_4nW7sQ0aXk2mR9tYbC1dEf'] }),
    status: Type.Enum(['done', 'failed', 'canceled', 'refused'], { description: 'How the run ended.' }),
    reason: nullable(Type.String(), 'Why it did not happen; null unless `refused`.'),
    message: nullable(Type.String(), 'The same as a sentence for people.'),
    job_id: nullable(Type.String(), 'The job of the run; null if it did not happen.'),
    cells: Type.Integer({ description: 'Cells or rows in its file.' }),
    credits: Credits('What it cost.'),
    file: nullable(Type.String(), 'The path of its file; null if it did not happen.'),
    deliver: Type.Optional(
      Type.Enum(['link', 'attachment'], {
        description: 'Whether mails have the file. Left out by older versions.',
      }),
    ),
    changes: nullable(
      RunChanges,
      'How the prices of a grid differ from the run before; null if there is nothing to compare with.',
    ),
    figures: Type.Optional(
      nullable(
        RunFigures,
        'How the subject of the set stands, or the hotel against its listings; null for other questions. Left out by older versions.',
      ),
    ),
  },
  { $id: 'ScheduleDone' },
)

/** The event as sent, and its delivery. */
export function eventRowSchema({ cell, job }: Subjects) {
  return Type.Object(
    {
      id: Type.String({
        description: 'The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates.',
        examples: ['evt_4nW7sQ0aXk2mR9tYbC1dEf'],
      }),
      type: OpenEnum(EVENT_TYPES, { description: 'What happened.' }),
      created_at: Timestamp('When it was found.'),
      sample: Type.Optional(
        Type.Literal(true, { description: 'The figures are made up. With `watch.test`.' }),
      ),
      watch_id: Type.Optional(Type.String({ description: 'The watch that fired. Events of watches only.' })),
      booking_id: Type.Optional(
        Type.String({ description: 'The booking that it is about. Events of bookings only.' }),
      ),
      reference: Type.Optional(
        Type.Union([Type.String(), Type.Null()], { description: 'Your words for the booking, if any.' }),
      ),
      chain: Type.Optional(Type.String({ description: 'The source of the hotel.' })),
      hotel_code: Type.Optional(Type.String({ description: 'The hotel.' })),
      name: Type.Optional(
        Type.Union([Type.String(), Type.Null()], { description: 'The hotel’s name; null if unknown.' }),
      ),
      attention: Type.Optional(
        Type.String({ description: 'Why the watch needs attention. With `watch.attention`.' }),
      ),
      night: Type.Optional(CalendarDate('The check-in night.')),
      los: Type.Optional(Type.Integer({ description: 'Length of stay, in nights.' })),
      kind: Type.Optional(Type.Enum(['cash', 'award'], { description: 'What is watched.' })),
      previous: Type.Optional(nullable(cell, 'What was known before; null for a first observation.')),
      current: Type.Optional(Type.Union([cell], { description: 'What is known now; made up in a test.' })),
      price_lte: Type.Optional(Type.Union([PriceReached], { description: 'With `watch.price_lte`.' })),
      rebook: Type.Optional(Type.Union([Rebook], { description: 'With `watch.rebook`.' })),
      undercut: Type.Optional(Type.Union([Undercut], { description: 'With `watch.undercut`.' })),
      booking: Type.Optional(Type.Union([BookedStay], { description: 'What was booked. With `booking.…`.' })),
      best: Type.Optional(BestOffer),
      job_id: Type.Optional(Type.String({ description: 'The job that ended. With `job.done`.' })),
      job: Type.Optional(Type.Union([job], { description: 'The ended job. With `job.done`.' })),
      endpoint: Type.Optional(
        Type.Object(
          {
            id: Type.String({ description: 'The endpoint.' }),
            kind: Type.Enum([...KINDS], { description: 'What it is.' }),
            url: Type.Optional(Type.String({ description: 'Of a webhook or Slack channel.' })),
            address: Type.Optional(Type.String({ description: 'Of an e-mail endpoint.' })),
            description: nullable(Type.String(), 'Your words for it.'),
          },
          { description: 'With events of type `endpoint.…`.' },
        ),
      ),
      reason: Type.Optional(
        OpenEnum(PAUSE_REASONS, { description: 'Why it was paused. With `endpoint.paused`.' }),
      ),
      schedule: Type.Optional(
        Type.Union([ScheduleDone], { description: 'The run that ended. With `schedule.done`.' }),
      ),
      delivery: Type.Optional(Delivery),
      deliveries: Type.Optional(
        Type.Array(EndpointDelivery, {
          description:
            'One for each endpoint that wants this type of event, if the event goes to `endpoints`.',
        }),
      ),
    },
    { $id: 'Event' },
  )
}
