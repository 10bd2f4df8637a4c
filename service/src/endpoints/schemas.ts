import { Type } from 'typebox'
import { IdField, nullable, OpenEnum, Timestamp } from '../edge/schemas.ts'
import { LIMITS } from '../kernel/limits.ts'
import { PAUSE_REASONS } from '../webhooks/deliveries.ts'
import { EVENT_TYPES } from '../webhooks/events.ts'
import { KINDS } from '../webhooks/receiver.ts'
import { ENDPOINT_STATES } from './endpoint.ts'

const STRICT = { additionalProperties: false }

const Url = Type.String({
  description:
    'For `webhook` and `slack`: a public http or https address. That of a `slack` endpoint is a secret: answers show its host, as `https://hooks.example.com/***`.',
  format: 'uri',
  maxLength: LIMITS.webhookUrlLength,
  examples: ['https://example.com/hooks/vacancy'],
})

const Address = Type.String({
  description: 'For `email`: the address that gets the mails.',
  maxLength: LIMITS.emailLength,
  examples: ['alerts@example.com'],
})

const Events = nullable(
  Type.Array(OpenEnum(EVENT_TYPES), { minItems: 1, maxItems: EVENT_TYPES.length }),
  'The types of events that it gets; null for all. Tests are always sent.',
)

const Description = nullable(
  Type.String({ maxLength: LIMITS.endpointDescriptionLength, pattern: '^[^\\u0000-\\u001f]*$' }),
  'Your words for it.',
)

export const EndpointBody = Type.Object(
  {
    kind: Type.Enum([...KINDS], {
      description:
        '`webhook`: signed JSON. `slack`: a message in a channel, by an incoming webhook of Slack. `email`: a mail.',
    }),
    url: Type.Optional(Url),
    address: Type.Optional(Address),
    events: Type.Optional(Events),
    description: Type.Optional(Description),
  },
  STRICT,
)

export const EndpointChange = Type.Object(
  {
    url: Type.Optional(Url),
    address: Type.Optional(Address),
    events: Type.Optional(Events),
    description: Type.Optional(Description),
    status: Type.Optional(
      Type.Enum(['active', 'paused'], {
        description:
          'Pause or resume it. A recipient who has unsubscribed must agree again before mails are sent.',
      }),
    ),
  },
  STRICT,
)

export const EndpointSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the endpoint.', examples: ['end_4nW7sQ0aXk2mR9tYbC1dEf'] }),
    kind: Type.Enum([...KINDS], { description: 'What it is.' }),
    url: Type.Optional(Url),
    address: Type.Optional(Address),
    description: Description,
    events: Events,
    status: Type.Enum([...ENDPOINT_STATES], {
      description:
        '`unverified`: the link in the first mail was not followed yet, so nothing else is sent. `paused`: nothing is sent.',
    }),
    paused_reason: nullable(
      OpenEnum(PAUSE_REASONS),
      `Why it is paused; null if it is not. \`requested\`: by you. \`gone\`: the receiver answered 410, or the mailbox does not exist. \`failing\`: every attempt failed for ${LIMITS.endpointFailingHours} hours. \`unsubscribed\`: by the recipient.`,
    ),
    failing_since: nullable(
      Timestamp('The first failed attempt since the last success.'),
      'The first failed attempt since the last success; null if the last attempt succeeded.',
    ),
    created_at: Timestamp('When it was created.'),
    secret: Type.Optional(
      Type.String({
        description:
          'The secret that signs its events. Webhooks only; shown only when the endpoint is created and when the secret is rotated.',
        examples: ['whsec_5fXn2QkT8wLr0ZyB3vHcJ6mPd9sAe1Gu'],
      }),
    ),
  },
  { $id: 'Endpoint' },
)

/** The endpoints that a watch or job names. */
export const EndpointIds = Type.Array(IdField('end', 'An endpoint.'), {
  description: 'The endpoints that get the events, instead of a `webhook_url`.',
  minItems: 1,
  maxItems: LIMITS.endpoints,
})
