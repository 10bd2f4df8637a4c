import type { Static, TArray, TObject, TOptional, TString } from 'typebox'
import type { MatrixCell } from '../../cells/cell.ts'
import type { JobSchema } from '../../jobs/job.ts'
import { counted } from '../../kernel/counted.ts'
import type { Usage } from '../../usage/routes.ts'
import { byAmount, cellOf, hotelOf } from '../figures.ts'
import { jobRow } from '../jobs.ts'
import { priceWords } from '../price-words.ts'
import type { Row } from '../row.ts'
import { PARTY, type Tool, tool } from '../tool.ts'

type Cell = Static<typeof MatrixCell>
type Cells = TArray<typeof MatrixCell>
type Grid = TObject<{
  cells: TOptional<Cells>
  job: TOptional<typeof JobSchema>
}>
type JobCells = TObject<{ job: typeof JobSchema; cells: Cells; next_cursor: TString }>

const CELL_COLUMNS = [
  'hotel',
  'night',
  'night_in_words',
  'nights',
  'status',
  'price',
  'price_basis',
  'points',
  'cents_per_point',
  'certificates',
] as const

const startGrid = tool<Grid>(
  {
    name: 'start_grid',
    title: 'Prices of many hotels and nights',
    description:
      'A grid of hotels, nights and lengths of stay. If every cell is cached, the answer has them, cheapest first if in one currency; otherwise a job fetches them: follow it with get_job.',
    costs: ({ cashCell, award, cachedShare }) =>
      `Costs ${priceWords(cashCell)} per cell, in points ${priceWords(award)}, times ${cachedShare} from the cache: quote it by \`dry_run\`.`,
    cheaper: 'name fewer hotels or `nights`',
    operationId: 'matrix',
    fields: ['chain', 'hotel_codes', 'hotels', 'nights', 'los', 'kind', ...PARTY, 'max_age'],
    startsWork: true,
    asTask: { as_job: true },
    columns: CELL_COLUMNS,
  },
  ({ cells, job }) => {
    if (!cells) {
      return {
        summary: 'A job fetches the missing cells.',
        rows: [],
        whyEmpty: 'The cells are being fetched. Next: call get_job with this `job_id`.',
        ...(job && { jobs: [jobRow(job)], task: job }),
      }
    }
    return {
      summary: `${counted(cells.length, 'cell')}, all from the cache.`,
      rows: cheapestFirst(cells),
      whyEmpty: 'The grid has no cells. Next: check the hotels and nights.',
    }
  },
)

const getJob = tool<JobCells>(
  {
    name: 'get_job',
    title: 'Follow a job',
    description:
      'Free. How far a job is, and its cells so far, by hotel and night. While it runs, wait some seconds and call again with `next_cursor`.',
    operationId: 'listJobCells',
    fields: ['job_id'],
    renamed: { job_id: 'id' },
    pagesItself: true,
    columns: CELL_COLUMNS,
  },
  ({ job, cells, next_cursor: nextCursor }) => ({
    summary: `The job is ${job.status}: ${job.cells_done} of ${counted(job.cells_total, 'cell')}, ${job.credits_spent} credits spent.`,
    rows: cells.map(rowOf),
    whyEmpty:
      job.finished_at === null
        ? 'No further cells yet. Next: call again in a few seconds.'
        : 'There are no further cells. Those that failed are left out and cost nothing.',
    jobs: [jobRow(job)],
    nextCursor,
  }),
)

const accountUsage = tool<typeof Usage>(
  {
    name: 'account_usage',
    title: 'Credits used and left',
    description:
      'Free, also when no credits are left. Credits used and left this month, when they reset, what this key may do (`scopes`: `spend` for paid tools), its `daily_cap` and what it spent today (UTC).',
    operationId: 'getUsage',
    fields: [],
    columns: [
      'plan_name',
      'credits_used',
      'credits_limit',
      'resets_at',
      'scopes',
      'daily_cap',
      'spent_today',
      'key_ends_at',
    ],
  },
  (usage) => ({
    summary: `Plan ${usage.plan}: ${usage.credits_used} of ${usage.credits_limit} credits used in ${usage.period}, ${usage.credits_remaining} left; they reset at ${usage.resets_at}. ${keyWords(usage.key)}`,
    rows: [
      {
        plan_name: usage.plan,
        credits_used: usage.credits_used,
        credits_limit: usage.credits_limit,
        resets_at: usage.resets_at,
        scopes: usage.key.scopes,
        spent_today: usage.key.spent_today,
        ...(usage.key.daily_cap !== null && { daily_cap: usage.key.daily_cap }),
        ...(usage.key.expires_at !== null && { key_ends_at: usage.key.expires_at }),
      },
    ],
  }),
)

function keyWords({
  scopes,
  daily_cap: cap,
  spent_today: spent,
  expires_at: end,
}: Static<typeof Usage>['key']): string {
  const may = scopes.includes('spend') ? 'call paid tools' : 'call free tools only'
  const budget =
    cap === null ? '' : `, with ${counted(cap, 'credit')} per day (UTC), ${spent} of them spent today`
  return `This key may ${may}${budget}${end === null ? '' : `, until ${end}`}.`
}

/** Prices in several currencies cannot be ranked: such a grid keeps its order. */
function cheapestFirst(cells: readonly Cell[]): Row[] {
  const rows = cells.map(rowOf)
  if (cells[0]?.kind === 'award') return rows.toSorted(byAmount(({ points }) => points))
  const currencies = new Set(cells.map(({ currency }) => currency))
  return currencies.size === 1 ? rows.toSorted(byAmount(({ price }) => price?.amount)) : rows
}

function rowOf(cell: Cell): Row {
  return { ...hotelOf(cell), ...cellOf(cell) }
}

export const WORK_TOOLS: readonly Tool[] = [startGrid, getJob, accountUsage]
