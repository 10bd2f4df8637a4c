import { Type } from 'typebox'
import { countTry } from '../accounts/throttle.ts'
import type { FreeWork } from '../edge/free-work.ts'
import type { Visitor } from '../edge/route.ts'
import { nullable, Timestamp } from '../edge/schemas.ts'
import { type Served, served } from '../edge/served.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { hashOfToken } from '../secrets/link-tokens.ts'
import { BoardSchema } from './board.ts'
import { ChangesField } from './changes.ts'
import { FailuresField, MarketFigures, ParityFigures } from './figures.ts'
import { type ReadDeps, readBoard } from './read.ts'
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
  deps: ReadDeps & { freeWork: FreeWork },
  token: string,
  { network }: Visitor,
): Promise<Served> {
  const { pool, freeWork } = deps
  const board = await findShared(pool, hashOfToken(token))
  if (!board) {
    await countTry(pool, 'boardGuessesFromNetwork', network)
    throw invalid('There is no such board. The link may have ended.', { link: 'unknown' })
  }
  await countTry(pool, 'readsOfBoardLink', board.id)
  return freeWork.readLink(
    board.account,
    async () => {
      const { name: of, job, figures, failures, changes } = await readBoard(deps, board)
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
      return { ...answer, headers: { ...answer.headers, 'cache-control': 'private, no-store' } }
    },
    LIMITS.boards,
  )
}
