import { Type } from 'typebox'
import { recordAct } from '../accounts/acts.ts'
import { inTransaction } from '../db/pool.ts'
import { pageFields, readPage } from '../edge/paging.ts'
import { actorOf, type Caller, freeRoute, type Route } from '../edge/route.ts'
import { IdField, NextCursor } from '../edge/schemas.ts'
import { accepted, served } from '../edge/served.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { rotateSecret } from '../webhooks/hooks.ts'
import { eventView } from '../webhooks/routes.ts'
import { eventRowSchema, type Subjects } from '../webhooks/schemas.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  type EndpointDeps,
  type EndpointOwner,
  unknownEndpoint,
} from './change.ts'
import { type Endpoint, endpointName, endpointView } from './endpoint.ts'
import { KIND_OF } from './kinds/registry.ts'
import { EndpointBody, EndpointChange, EndpointSchema } from './schemas.ts'
import { sendTest } from './send-test.ts'
import { findEndpoint, listEndpoints } from './store.ts'

const Params = Type.Object({
  id: IdField('end', 'The endpoint.'),
})
const ListQuery = Type.Object(pageFields('Endpoints per page.'), {
  additionalProperties: false,
})
const NoQuery = Type.Object({}, { additionalProperties: false })

export function endpointRoutes(deps: EndpointDeps & { subjects: Subjects }): Route[] {
  const { pool, vault, subjects } = deps
  const single = { tag: 'Endpoints', params: Params, query: NoQuery } as const

  const endpointOf = async (account: number, id: string): Promise<Endpoint> => {
    const endpoint = await findEndpoint(pool, account, id)
    if (!endpoint) throw unknownEndpoint(id)
    return endpoint
  }

  const readCursor = async (account: number, cursor: string | undefined): Promise<number | null> => {
    if (cursor === undefined) return null
    const endpoint = await findEndpoint(pool, account, cursor)
    if (!endpoint) throw invalid('`cursor` must be the `next_cursor` of an earlier page.')
    return endpoint.no
  }

  return [
    freeRoute(
      {
        method: 'POST',
        path: '/endpoints',
        operationId: 'createEndpoint',
        tag: 'Endpoints',
        summary: 'Create an endpoint',
        description: `A webhook, a Slack channel or an e-mail address that watches and jobs can name in \`endpoints\`. It belongs to the account; an account can have at most ${LIMITS.endpoints}. Each endpoint has its own retries. An e-mail address is \`unverified\` until its owner agrees, on the page that a first mail leads to. At most 3 such mails a day are sent to an address, for all accounts together, and none if its owner has stopped them. Free.`,
        query: NoQuery,
        body: EndpointBody,
        answers: {
          201: { description: 'The endpoint; a webhook with its `secret`.', schema: EndpointSchema },
        },
      },
      ({ body }, caller, keepWith) =>
        createEndpoint(deps, ownerOf(caller), body, async (client, endpoint, secret) => {
          const answer = {
            ...served(endpointView(endpoint, secret), 201),
            confidential: secret !== undefined,
          }
          await keepWith(client, answer)
          return answer
        }),
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/endpoints',
        operationId: 'listEndpoints',
        tag: 'Endpoints',
        summary: 'List the endpoints of the account',
        description: 'Oldest first. Free.',
        query: ListQuery,
        answers: {
          200: {
            description: 'A page of endpoints.',
            schema: Type.Object({
              endpoints: Type.Array(EndpointSchema, { description: 'Oldest first.' }),
              next_cursor: NextCursor,
            }),
          },
        },
      },
      async ({ query }, { holder }) => {
        const account = holder.account.no
        const after = await readCursor(account, query.cursor)
        const { page, nextCursor } = await readPage(
          query.limit,
          (limit, last: Endpoint | undefined) => listEndpoints(pool, account, last?.no ?? after, limit),
          (endpoint) => endpointView(endpoint),
        )
        return served({ endpoints: page, next_cursor: nextCursor })
      },
    ),
    freeRoute(
      {
        ...single,
        method: 'GET',
        path: '/endpoints/{id}',
        operationId: 'getEndpoint',
        summary: 'Get an endpoint',
        description: 'Any key of the account can read it. Free.',
        answers: { 200: { description: 'The endpoint.', schema: EndpointSchema } },
      },
      async ({ params }, { holder }) => served(endpointView(await endpointOf(holder.account.no, params.id))),
    ),
    freeRoute(
      {
        ...single,
        method: 'PATCH',
        path: '/endpoints/{id}',
        operationId: 'changeEndpoint',
        summary: 'Change an endpoint',
        description:
          'Omitted fields stay unchanged. Pending events follow a webhook to its new `url`. A new e-mail `address` is unverified, and its pending mails are dropped; the same `address` again sends another verification mail. Free.',
        body: EndpointChange,
        answers: { 200: { description: 'The changed endpoint.', schema: EndpointSchema } },
      },
      async ({ params, body }, caller) =>
        served(endpointView(await changeEndpoint(deps, ownerOf(caller), params.id, body))),
    ),
    freeRoute(
      {
        ...single,
        method: 'DELETE',
        path: '/endpoints/{id}',
        operationId: 'deleteEndpoint',
        summary: 'Delete an endpoint',
        description:
          'Stops all deliveries to it, including retries; its events stay readable. Refused while a watch names it. Free.',
        answers: { 200: { description: 'The deleted endpoint.', schema: EndpointSchema } },
      },
      async ({ params }, caller) =>
        served(endpointView(await deleteEndpoint(deps, ownerOf(caller), params.id))),
    ),
    freeRoute(
      {
        ...single,
        method: 'POST',
        path: '/endpoints/{id}/test',
        operationId: 'testEndpoint',
        summary: 'Send a test event',
        description:
          'Sends an event of type `endpoint.test`, once and even while the endpoint is paused. Not to an e-mail address whose owner has not agreed. An account can send 200 tests a day, of them 20 mails. Free.',
        answers: {
          202: { description: 'The event, queued for delivery.', schema: eventRowSchema(subjects) },
        },
      },
      async ({ params }, { holder }) =>
        accepted(await testOf(deps, await endpointOf(holder.account.no, params.id)), '/v1/events'),
    ),
    freeRoute(
      {
        ...single,
        method: 'POST',
        path: '/endpoints/{id}/rotate-secret',
        operationId: 'rotateEndpointSecret',
        summary: 'Rotate the secret',
        description: `Of a webhook. Events are signed with the new secret and, for ${LIMITS.oldSecretHours} hours, also with the old one. Free.`,
        answers: { 200: { description: 'The endpoint, with its new `secret`.', schema: EndpointSchema } },
      },
      async ({ params }, caller, keepWith) => {
        const { account, by } = ownerOf(caller)
        const endpoint = await endpointOf(account, params.id)
        if (!KIND_OF[endpoint.kind].showsSecret) {
          throw invalid(`An endpoint of kind ${endpoint.kind} has no secret. Only webhooks are signed.`)
        }
        // Rotated twice, the receiver's secret would be gone: a repeat must find the answer of the first time.
        return inTransaction(pool, async (client) => {
          const secret = await rotateSecret(client, vault, endpoint.no)
          const answer = { ...served(endpointView(endpoint, secret)), confidential: true }
          await recordAct(client, { account, by, action: 'endpoint.rotate_secret', subject: endpoint.id })
          await keepWith(client, answer)
          return answer
        })
      },
    ),
  ]
}

function ownerOf(caller: Caller): EndpointOwner {
  return { account: caller.holder.account.no, by: actorOf(caller) }
}

/** Returns the event as the API shows it. */
async function testOf({ pool }: EndpointDeps, endpoint: Endpoint) {
  if (endpoint.unverified) {
    throw invalid(
      `Nobody has agreed to mails at ${endpoint.address} yet. Send the same \`address\` with PATCH /endpoints/${endpoint.id} to ask again.`,
    )
  }
  const event = await sendTest(pool, {
    account: endpoint.account,
    type: 'endpoint.test',
    hook: null,
    endpoints: [endpoint.no],
    watchId: null,
    jobId: null,
    body: { endpoint: endpointName(endpoint) },
  })
  return eventView(event)
}
