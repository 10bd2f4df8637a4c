import { Type } from 'typebox'
import { type Action, recordAct } from '../accounts/acts.ts'
import { databaseNow } from '../db/clock.ts'
import { type Client, inTransaction } from '../db/pool.ts'
import type { FreeWork } from '../edge/free-work.ts'
import { createPace } from '../edge/links.ts'
import { pageFields, readPage } from '../edge/paging.ts'
import { actorOf, billableRoute, type Caller, freeRoute, publicRoute, type Route } from '../edge/route.ts'
import { IdField, NextCursor, nullable } from '../edge/schemas.ts'
import { type Served, served } from '../edge/served.ts'
import type { GridDeps } from '../grids/matrix.ts'
import { JobSchema, jobView } from '../jobs/job.ts'
import { type ApiError, invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Vault } from '../ops/vault.ts'
import type { AgeDeps } from '../rates/auto-age.ts'
import { findSet } from '../sets/store.ts'
import { type Board, BoardBody, BoardSchema, boardView, LinkBody, LinkSchema } from './board.ts'
import { ChangesField } from './changes.ts'
import { FailuresField, MarketFigures, ParityFigures } from './figures.ts'
import { boardTokens, sharedPageOf } from './link.ts'
import { planBoard } from './making.ts'
import { type ReadDeps, readBoard } from './read.ts'
import { findRuns } from './runs.ts'
import { readShared, SharedSchema } from './shared.ts'
import { deleteBoard, endLink, findBoard, listBoards, setLink } from './store.ts'

export interface BoardDeps extends ReadDeps, GridDeps, AgeDeps {
  vault: Vault
  publicUrl: string
  freeWork: FreeWork
  now: () => number
}

const Params = Type.Object({
  id: IdField('brd', 'The board.'),
})
const NoQuery = Type.Object({}, { additionalProperties: false })

const BoardAnswer = Type.Object({
  board: BoardSchema,
  job: nullable(
    JobSchema,
    'The job whose figures these are: the newest that has ended with any. Null if none can be read.',
  ),
  newest: nullable(JobSchema, 'The newest job, which may be running or may have failed.'),
  market: nullable(MarketFigures, 'For a board of kind `market`; null before its first rates.'),
  parity: nullable(ParityFigures, 'For a board of kind `parity`; null before its first rates.'),
  failures: FailuresField,
  changes: ChangesField,
})

export function boardRoutes(deps: BoardDeps): Route[] {
  const { pool, vault, publicUrl } = deps
  const pace = createPace()
  const single = { tag: 'Boards', params: Params, query: NoQuery } as const

  const urlOf = ({ id, token }: Board) => token && sharedPageOf(publicUrl, boardTokens.open(vault, id, token))
  const boardOf = async (account: number, id: string): Promise<Board> => {
    const board = await findBoard(pool, account, id)
    if (!board) throw unknownBoard(id)
    return board
  }
  const viewsOf = async (account: number, boards: readonly Board[]) => {
    const sets = new Map(
      await Promise.all(
        [...new Set(boards.map(({ set }) => set))].map(
          async (id) => [id, await findSet(pool, account, id)] as const,
        ),
      ),
    )
    const withSets = boards.map((board) => ({ board, set: sets.get(board.set) }))
    const runs = await findRuns(pool, account, withSets, { most: 1 })
    return withSets.map(({ board, set }) => {
      const refreshedAt = runs.find(({ board: no }) => no === board.no)?.at ?? null
      return boardView(board, { name: set?.name ?? null, refreshedAt, url: urlOf(board) })
    })
  }
  const record = (client: Client, caller: Caller, action: Extract<Action, `board.${string}`>, id: string) =>
    recordAct(client, {
      account: caller.holder.account.no,
      by: actorOf(caller),
      action,
      subject: id,
      detail: {},
    })

  return [
    billableRoute(
      {
        method: 'POST',
        path: '/boards',
        operationId: 'makeBoard',
        tag: 'Boards',
        summary: 'Fetch a board',
        description: `The market of a set, or the parity of its subject, over some nights. Makes the board, or refreshes the one with the same set, kind and nights. Always answers 202 with the job that fetches it, and costs what \`POST /matrix\` costs for these hotels and nights: for parity, the subject and its known listings at agencies. Reading the board is free. An account can have ${LIMITS.boards} boards.`,
        usage: 'matrix',
        large: true,
        body: BoardBody,
        answers: {
          202: {
            description: 'The board, and the job that fetches it.',
            schema: Type.Object({
              board: Type.Object(
                { id: BoardSchema.properties.id },
                { description: 'The board that it fetches.' },
              ),
              job: JobSchema,
            }),
          },
        },
      },
      async ({ body, requestId }, { holder }, dryRun) =>
        planBoard(deps, holder.account.no, body, { requestId, dryRun }),
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/boards',
        operationId: 'listBoards',
        tag: 'Boards',
        summary: 'The boards of the account, newest first',
        description: 'Without their figures. Free.',
        query: Type.Object(
          {
            set: Type.Optional(Type.String({ description: 'Only boards of this set.', maxLength: 64 })),
            ...pageFields('Boards per page.'),
          },
          { additionalProperties: false },
        ),
        answers: {
          200: {
            description: 'A page of boards.',
            schema: Type.Object({
              boards: Type.Array(BoardSchema, { description: 'Newest first.' }),
              next_cursor: NextCursor,
            }),
          },
        },
      },
      async ({ query }, { holder }) => {
        const account = holder.account.no
        const { cursor, set = null } = query
        const last = cursor === undefined ? undefined : await findBoard(pool, account, cursor)
        if (cursor !== undefined && !last)
          throw invalid('`cursor` must be the `next_cursor` of an earlier page.')
        const { page, nextCursor } = await readPage(
          query.limit,
          (limit) => listBoards(pool, account, { set, before: last?.no ?? null, limit }),
          (board) => board,
        )
        return served({ boards: await viewsOf(account, page), next_cursor: nextCursor })
      },
    ),
    freeRoute(
      {
        ...single,
        method: 'GET',
        path: '/boards/{id}',
        operationId: 'getBoard',
        large: true,
        summary: 'Read a board',
        description:
          'Its newest figures, what could not be fetched, and how it changed in 1, 7 and 30 days. Rates in other currencies are converted at the reference rate of the day on which they were observed. Free.',
        answers: { 200: { description: 'The board with its figures.', schema: BoardAnswer } },
      },
      async ({ params }, { holder }) => {
        const board = await boardOf(holder.account.no, params.id)
        const read = await readBoard(deps, board)
        return served({
          board: boardView(board, { ...read, url: urlOf(board) }),
          job: read.job && jobView(read.job),
          newest: read.newest && jobView(read.newest),
          market: read.figures?.market ?? null,
          parity: read.figures?.parity ?? null,
          failures: read.failures,
          changes: read.changes,
        })
      },
    ),
    freeRoute(
      {
        ...single,
        method: 'DELETE',
        path: '/boards/{id}',
        operationId: 'deleteBoard',
        summary: 'Delete a board',
        description: 'Its link ends at once. Its jobs, its set and its schedules stay. Free.',
        answers: { 200: { description: 'The deleted board.', schema: BoardSchema } },
      },
      async ({ params }, caller) => {
        const account = caller.holder.account.no
        const board = await boardOf(account, params.id)
        const [view] = await viewsOf(account, [board])
        await inTransaction(pool, async (client) => {
          await deleteBoard(client, board.no)
          await record(client, caller, 'board.delete', board.id)
        })
        return served({ ...view, link: null })
      },
    ),
    freeRoute(
      {
        ...single,
        method: 'POST',
        path: '/boards/{id}/link',
        operationId: 'shareBoard',
        summary: 'Make a link to a board',
        description:
          'A page with the newest figures of the board, for people without an account. It never spends anything and shows nothing else of the account. A new link replaces the one before. Free.',
        body: LinkBody,
        answers: { 200: { description: 'The link.', schema: LinkSchema } },
      },
      async ({ params, body }, caller, keepWith) => {
        const board = await boardOf(caller.holder.account.no, params.id)
        const endsAt = await readEnd(body.ends_at, async () => (await databaseNow(pool)).getTime())
        return inTransaction(pool, async (client) => {
          const token = boardTokens.create(vault, board.id)
          await setLink(client, board.no, token, endsAt)
          await record(client, caller, 'board.share', board.id)
          const url = urlOf({ ...board, token: token.sealed })
          // It opens the board for anyone.
          const answer: Served = {
            ...served({ url, ends_at: endsAt?.toISOString() ?? null }),
            confidential: true,
          }
          await keepWith(client, answer)
          return answer
        })
      },
    ),
    freeRoute(
      {
        ...single,
        method: 'DELETE',
        path: '/boards/{id}/link',
        operationId: 'unshareBoard',
        summary: 'End the link to a board',
        description: 'It stops working at once. Free.',
        answers: { 200: { description: 'The board is no longer shared.', schema: Type.Object({}) } },
      },
      async ({ params }, caller) => {
        const board = await boardOf(caller.holder.account.no, params.id)
        await inTransaction(pool, async (client) => {
          await endLink(client, board.no)
          await record(client, caller, 'board.unshare', board.id)
        })
        return served({})
      },
    ),
    publicRoute(
      {
        method: 'GET',
        path: '/boards/shared/{token}',
        operationId: 'readSharedBoard',
        tag: 'Boards',
        large: true,
        summary: 'Read a board by its link',
        description: `No key needed. The figures of \`GET /boards/{id}\`, without anything else of the account. Send the \`ETag\` back in \`If-None-Match\`: an answer without news is 304, and does not count. A link can be read ${LIMITS.boardReadsPerMinute} times a minute, and asked ${LIMITS.linkAsksPerSecond} times a second. Free.`,
        params: Type.Object({
          token: Type.String({ description: 'The secret part of the link.', minLength: 1, maxLength: 128 }),
        }),
        query: NoQuery,
        refusals: {
          404: '`invalid_request`: There is no such link, or it has ended.',
          429: '`rate_limited`: The link was read too often, or too many links from this address were unknown.',
        },
        answers: {
          200: {
            description: 'The board with its figures.',
            schema: SharedSchema,
            headers: { ETag: 'Changes with every run, and when the board or its set is changed.' },
          },
          304: { description: 'The board has not changed.', schema: Type.Null(), types: [] },
        },
      },
      ({ params }, visitor) => {
        pace(params.token)
        return readShared(deps, params.token, visitor)
      },
    ),
  ]
}

const DAY_MS = 86_400_000

async function readEnd(text: string | undefined, now: () => Promise<number>): Promise<Date | null> {
  if (text === undefined) return null
  const [ms, nowMs] = [Date.parse(text), await now()]
  if (!(ms > nowMs && ms <= nowMs + LIMITS.boardLinkDays * DAY_MS))
    throw invalid(`\`ends_at\` must be in the future, at most ${LIMITS.boardLinkDays} days from now.`)
  return new Date(ms)
}

/** Another account's board gets the same answer as one that does not exist. */
export function unknownBoard(id: string): ApiError {
  return invalid(`There is no board ${id.slice(0, 64)}.`)
}
