import { Type } from 'typebox'
import { type Action, recordAct } from '../accounts/acts.ts'
import { type Client, inTransaction } from '../db/pool.ts'
import { createPace } from '../edge/links.ts'
import { actorOf, type Caller, freeRoute, publicRoute, type Route } from '../edge/route.ts'
import { IdField } from '../edge/schemas.ts'
import { type Served, served } from '../edge/served.ts'
import type { ApiError } from '../kernel/errors.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Vault } from '../ops/vault.ts'
import { changeFeed, createFeed } from './change.ts'
import { FEED_FORMATS, type Feed, FeedBody, FeedChange, FeedSchema, feedView } from './feed.ts'
import { FEED_TYPE, type ReadDeps, readFeed } from './read.ts'
import { deleteFeed, findFeed, listFeeds, replaceToken } from './store.ts'
import { feedTokens } from './token.ts'

export interface FeedDeps extends ReadDeps {
  vault: Vault
  publicUrl: string
}

const Params = Type.Object({
  id: IdField('fed', 'The feed.'),
})
const NoQuery = Type.Object({}, { additionalProperties: false })

type FeedAction = Extract<Action, `feed.${string}`>

export function feedRoutes(deps: FeedDeps): Route[] {
  const { pool, vault, publicUrl } = deps
  const pace = createPace()
  const single = { tag: 'Feeds', params: Params, query: NoQuery } as const

  const viewOf = (feed: Feed) => {
    const token = feed.token && feedTokens.open(vault, feed.id, feed.token)
    return feedView(feed, token && `${publicUrl}/v1/feeds/${token}.${feed.format}`)
  }
  const feedOf = async (account: number, id: string): Promise<Feed> => {
    const feed = await findFeed(pool, account, id)
    if (!feed) throw unknownFeed(id)
    return feed
  }
  /** Contains the link, which opens the feed for anyone. */
  const answerWith = (feed: Feed, status: 200 | 201 = 200): Served => ({
    ...served(viewOf(feed), status),
    confidential: true,
  })
  const record = (client: Client, caller: Caller, action: FeedAction, { id, name }: Feed) =>
    recordAct(client, {
      account: caller.holder.account.no,
      by: actorOf(caller),
      action,
      subject: id,
      detail: { name },
    })

  return [
    freeRoute(
      {
        method: 'POST',
        path: '/feeds',
        operationId: 'createFeed',
        tag: 'Feeds',
        summary: 'Create a link that spreadsheets read',
        description: `Shows the newest finished run of a schedule or a board, or a job, to anyone who has the link, and nothing else of the account. Works in Google Sheets (\`IMPORTDATA\`), Excel and LibreOffice. Reading costs nothing. An account can have ${LIMITS.feeds} feeds. Free.`,
        query: NoQuery,
        body: FeedBody,
        answers: { 201: { description: 'The feed with its link.', schema: FeedSchema } },
      },
      ({ body }, caller, keepWith) =>
        createFeed(deps, caller.holder.account.no, body, async (client, feed) => {
          await record(client, caller, 'feed.create', feed)
          const answer = answerWith(feed, 201)
          await keepWith(client, answer)
          return answer
        }),
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/feeds',
        operationId: 'listFeeds',
        tag: 'Feeds',
        summary: 'The feeds of the account, newest first',
        description: 'Free.',
        query: NoQuery,
        answers: {
          200: {
            description: 'All feeds.',
            schema: Type.Object({ feeds: Type.Array(FeedSchema, { description: 'Newest first.' }) }),
          },
        },
      },
      async (_asked, { holder }) => served({ feeds: (await listFeeds(pool, holder.account.no)).map(viewOf) }),
    ),
    freeRoute(
      {
        ...single,
        method: 'GET',
        path: '/feeds/{id}',
        operationId: 'getFeed',
        summary: 'Get a feed',
        description: 'Free.',
        answers: { 200: { description: 'The feed.', schema: FeedSchema } },
      },
      async ({ params }, { holder }) => served(viewOf(await feedOf(holder.account.no, params.id))),
    ),
    freeRoute(
      {
        ...single,
        method: 'PATCH',
        path: '/feeds/{id}',
        operationId: 'changeFeed',
        summary: 'Change a feed',
        description: 'Omitted fields stay unchanged. The link stays the same, apart from its ending. Free.',
        body: FeedChange,
        answers: { 200: { description: 'The changed feed.', schema: FeedSchema } },
      },
      async ({ params, body }, { holder }) => {
        const feed = await feedOf(holder.account.no, params.id)
        return served(viewOf(await changeFeed(deps, feed, body)))
      },
    ),
    freeRoute(
      {
        ...single,
        method: 'POST',
        path: '/feeds/{id}/rotate',
        operationId: 'rotateFeed',
        summary: 'Replace the link of a feed',
        description: 'The old link stops working at once. Free.',
        answers: { 200: { description: 'The feed with its new link.', schema: FeedSchema } },
      },
      async ({ params }, caller, keepWith) => {
        const feed = await feedOf(caller.holder.account.no, params.id)
        return inTransaction(pool, async (client) => {
          const token = feedTokens.create(vault, feed.id)
          await replaceToken(client, feed.no, token)
          await record(client, caller, 'feed.rotate', feed)
          const answer = answerWith({ ...feed, token: token.sealed })
          await keepWith(client, answer)
          return answer
        })
      },
    ),
    freeRoute(
      {
        ...single,
        method: 'DELETE',
        path: '/feeds/{id}',
        operationId: 'deleteFeed',
        summary: 'Delete a feed',
        description: 'Its link stops working at once. Free.',
        answers: { 200: { description: 'The deleted feed.', schema: FeedSchema } },
      },
      async ({ params }, caller) => {
        const feed = await feedOf(caller.holder.account.no, params.id)
        await inTransaction(pool, async (client) => {
          await deleteFeed(client, feed.no)
          await record(client, caller, 'feed.delete', feed)
        })
        return served({ ...viewOf(feed), url: null })
      },
    ),
    publicRoute(
      {
        method: 'GET',
        path: '/feeds/{token}.{format}',
        operationId: 'readFeed',
        tag: 'Feeds',
        summary: 'Read a feed by its link',
        description: `No key needed. The newest finished run of the schedule or the board, or the job, as a file; only the header as long as there is none. Send the \`ETag\` back in \`If-None-Match\`: an answer without news is 304, and does not count. A feed can be read ${LIMITS.feedReadsPerMinute} times a minute, and asked ${LIMITS.linkAsksPerSecond} times a second. Free.`,
        params: Type.Object({
          token: Type.String({ description: 'The secret part of the link.', minLength: 1, maxLength: 128 }),
          format: Type.Enum([...FEED_FORMATS], {
            description: 'CSV, a JSON array of objects, or a workbook.',
          }),
        }),
        query: NoQuery,
        refusals: {
          404: '`invalid_request`: There is no such feed, or its link was replaced.',
          410: '`invalid_request`: The schedule, board or job of the feed was deleted, or its newest run has expired.',
          429: '`rate_limited`: The feed was read too often, or too many links from this address were unknown.',
        },
        answers: {
          200: {
            description: 'The file.',
            schema: Type.String(),
            types: Object.values(FEED_TYPE).map((type) => type.split(';')[0] ?? type),
            headers: { ETag: 'Changes with every run.', 'Last-Modified': 'When the run ended.' },
          },
          304: { description: 'There is no newer run.', schema: Type.Null(), types: [] },
        },
      },
      ({ params }, visitor) => {
        pace(params.token)
        return readFeed(deps, params, visitor)
      },
    ),
  ]
}

/** Another account's feed gets the same answer as one that does not exist. */
function unknownFeed(id: string): ApiError {
  return invalid(`There is no feed ${id.slice(0, 64)}.`)
}
