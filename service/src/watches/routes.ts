import { Type } from 'typebox'
import { recordAct } from '../accounts/acts.ts'
import { MatrixCell } from '../cells/cell.ts'
import { inTransaction, type Pool } from '../db/pool.ts'
import { pageFields, readPage } from '../edge/paging.ts'
import { actorOf, billableRoute, freeRoute, type Route } from '../edge/route.ts'
import { IdField } from '../edge/schemas.ts'
import { accepted, served } from '../edge/served.ts'
import { JobSchema } from '../jobs/job.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { rotateSecret } from '../webhooks/hooks.ts'
import { eventView } from '../webhooks/routes.ts'
import { eventRowSchema } from '../webhooks/schemas.ts'
import { type BacktestDeps, planBacktest } from './backtesting/backtest.ts'
import { changeTo, unknownWatch } from './making/change.ts'
import { createWatch, type WatchDeps } from './making/create.ts'
import { endWatch } from './making/end.ts'
import { sendSample } from './making/sample.ts'
import { planRefresh } from './refreshing/ask-refresh.ts'
import { backtestBody, backtestSchema, watchBody, watchChange, watchList, watchSchema } from './schemas.ts'
import { findWatch, listWatches } from './store.ts'
import { type Watch, watchView } from './watch.ts'

const Params = Type.Object({
  id: IdField('wat', 'The watch.'),
})
const NoQuery = Type.Object({}, { additionalProperties: false })
const ListQuery = Type.Object(
  {
    ...pageFields('Watches per page.'),
    scope: Type.Optional(
      Type.Enum(['key', 'account'], {
        description:
          'Whose watches: those that the calling key created, or all of the account, also of keys that were revoked since.',
        default: 'key',
      }),
    ),
  },
  { additionalProperties: false },
)

export function watchRoutes(deps: WatchDeps & BacktestDeps): Route[] {
  const { pool, catalog, vault } = deps
  const WatchSchema = watchSchema(catalog)
  const EventSchema = eventRowSchema({ cell: MatrixCell, job: JobSchema })
  const one = { params: Params, query: NoQuery }

  const watchOf = async (account: number, id: string): Promise<Watch> => {
    const watch = await findWatch(pool, account, watchId(id))
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
        summary: 'Create a watch',
        description: `Checks one hotel on up to ${LIMITS.watchNights} check-in nights, at once and then every \`refresh_sec\`, and sends an event each time its condition is met: signed to \`webhook_url\`, or to each of \`endpoints\`. The call itself is free; each refresh costs \`credits_per_refresh\`, charged to the key that created the watch. Watches on the same nights share refreshes. Prices seen by other calls, such as a shop, are judged too. A hotel that neither the directory nor the source knows is refused with \`hotel_not_found\`. An account can have at most ${LIMITS.watches} watches with nights ahead.`,
        namesHotel: true,
        query: NoQuery,
        body: watchBody(catalog),
        answers: {
          201: {
            description: 'The watch; with the `secret` that signs its events if it has a `webhook_url`.',
            schema: WatchSchema,
          },
        },
      },
      ({ body, requestId }, { holder }, keepWith) =>
        createWatch(deps, holder, body, requestId, async (client, watch, secret) => {
          const answer = {
            ...served(watchView(catalog, watch, secret), 201),
            confidential: secret !== undefined,
          }
          await keepWith(client, answer)
          return answer
        }),
    ),
    billableRoute(
      {
        method: 'POST',
        path: '/watches/backtest',
        operationId: 'backtestWatch',
        tag: 'Watches',
        summary: 'The events that a watch would have sent',
        description: `Takes a watch without an address and judges what was recorded of up to ${LIMITS.watchNights} check-in nights from \`since\` to \`until\`, with the judge of live watches. The figures in force at \`since\` are the baseline. Nothing is stored or sent, and no source is called. Costs the same as \`POST /history\` for the nights it reads; \`undercut\` reads the channel’s nights too.`,
        usage: 'backtest',
        large: true,
        query: NoQuery,
        body: backtestBody(catalog),
        answers: {
          200: {
            description: 'The events.',
            schema: backtestSchema({ cell: MatrixCell, job: JobSchema }),
          },
        },
      },
      async ({ body }, _caller, dryRun) => planBacktest(deps, body, dryRun),
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/watches',
        operationId: 'listWatches',
        tag: 'Watches',
        summary: 'The watches of this key or account, newest first',
        description:
          'Watches created with the calling key or, with `scope=account`, with any key of the account. Free.',
        query: ListQuery,
        answers: { 200: { description: 'A page of watches.', schema: watchList(catalog) } },
      },
      async ({ query }, { holder }) => {
        const before = await readCursor(pool, holder.account.no, query.cursor)
        const scope = query.scope === 'account' ? { account: holder.account.no } : { key: holder.key.no }
        const { page, nextCursor } = await readPage(
          query.limit,
          (limit) => listWatches(pool, scope, before, limit),
          (watch) => watchView(catalog, watch),
        )
        return served({ watches: page, next_cursor: nextCursor })
      },
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/watches/{id}',
        operationId: 'getWatch',
        tag: 'Watches',
        summary: 'Get a watch',
        description: 'Any key of the account can read it. Free.',
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
          'Omitted fields stay unchanged. `endpoints` replaces a `webhook_url`, and the other way round; a new `webhook_url` has a `secret`, which is shown only in this answer. While a watch is paused or suspended, nothing is judged; once active again, it compares the next observation with the last one judged. After a change of terms, the next observation counts as the first. Free.',
        ...one,
        body: watchChange(catalog),
        answers: { 200: { description: 'The changed watch.', schema: WatchSchema } },
      },
      async ({ params, body }, { holder }) => {
        const { watch, secret } = await changeTo(deps, holder.account.no, watchId(params.id), body)
        return { ...served(watchView(catalog, watch, secret)), confidential: secret !== undefined }
      },
    ),
    freeRoute(
      {
        method: 'DELETE',
        path: '/watches/{id}',
        operationId: 'deleteWatch',
        tag: 'Watches',
        summary: 'Delete a watch',
        description:
          'Stops all deliveries to its `webhook_url`, including retries; its past events stay readable. A running refresh is charged for the cells it fetched. Free.',
        ...one,
        answers: { 200: { description: 'The deleted watch.', schema: WatchSchema } },
      },
      async ({ params }, { holder }) =>
        served(watchView(catalog, await endWatch(deps, holder.account.no, watchId(params.id)))),
    ),
    freeRoute(
      {
        method: 'POST',
        path: '/watches/{id}/test',
        operationId: 'testWatch',
        tag: 'Watches',
        summary: 'Send a sample event',
        description:
          'Sends an event of type `watch.test`, signed like any other, once and even while the watch is paused or suspended. Its figures are made up and meet the condition; `sample` is true. An account can send 200 tests a day, counted per receiver, of them 20 mails. Free.',
        ...one,
        answers: { 202: { description: 'The event, queued for delivery.', schema: EventSchema } },
      },
      async ({ params }, { holder }) => {
        const event = await sendSample(deps, await watchOf(holder.account.no, params.id))
        return accepted(eventView(event), '/v1/events')
      },
    ),
    billableRoute(
      {
        method: 'POST',
        path: '/watches/{id}/refresh',
        operationId: 'refreshWatch',
        tag: 'Watches',
        summary: 'Look now',
        description: `At most once every ${LIMITS.watchAskSec} seconds. Costs one refresh, charged when it ends; other watches that share it pay only when their own refresh is due. Joins a refresh that is already running.`,
        usage: 'watch',
        ...one,
        body: Type.Object({}, { additionalProperties: false }),
        answers: { 202: { description: 'The watch. Results are sent as events.', schema: WatchSchema } },
      },
      async ({ params, requestId }, { holder }) =>
        planRefresh(deps, holder.account.no, watchId(params.id), requestId),
    ),
    freeRoute(
      {
        method: 'POST',
        path: '/watches/{id}/rotate-secret',
        operationId: 'rotateWatchSecret',
        tag: 'Watches',
        summary: 'Rotate the secret',
        description: `Events are signed with the new secret and, for ${LIMITS.oldSecretHours} hours, also with the old one: the signature then has two \`v1=\` values. Free.`,
        ...one,
        answers: { 200: { description: 'The watch, with its new `secret`.', schema: WatchSchema } },
      },
      async ({ params }, caller, keepWith) => {
        const account = caller.holder.account.no
        const watch = await watchOf(account, params.id)
        const { hook } = watch
        if (hook === null) throw invalid('This watch sends to endpoints. Rotate the secret of the endpoint.')
        // Rotated twice, the receiver's secret would be gone: a repeat must find the answer of the first time.
        return inTransaction(pool, async (client) => {
          const secret = await rotateSecret(client, vault, hook)
          const answer = { ...served(watchView(catalog, watch, secret)), confidential: true }
          const by = actorOf(caller)
          await recordAct(client, { account, by, action: 'watch.rotate_secret', subject: watch.id })
          await keepWith(client, answer)
          return answer
        })
      },
    ),
  ]
}

/** Bookings are watches with routes of their own. */
function watchId(id: string): string {
  if (id.startsWith('bkg_')) throw unknownWatch(id)
  return id
}

/** A cursor is the id of the last watch on the page before. */
async function readCursor(pool: Pool, account: number, cursor: string | undefined): Promise<number | null> {
  if (cursor === undefined) return null
  const watch = await findWatch(pool, account, cursor)
  if (!watch || watch.terms.condition === 'booking')
    throw invalid('`cursor` must be the `next_cursor` of an earlier page.')
  return watch.no
}
