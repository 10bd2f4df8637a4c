import { Type } from 'typebox'
import { inTransaction, type Pool } from '../db/pool.ts'
import { pageFields, readPage } from '../edge/paging.ts'
import { billableRoute, freeRoute, type Route } from '../edge/route.ts'
import { served } from '../edge/served.ts'
import { MatrixCell } from '../grids/cell.ts'
import { JobSchema } from '../jobs/job.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { rotateSecret } from '../webhooks/hooks.ts'
import { eventText } from '../webhooks/routes.ts'
import { eventRowSchema } from '../webhooks/schemas.ts'
import { changeTo, unknownWatch } from './making/change.ts'
import { createWatch, type WatchDeps } from './making/create.ts'
import { endWatch } from './making/end.ts'
import { sendSample } from './making/sample.ts'
import { planRefresh } from './refreshing/ask-refresh.ts'
import { watchBody, watchChange, watchList, watchSchema } from './schemas.ts'
import { findWatch, listWatches } from './store.ts'
import { type Watch, watchView } from './watch.ts'

const Params = Type.Object({
  id: Type.String({ description: 'The watch.', examples: ['wat_4nW7sQ0aXk2mR9tYbC1dEf'] }),
})
const NoQuery = Type.Object({}, { additionalProperties: false })
const ListQuery = Type.Object(
  {
    ...pageFields('Watches per page.'),
  },
  { additionalProperties: false },
)

export function watchRoutes(deps: WatchDeps): Route[] {
  const { pool, catalog, vault } = deps
  const WatchSchema = watchSchema(catalog)
  const EventSchema = eventRowSchema({ cell: MatrixCell, job: JobSchema })
  const one = { params: Params, query: NoQuery }

  const watchOf = async (account: number, id: string): Promise<Watch> => {
    const watch = await findWatch(pool, account, id)
    if (!watch) throw unknownWatch(id)
    return watch
  }

  return [
    freeRoute(
      {
        method: 'POST',
        path: '/watches',
        operationId: 'createWatch',
        tag: 'Watches',
        summary: 'Be told when something changes',
        description: `Looks at one hotel on up to ${LIMITS.watchNights} check-in nights, at once and then every \`refresh_sec\`, and sends a signed event to \`webhook_url\` on each transition of its condition. The call itself is free; each refresh costs \`credits_per_refresh\`, on the key that made the watch. Watches on the same nights share their refreshes, and whatever else is seen of these nights, by a shop for one, is judged too. An account may have ${LIMITS.watches} watches with nights ahead.`,
        query: NoQuery,
        body: watchBody(catalog),
        answers: {
          201: { description: 'The watch, with the `secret` that signs its events.', schema: WatchSchema },
        },
      },
      ({ body, requestId }, { holder }, keepWith) =>
        createWatch(deps, holder, body, requestId, async (client, watch, secret) => {
          const answer = { ...served(watchView(catalog, watch, secret), 201), confidential: true }
          await keepWith(client, answer)
          return answer
        }),
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/watches',
        operationId: 'listWatches',
        tag: 'Watches',
        summary: 'The watches of this key, newest first',
        description: 'Those that were made with the calling key. Free.',
        query: ListQuery,
        answers: { 200: { description: 'A page of watches.', schema: watchList(catalog) } },
      },
      async ({ query }, { holder }) => {
        const before = await readCursor(pool, holder.account.no, query.cursor)
        const { page, nextCursor } = await readPage(query.limit, (limit) =>
          listWatches(pool, holder.key.no, before, limit),
        )
        return served({ watches: page.map((watch) => watchView(catalog, watch)), next_cursor: nextCursor })
      },
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/watches/{id}',
        operationId: 'getWatch',
        tag: 'Watches',
        summary: 'How a watch is doing',
        description: 'For every key of the account. Free.',
        ...one,
        answers: { 200: { description: 'The watch.', schema: WatchSchema } },
      },
      async ({ params }, { holder }) =>
        served(watchView(catalog, await watchOf(holder.account.no, params.id))),
    ),
    freeRoute(
      {
        method: 'PATCH',
        path: '/watches/{id}',
        operationId: 'changeWatch',
        tag: 'Watches',
        summary: 'Change a watch',
        description:
          'What is left out stays as it is. While a watch is paused or suspended nothing is judged; taken up again, it compares the next observation with the last one before. Under new terms the next observation counts as the first. Free.',
        ...one,
        body: watchChange(catalog),
        answers: { 200: { description: 'The watch as it is now.', schema: WatchSchema } },
      },
      async ({ params, body }, { holder }) =>
        served(watchView(catalog, await changeTo(deps, holder.account.no, params.id, body))),
    ),
    freeRoute(
      {
        method: 'DELETE',
        path: '/watches/{id}',
        operationId: 'deleteWatch',
        tag: 'Watches',
        summary: 'End a watch',
        description:
          'Nothing is sent to its address any more, also what was still to be tried again; its events can be read as before. A refresh under way is charged for what it got. Free.',
        ...one,
        answers: { 200: { description: 'The watch as it was.', schema: WatchSchema } },
      },
      async ({ params }, { holder }) =>
        served(watchView(catalog, await endWatch(deps, holder.account.no, params.id))),
    ),
    freeRoute(
      {
        method: 'POST',
        path: '/watches/{id}/test',
        operationId: 'testWatch',
        tag: 'Watches',
        summary: 'Send a sample event',
        description:
          'An event of type `watch.test`, signed like any other and sent once, also while the watch is paused. It shows what is known of the first night. Free.',
        ...one,
        answers: { 202: { description: 'The event, on its way.', schema: EventSchema } },
      },
      async ({ params }, { holder }) => {
        const event = await sendSample(deps, await watchOf(holder.account.no, params.id))
        return { status: 202, headers: {}, body: eventText(event) }
      },
    ),
    billableRoute(
      {
        method: 'POST',
        path: '/watches/{id}/refresh',
        operationId: 'refreshWatch',
        tag: 'Watches',
        summary: 'Look now',
        description: `At most once in ${LIMITS.watchAskSec} seconds. It costs one refresh, charged when it has ended; watches that share it pay nothing for it before their own time. A refresh that is already under way serves, too.`,
        usage: 'watch',
        ...one,
        body: Type.Object({}, { additionalProperties: false }),
        answers: { 202: { description: 'The watch. What it finds comes as events.', schema: WatchSchema } },
      },
      async ({ params, requestId }, { holder }) => planRefresh(deps, holder.account.no, params.id, requestId),
    ),
    freeRoute(
      {
        method: 'POST',
        path: '/watches/{id}/rotate-secret',
        operationId: 'rotateWatchSecret',
        tag: 'Watches',
        summary: 'A new secret',
        description: `Events are signed with the new secret and, for ${LIMITS.oldSecretHours} hours, with the one before too: the signature then has two \`v1=\`. Free.`,
        ...one,
        answers: { 200: { description: 'The watch, with its new `secret`.', schema: WatchSchema } },
      },
      async ({ params }, { holder }) => {
        const watch = await watchOf(holder.account.no, params.id)
        const secret = await inTransaction(pool, (client) => rotateSecret(client, vault, watch.hook))
        return { ...served(watchView(catalog, watch, secret)), confidential: true }
      },
    ),
  ]
}

/** A cursor is the last watch of the page before: an id that its owner knows anyway. */
async function readCursor(pool: Pool, account: number, cursor: string | undefined): Promise<number | null> {
  if (cursor === undefined) return null
  const watch = await findWatch(pool, account, cursor)
  if (!watch) throw invalid('`cursor` must be the `next_cursor` of a page before')
  return watch.no
}
