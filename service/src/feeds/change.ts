import type { TableColumn } from '@vacancy/client/sheets/table'
import { unknownBoard } from '../boards/routes.ts'
import { findBoard } from '../boards/store.ts'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import type { InputOf } from '../edge/route.ts'
import { openJob } from '../jobs/routes.ts'
import { invalid } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Vault } from '../ops/vault.ts'
import { unknownSchedule } from '../schedules/making.ts'
import { findSchedule } from '../schedules/store.ts'
import { type ContentDeps, columnsOfAsk, columnsOfJob, findContent, GRID_COLUMNS } from './content.ts'
import type { Feed, FeedBody, FeedChangeInput } from './feed.ts'
import { countFeeds, findFeed, insertFeed, type NewFeed, updateFeed } from './store.ts'
import { feedTokens } from './token.ts'

export async function createFeed<Told>(
  deps: ContentDeps & { pool: Pool; vault: Vault },
  account: number,
  body: InputOf<typeof FeedBody>,
  tell: (client: Client, feed: Feed) => Promise<Told>,
): Promise<Told> {
  const { pool, vault } = deps
  const { columns: available, ...shown } = await findShown(deps, account, body)
  const { name, format, columns = null } = body
  requireColumns(available, columns)
  const feed: NewFeed = { id: newId('fed'), account, name, format, columns, ...shown }
  return inTransaction(pool, async (client) => {
    await insertFeed(client, feed, feedTokens.create(vault, feed.id))
    if ((await countFeeds(client, account)) > LIMITS.feeds)
      throw invalid(`An account can have at most ${LIMITS.feeds} feeds. Delete one, or change it.`)
    const made = await findFeed(client, account, feed.id)
    if (!made) throw new Error('a new feed was not found')
    return tell(client, made)
  })
}

interface Shown extends Pick<Feed, 'schedule' | 'board' | 'job'> {
  columns: readonly TableColumn[]
}

async function findShown(
  deps: ContentDeps,
  account: number,
  { schedule, board, job }: InputOf<typeof FeedBody>,
): Promise<Shown> {
  const nothing = { schedule: null, board: null, job: null }
  if ([schedule, board, job].filter((one) => one !== undefined).length !== 1)
    throw invalid('Set exactly one of `schedule`, `board` and `job`: what the feed shows.')
  if (schedule !== undefined) {
    const found = await findSchedule(deps.pool, account, schedule)
    if (!found) throw unknownSchedule(schedule)
    return { ...nothing, schedule: found.no, columns: columnsOfAsk(found.ask) }
  }
  if (board !== undefined) {
    const found = await findBoard(deps.pool, account, board)
    if (!found) throw unknownBoard(board)
    return { ...nothing, board: found.no, columns: GRID_COLUMNS }
  }
  const found = await openJob(deps, account, job ?? '')
  return { ...nothing, job: found.id, columns: columnsOfJob(deps, found) }
}

/** All of the change or nothing. */
export async function changeFeed(deps: ContentDeps, feed: Feed, change: FeedChangeInput): Promise<Feed> {
  const { name = feed.name, format = feed.format, columns = feed.columns } = change
  // The columns of what was deleted are no longer known, and need not be.
  if (change.columns) requireColumns((await findContent(deps, feed)).columns, columns)
  const changed = { ...feed, name, format, columns }
  await updateFeed(deps.pool, changed)
  return changed
}

function requireColumns(available: readonly TableColumn[], asked: readonly string[] | null): void {
  const unknown = asked?.find((name) => !available.some((column) => column.name === name))
  if (unknown === undefined) return
  const names = available.map(({ name }) => name).join(', ')
  throw invalid(`\`columns\` names ${unknown}, which this feed does not have. It has: ${names}.`)
}
