import { Type } from 'typebox'
import { pageFields } from '../edge/paging.ts'
import { billableRoute, freeRoute, type Route } from '../edge/route.ts'
import { NextCursor, withDefault } from '../edge/schemas.ts'
import { hasEnded, JobSchema, jobView } from '../jobs/job.ts'
import { JobParams, known } from '../jobs/routes.ts'
import { findJob, firstOpenCell } from '../jobs/store.ts'
import { nightsBetween } from '../kernel/dates.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { FILE_TYPE, fileBody, fileHeaders, pageOfCells } from './body.ts'
import { MatrixCell } from './cell.ts'
import { cellCount, type Grid, type KeptGrid, openGrid } from './grid.ts'
import { type GridDeps, planGrid } from './matrix.ts'
import { gridFields, readGrid } from './request.ts'
import { findHotelNos, streamCells } from './store.ts'

const STRICT = { additionalProperties: false }
const Format = withDefault(Type.Enum(['csv', 'jsonl'], { description: 'The file.' }), 'csv')
const JobAnswer = Type.Object({ job: JobSchema })
const FILE_HEADERS = { 'Content-Disposition': 'A name for the file.' }
const FILE_TYPES = Object.values(FILE_TYPE).map((type) => type.split(';')[0] ?? type)

export function gridRoutes(deps: GridDeps): Route[] {
  const { catalog, pool, hotels, now } = deps
  const job202 = {
    description: 'Something must be asked for: a job, with its worst case set aside.',
    schema: JobAnswer,
  }

  const openJob = async (account: number, id: string) => {
    const job = known(await findJob(pool, account, id), id)
    const kept = job.request as Partial<KeptGrid>
    if (!kept.hotels || !kept.from || !kept.to)
      throw invalid(`the job ${id} is of kind ${job.kind}, which has no cells`)
    const grid = openGrid(catalog, kept as KeptGrid, nightsBetween(kept.from, kept.to))
    return { job, grid, nos: await findHotelNos(hotels, grid) }
  }

  return [
    billableRoute(
      {
        method: 'POST',
        path: '/matrix',
        operationId: 'matrix',
        tag: 'Grids',
        summary: 'A grid of hotels, nights and lengths of stay',
        description: `Up to ${LIMITS.gridHotels} hotels, ${LIMITS.gridNights} check-in nights and ${LIMITS.gridLengths} lengths of stay, at most ${LIMITS.gridCells} cells. 200 with the cells where the store has all of them; otherwise 202 with a job that fetches the missing ones. Cash cells of sources with batches cost the compset weight, all others the shop weight; a quarter from the store.`,
        usage: 'matrix',
        body: Type.Object(gridFields(catalog), STRICT),
        answers: {
          200: {
            description: 'Every cell, hotel by hotel, night by night, short stays first.',
            schema: Type.Object({
              cells: Type.Array(MatrixCell, { description: 'In the order of hotel, night and length.' }),
              count: Type.Integer({ description: 'How many there are.' }),
            }),
          },
          202: job202,
        },
      },
      async ({ body, requestId }) =>
        planGrid(deps, readGrid(catalog, body, now()), { kind: 'matrix' }, requestId),
    ),
    billableRoute(
      {
        method: 'POST',
        path: '/export',
        operationId: 'export',
        tag: 'Grids',
        summary: 'The same grid as a file',
        description:
          'As `POST /matrix`, but the answer 200 is a CSV or JSON Lines file. 202 carries the job, and its id also in `X-Job-Id`. No file is kept: it is made anew each time it is fetched.',
        usage: 'export',
        body: Type.Object({ ...gridFields(catalog), format: Format }, STRICT),
        answers: {
          200: { description: 'The file.', schema: Type.String(), types: FILE_TYPES, headers: FILE_HEADERS },
          202: { ...job202, headers: { 'X-Job-Id': 'The job, as in the body.' } },
        },
      },
      async ({ body, requestId }) =>
        planGrid(deps, readGrid(catalog, body, now()), { kind: 'export', format: body.format }, requestId),
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/jobs/{id}/cells',
        operationId: 'listJobCells',
        tag: 'Grids',
        summary: 'The cells of a job, page by page',
        description:
          'In the order of hotel, night and length of stay. While the job runs, a page ends before the first cell that is not accounted for, and `next_cursor` leads on from there; it is null only when the job has ended and all has been read. Cells that failed are left out. Free.',
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
              cells: Type.Array(MatrixCell, { description: 'In the order of hotel, night and length.' }),
              next_cursor: NextCursor,
            }),
          },
        },
      },
      async ({ params, query }, { holder }) => {
        const { job, grid, nos } = await openJob(holder.account.no, params.id)
        const total = cellCount(grid)
        const from = readCursor(query.cursor, total)
        const open = hasEnded(job) ? null : await firstOpenCell(pool, job.no)
        const stop = Math.min(from + query.limit, open ?? total)
        const cells =
          stop > from ? await pageOfCells(pool, grid, nos, { fromIndex: from, toIndex: stop }, now()) : ''
        const next = stop >= total && hasEnded(job) ? null : cursorAt(stop)
        const body = `{"job":${JSON.stringify(jobView(job))},"cells":[${cells}],"next_cursor":${JSON.stringify(next)}}`
        return { status: 200, headers: {}, body }
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
          'Streamed, in the order of hotel, night and length of stay. `X-Job-Status` tells whether the job had ended when the file was made. Free.',
        params: JobParams,
        query: Type.Object({ format: Format }, STRICT),
        answers: {
          200: {
            description: 'The file.',
            schema: Type.String(),
            types: FILE_TYPES,
            headers: {
              ...FILE_HEADERS,
              'X-Job-Id': 'The job.',
              'X-Job-Status': 'Its `status` when the file was begun.',
            },
          },
        },
      },
      async ({ params, query }, { holder }) => {
        const { job, grid, nos } = await openJob(holder.account.no, params.id)
        const { format } = query
        const headers = { ...fileHeaders(grid, format), 'x-job-status': job.status, 'x-job-id': job.id }
        return {
          status: 200,
          headers,
          body: fileBody(streamCells(pool, grid satisfies Grid, nos), grid, format, now()),
        }
      },
    ),
  ]
}

/** A cursor is a place in the order of the grid. Marked, so that nobody takes it for a number to count with. */
function cursorAt(index: number): string {
  return `c${index.toString(36)}`
}

function readCursor(cursor: string | undefined, total: number): number {
  if (cursor === undefined) return 0
  const index = /^c[0-9a-z]{1,6}$/.test(cursor) ? Number.parseInt(cursor.slice(1), 36) : Number.NaN
  if (!(index <= total)) throw invalid('`cursor` must be the `next_cursor` of a page before')
  return index
}
