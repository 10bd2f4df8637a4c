import { Type } from 'typebox'
import { countTry } from '../accounts/throttle.ts'
import type { FreeWork } from '../edge/free-work.ts'
import { hasCopy } from '../edge/kept-copy.ts'
import { weakTag } from '../edge/links.ts'
import type { Visitor } from '../edge/route.ts'
import { nullable, Timestamp } from '../edge/schemas.ts'
import { notModified, type Served, served } from '../edge/served.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { hashOfToken } from '../secrets/link-tokens.ts'
import type { Board } from './board.ts'
import { BoardSchema } from './board.ts'
import { ChangesField } from './changes.ts'
import { FailuresField, MarketFigures, ParityFigures } from './figures.ts'
import { type BoardSource, findBoardSource, type ReadDeps, readBoard } from './read.ts'
import { findShared } from './store.ts'

const { name, kind, nights } = BoardSchema.properties

/** What somebody without an account sees: no ids, no credits, nothing else of the account. */
export const SharedSchema = Type.Object(
  {
    name,
    kind,
    nights,
    fetched_at: nullable(Timestamp('When its figures were fetched.'), 'When its figures were fetched.'),
    ends_at: nullable(Timestamp('When the link ends.'), 'When the link ends; null: when its owner ends it.'),
    market: nullable(MarketFigures, 'For a board of kind `market`; null before its first rates.'),
    parity: nullable(ParityFigures, 'For a board of kind `parity`; null before its first rates.'),
    failures: FailuresField,
    changes: ChangesField,
  },
  { $id: 'SharedBoard' },
)

/** Answers anyone who has the link. */
export async function readShared(
  deps: ReadDeps & { freeWork: FreeWork; now: () => number },
  token: string,
  visitor: Visitor,
): Promise<Served> {
  const { pool, freeWork } = deps
  const board = await findShared(pool, hashOfToken(token))
  if (!board) {
    await countTry(pool, 'boardGuessesFromNetwork', visitor.network)
    throw invalid('There is no such board. The link may have ended.', { link: 'unknown' })
  }
  const source = await findBoardSource(deps, board)
  const headers = { 'cache-control': 'private, no-cache', etag: tagOf(board, source, deps.now()) }
  if (hasCopy(visitor, headers)) return notModified(headers)
  await countTry(pool, 'readsOfBoardLink', board.id)
  return freeWork.readLink(
    board.account,
    async () => {
      const { name: of, job, figures, failures, changes } = await readBoard(deps, board, source)
      const answer = served({
        name: of,
        kind: board.kind,
        nights: board.nights,
        fetched_at: (job?.finishedAt ?? job?.createdAt)?.toISOString() ?? null,
        ends_at: board.linkEndsAt?.toISOString() ?? null,
        market: figures?.market ?? null,
        parity: figures?.parity ?? null,
        failures,
        changes: Object.fromEntries(
          Object.entries(changes).map(([days, change]) => [days, change && { ...change, job: null }]),
        ),
      })
      return { ...answer, headers }
    },
    LIMITS.boards,
  )
}

const DAY_MS = 86_400_000

/** Changes with all that the figures are made of: jobs expire by the day, and the first one fills them while it runs. */
function tagOf({ id, linkEndsAt }: Board, { set, runs }: BoardSource, nowMs: number): string {
  const seen = runs.map(({ job, isReadable }) => [job, isReadable])
  const at = runs.some(({ isReadable }) => isReadable) ? Math.floor(nowMs / DAY_MS) : nowMs
  return weakTag([id, linkEndsAt, set?.name, set?.hotels, set?.subject, seen, at])
}
