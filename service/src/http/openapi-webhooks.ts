import type { SentEvent } from '../webhooks/sent-schemas.ts'
import { type JsonObject, named, plainSchema } from './openapi-shape.ts'

const HEADERS: Readonly<Record<string, { required: boolean; description: string }>> = {
  'X-Event-Id': { required: true, description: 'The id of the event: the same for every attempt.' },
  'X-Event-Type': { required: true, description: 'Its type.' },
  'X-Service-Signature': {
    required: true,
    description: 'When it was sent and its signature: `t=…,v1=…`. Check it with the secret of who sent it.',
  },
  'X-Endpoint-Id': { required: false, description: 'The endpoint that it was sent to, if to one.' },
  'X-Watch-Id': { required: false, description: 'The watch that it is about, if it is about one.' },
  'X-Booking-Id': { required: false, description: 'The booking that it is about, if it is about one.' },
  'X-Job-Id': { required: false, description: 'The job that it is about, if it is about one.' },
}

/** What receivers get: one operation, whose events are told apart by their `type`. */
export function addWebhooks(document: JsonObject, events: readonly SentEvent[]): JsonObject {
  return { ...document, webhooks: { event: { post: operationOf(events) } } }
}

function operationOf(events: readonly SentEvent[]): JsonObject {
  return {
    operationId: 'receiveEvent',
    tags: ['Endpoints'],
    summary: 'An event, sent to your server',
    description: 'It is sent again, ever more rarely, until your server answers 2xx.',
    security: [],
    parameters: Object.entries(HEADERS).map(([header, { required, description }]) => ({
      in: 'header',
      name: header,
      required,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema: anyEvent(events) } } },
    responses: {
      '2XX': { description: 'You have it.' },
      '410': { description: 'You do not want events at this address any more: it is paused.' },
      '4XX': { description: 'It is sent again later.' },
    },
  }
}

function anyEvent(events: readonly SentEvent[]): JsonObject {
  const mapping = events.map(({ type, name }) => [type, `#/components/schemas/${name}`])
  const schema = {
    description:
      'What a webhook receives. Later versions may send events of other types: ignore those that you do not know.',
    oneOf: events.map((event) => plainSchema(event.schema)),
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) as JsonObject },
  }
  return named(schema, 'WebhookEvent')
}
