import type { Readable } from 'node:stream'
import type { Table, TableColumn } from '@vacancy/client/sheets/table'
import { findRuns } from '../boards/runs.ts'
import { findBoardNo } from '../boards/store.ts'
import { inSlices } from '../cells/files.ts'
import { type RowColumn, rowsTable } from '../cells/rows-file.ts'
import { CELL_TABLE, cellTable, withColumns } from '../cells/table.ts'
import { tableFile } from '../cells/table-file.ts'
import { cellsWorkbook, tableWorkbook } from '../cells/workbook.ts'
import type { Pool } from '../db/pool.ts'
import type { Grid } from '../grids/grid.ts'
import { streamCells } from '../grids/job-cells.ts'
import { aboutGrid, aboutRows, type JobFileDeps, namesIn, rowsRequestOf } from '../grids/job-file.ts'
import { gridOfJob } from '../grids/open-job.ts'
import { findNumbered } from '../grids/store.ts'
import { hasEnded, type Job, lifeOf } from '../jobs/job.ts'
import { readRows } from '../jobs/job-rows.ts'
import { findJob } from '../jobs/store.ts'
import { type ApiError, invalid } from '../kernel/errors.ts'
import type { Ask } from '../schedules/request.ts'
import { columnsOf } from '../schedules/rows.ts'
import { findLastDone } from '../schedules/runs-store.ts'
import { findSet } from '../sets/store.ts'
import type { Feed, FeedFormat } from './feed.ts'

export interface ContentDeps extends JobFileDeps {
  pool: Pool
  jobDays: number
}

/** What a feed shows. */
export interface Content {
  columns: readonly TableColumn[]
  /** Null as long as nothing has finished. */
  job: Job | null
}

/** How old a row is counts from the reading, so the same run would be another file every second. `observed_at` says the same. */
const AGE = 'cache_age_sec'
export const GRID_COLUMNS: readonly TableColumn[] = CELL_TABLE.filter(({ name }) => name !== AGE)

export function columnsOfAsk(ask: Ask): readonly TableColumn[] {
  return ask === 'matrix' ? GRID_COLUMNS : columnsOf(ask)
}

/** Refuses jobs that have neither cells nor rows. */
export function columnsOfJob({ catalog }: Pick<JobFileDeps, 'catalog'>, job: Job): readonly TableColumn[] {
  const rows = rowsRequestOf(job)
  if (rows) return rows.columns
  gridOfJob(catalog, job)
  return GRID_COLUMNS
}

/** The newest finished run, or the job. Throws 410 if it was deleted or has expired. */
export async function findContent(deps: ContentDeps, feed: Feed): Promise<Content> {
  if (feed.schedule !== null) return contentOfSchedule(deps, feed.account, feed.schedule)
  if (feed.board !== null) return contentOfBoard(deps, feed.account, feed.board)
  const job = await readable(deps, feed.account, feed.job ?? '')
  if (!job) throw gone('The job of this feed was deleted or has expired.')
  return { columns: columnsOfJob(deps, job), job: hasEnded(job) ? job : null }
}

async function contentOfSchedule(deps: ContentDeps, account: number, schedule: number): Promise<Content> {
  const last = await findLastDone(deps.pool, schedule)
  if (!last) throw gone('The schedule of this feed was deleted.')
  if (last.job === null) return { columns: columnsOfAsk(last.ask), job: null }
  const job = await readable(deps, account, last.job)
  if (!job) throw gone('The newest run of this feed has expired. Run its schedule again.')
  return { columns: columnsOfJob(deps, job), job }
}

/** What the board itself shows: its newest grid that has ended with any cells. */
async function contentOfBoard(deps: ContentDeps, account: number, no: number): Promise<Content> {
  const { pool } = deps
  const board = await findBoardNo(pool, no)
  if (!board) throw gone('The board of this feed was deleted.')
  const boards = [{ board, set: await findSet(pool, account, board.set) }]
  const [shown] = await findRuns(pool, account, boards, { most: 1, onlyReadable: true })
  const [newest] = shown ? [shown] : await findRuns(pool, account, boards, { most: 1 })
  const job = newest && (await readable(deps, account, newest.job))
  if (!job) throw gone('The newest grid of this board has expired. Fetch the board again.')
  return { columns: GRID_COLUMNS, job: shown ? job : null }
}

async function readable({ pool, jobDays }: ContentDeps, account: number, id: string): Promise<Job | null> {
  const job = await findJob(pool, account, id)
  if (!job) return null
  return job.endedDays !== null && job.endedDays >= lifeOf(job, jobDays) ? null : job
}

function gone(message: string): ApiError {
  return invalid(message, { link: 'gone' })
}

/** The columns that a feed asks for, as far as there are such; all if it asks for none. */
export function chosenColumns(
  columns: readonly TableColumn[],
  names: readonly string[] | null,
): TableColumn[] {
  if (!names) return [...columns]
  const wanted = names.includes(SEEN) ? names : [...names, SEEN]
  return wanted.flatMap((name) => columns.find((column) => column.name === name) ?? [])
}

const SEEN = 'observed_at'

/** Figures and ages are those of the end of the job, so that the same run is always the same file. */
export async function openContent(
  deps: ContentDeps,
  { columns, job }: Content,
  chosen: readonly TableColumn[],
  format: FeedFormat,
): Promise<Readable> {
  if (!job)
    return format === 'xlsx' ? tableWorkbook(nothing(chosen), NOTHING) : tableFile(nothing(chosen), format)
  const names = chosen.map(({ name }) => name)
  const endMs = job.finishedAt?.getTime() ?? job.createdAt.getTime()
  const rows = rowsRequestOf(job)
  if (rows) {
    const table = withColumns(rowsTable(readRows(deps.reads, job.no), columns as RowColumn[]), names)
    return format === 'xlsx' ? tableWorkbook(table, aboutRows(job, rows, endMs)) : tableFile(table, format)
  }
  const grid = gridOfJob(deps.catalog, job)
  const hotelNames = await namesIn(deps.reads, grid)
  const lines = await linesOf(deps, job, grid)
  if (format !== 'xlsx')
    return tableFile(withColumns(cellTable(lines, grid, hotelNames, endMs), names), format)
  const about = aboutGrid(grid, { spent: job.spent, nowMs: endMs })
  return cellsWorkbook(lines, { list: grid, names: hotelNames, columns: chosen }, endMs, about)
}

async function linesOf(
  { reads, hotels }: ContentDeps,
  job: Job,
  grid: Grid,
): Promise<AsyncGenerator<Buffer>> {
  return inSlices(streamCells(reads, job.no, grid, await findNumbered(hotels, grid)))
}

const NOTHING = { facts: [], meaningOf: () => null }

function nothing(columns: readonly TableColumn[]): Table {
  async function* rows(): AsyncGenerator<never> {}
  return { columns, rows: rows() }
}
