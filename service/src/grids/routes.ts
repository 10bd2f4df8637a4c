import { Type } from 'typebox'
import { listedView, MatrixCell } from '../cells/cell.ts'
import { cellsAnswer, FILE_FORMATS, FILE_TYPE, fileAnswer, fileHeaders } from '../cells/files.ts'
import type { Reads } from '../db/replica/reads.ts'
import { fileBody } from '../edge/body.ts'
import { pageFields } from '../edge/paging.ts'
import { billableRoute, freeRoute, type Route } from '../edge/route.ts'
import { NextCursor, withDefault } from '../edge/schemas.ts'
import { served } from '../edge/served.ts'
import { hasEnded, type Job, JobSchema, jobView } from '../jobs/job.ts'
import { JobParams, openJob } from '../jobs/routes.ts'
import { firstOpenCell } from '../jobs/store.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { AgeDeps } from '../rates/auto-age.ts'
import { AutoAgesField } from '../rates/max-age.ts'
import { agesView } from '../rates/render.ts'
import { type HotelsOfSet, withHotels } from '../rates/request.ts'
import { cellCount, gridName } from './grid.ts'
import { readPage } from './job-cells.ts'
import { type FileForm, gridForm, openJobFile } from './job-file.ts'
import type { MarketDeps } from './job-market.ts'
import { jobMarketRoute } from './market-route.ts'
import { type GridDeps, planGrid, planPastGrid, type Wanted } from './matrix.ts'
import { openGridJob } from './open-job.ts'
import { type GridBody, gridFields, readAsOf, readGrid, withGridAges } from './request.ts'
import { findNumbered } from './store.ts'

const STRICT = { additionalProperties: false }
const Format = withDefault(
  Type.Enum([...FILE_FORMATS], {
    description:
      'File format. `parquet` has the columns of the CSV file with types: dates, timestamps, decimals. `xlsx` is a workbook: the same columns and the hotel’s name in the sheet `cells`, and the question, its credits and what the columns mean in the sheet `about`.',
  }),
  'csv',
)
const HotelName = withDefault(
  Type.Boolean({
    description:
      'Adds the column `hotel_name` at the end: the name of the hotel, as the directory has it. A workbook always has it.',
  }),
  false,
)
const AsJob = withDefault(
  Type.Boolean({
    description:
      'Makes a job even if every cell is cached, at the same price: it can then be read again for free. Not together with `as_of`.',
  }),
  false,
)
const JobAnswer = Type.Object({ job: JobSchema, hotels: AutoAgesField })
const FILE_HEADERS = { 'Content-Disposition': 'The file name.' }
const FILE_TYPES = Object.values(FILE_TYPE).map((type) => type.split(';')[0] ?? type)

export function gridRoutes(deps: GridDeps & MarketDeps & AgeDeps & { hotelsOfSet: HotelsOfSet }): Route[] {
  const { catalog, pool, reads, now } = deps
  const job202 = {
    description: 'The job that fetches the cells that are not cached, with its worst-case price reserved.',
    schema: JobAnswer,
  }

  const planAny = async (
    account: number,
    body: GridBody,
    wanted: Wanted,
    order: { requestId: string; dryRun: boolean },
  ) => {
    const nowMs = now()
    const listed = await withHotels(deps.hotelsOfSet, account, body, LIMITS.gridHotels)
    const grid = readGrid(catalog, listed, nowMs)
    const asOfMs = readAsOf(body, nowMs)
    return asOfMs === null
      ? planGrid(deps, await withGridAges(deps, grid, body.max_age), wanted, order)
      : planPastGrid(deps, grid, wanted, { asOfMs, dryRun: order.dryRun })
  }

  return [
    billableRoute(
      {
        method: 'POST',
        path: '/matrix',
        operationId: 'matrix',
        tag: 'Grids',
        summary: 'A grid of hotels, nights and lengths of stay',
        description: `Up to ${LIMITS.gridHotels} hotels, ${LIMITS.gridNights} check-in nights and ${LIMITS.gridLengths} lengths of stay, at most ${LIMITS.gridCells} cells. Answers 200 with the cells if all are cached; otherwise, or with \`as_job\`, 202 with a job that fetches the missing ones. Cash cells of sources with batches cost the compset weight, all others the shop weight; cached cells cost a quarter. With \`as_of\`, the answer is always 200 with the grid as it stood at that moment, and each cell costs a quarter.`,
        usage: 'matrix',
        large: true,
        body: Type.Object({ ...gridFields(catalog), as_job: AsJob }, STRICT),
        answers: {
          200: {
            description: 'Every cell, ordered by hotel, night and length of stay.',
            schema: Type.Object({
              cells: Type.Array(MatrixCell, { description: 'Ordered by hotel, night and length of stay.' }),
              count: Type.Integer({ description: 'Number of cells.' }),
              hotels: AutoAgesField,
            }),
          },
          202: job202,
        },
      },
      async ({ body, requestId }, { holder }, dryRun) => {
        if (body.as_job && body.as_of !== undefined)
          throw invalid('Set either `as_job` or `as_of`, not both.')
        return planAny(
          holder.account.no,
          body,
          {
            kind: 'matrix',
            asJob: body.as_job,
            answer: (lines, grid, atMs) => cellsAnswer(lines, grid, atMs, agesView(grid.hotels)),
          },
          { requestId, dryRun },
        )
      },
    ),
    billableRoute(
      {
        method: 'POST',
        path: '/export',
        operationId: 'exportGrid',
        tag: 'Grids',
        summary: 'A grid as a CSV, JSON Lines or Parquet file, or as a workbook',
        description:
          'Same as `POST /matrix`, but 200 is a file: CSV, JSON Lines, Parquet or a workbook. 202 returns the job, with its id also in `X-Job-Id`. Files are generated on each request and not stored.',
        usage: 'export',
        large: true,
        body: Type.Object({ ...gridFields(catalog), format: Format, hotel_name: HotelName }, STRICT),
        answers: {
          200: {
            description: 'The file.',
            schema: Type.String(),
            types: FILE_TYPES,
            headers: FILE_HEADERS,
          },
          202: { ...job202, headers: { 'X-Job-Id': 'The id of the job.' } },
        },
      },
      async ({ body, requestId }, { holder }, dryRun) =>
        planAny(holder.account.no, body, exportOf(reads, { format: body.format, isNamed: body.hotel_name }), {
          requestId,
          dryRun,
        }),
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/jobs/{id}/cells',
        operationId: 'listJobCells',
        tag: 'Grids',
        summary: 'The cells of a job, page by page',
        description:
          'Ordered by hotel, night and length of stay. While the job runs, a page ends before the first unfinished cell, and `next_cursor` continues from there. It is null only once the job has ended and all cells have been read. Failed cells are left out. Free.',
        params: JobParams,
        query: Type.Object(
          {
            ...pageFields('Cells per page.'),
          },
          STRICT,
        ),
        answers: {
          200: {
            description: 'A page.',
            schema: Type.Object({
              job: JobSchema,
              cells: Type.Array(MatrixCell, { description: 'Ordered by hotel, night and length of stay.' }),
              next_cursor: NextCursor,
            }),
          },
        },
      },
      async ({ params, query }, { holder }) => {
        const { job, grid } = await openGridJob(deps, holder.account.no, params.id)
        const total = cellCount(grid)
        const from = readCursor(query.cursor, total)
        const open = hasEnded(job) ? null : await firstOpenCell(pool, job.no)
        const stop = Math.min(from + query.limit, open ?? total)
        // Not earlier: a hotel that gets its number while the job runs would be passed over.
        const hotels = stop > from ? await findNumbered(deps.hotels, grid) : []
        const page = await readPage(reads, job.no, grid, hotels, { from, to: stop })
        const nowMs = now()
        const cells = page.map((cell) => listedView(cell, grid, nowMs))
        const next = stop >= total && hasEnded(job) ? null : cursorAt(stop)
        return served({ job: jobView(job), cells, next_cursor: next })
      },
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/jobs/{id}/export',
        operationId: 'exportJob',
        tag: 'Grids',
        summary: 'Every cell of a job as one file',
        description:
          'Streamed, ordered by hotel, night and length of stay. Jobs of schedules for a comparison set or parity have one row per hotel, or per hotel and channel. `X-Job-Status` says whether the job had ended when the download started. Free.',
        large: true,
        params: JobParams,
        query: Type.Object({ format: Format, hotel_name: HotelName }, STRICT),
        answers: {
          200: {
            description: 'The file.',
            schema: Type.String(),
            types: FILE_TYPES,
            headers: {
              ...FILE_HEADERS,
              'X-Job-Id': 'The job.',
              'X-Job-Status': 'The job’s `status` when the download started.',
            },
          },
        },
      },
      async ({ params, query }, { holder }) => {
        const { format, hotel_name: isNamed } = query
        const job = await openJob(deps, holder.account.no, params.id)
        const file = await openJobFile(deps, job, { format, isNamed })
        const headers = { ...fileHeaders(file.name, format), ...statusHeaders(job) }
        return { status: 200, headers, body: fileBody(file.open) }
      },
    ),
    jobMarketRoute(deps),
  ]
}

function statusHeaders({ id, status }: Job): Record<string, string> {
  return { 'x-job-status': status, 'x-job-id': id }
}

function exportOf(reads: Reads, file: FileForm): Wanted {
  return {
    kind: 'export',
    answer: async (lines, grid, nowMs, charge) => {
      const form = await gridForm(reads, grid, file, { spent: charge, nowMs })
      return fileAnswer(lines, grid, gridName(grid), form, nowMs)
    },
  }
}

/** A cursor is a position in the grid. The prefix keeps clients from doing arithmetic with it. */
function cursorAt(index: number): string {
  return `c${index.toString(36)}`
}

function readCursor(cursor: string | undefined, total: number): number {
  if (cursor === undefined) return 0
  const index = /^c[0-9a-z]{1,6}$/.test(cursor) ? Number.parseInt(cursor.slice(1), 36) : Number.NaN
  if (!(index <= total)) throw invalid('`cursor` must be the `next_cursor` of an earlier page.')
  return index
}
