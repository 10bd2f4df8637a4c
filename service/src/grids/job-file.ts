import type { Readable } from 'node:stream'
import type { About, Fact } from '@vacancy/client/sheets/table'
import type { CellsForm, FileFormat } from '../cells/files.ts'
import { cellsFile } from '../cells/files.ts'
import { cellMeaning, rowMeaning } from '../cells/legend.ts'
import { type RowsRequest, rowsFile } from '../cells/rows-file.ts'
import type { HotelNames } from '../cells/table.ts'
import type { Reads } from '../db/replica/reads.ts'
import type { HotelsMaster } from '../hotels/master.ts'
import { findNames } from '../hotels/names.ts'
import type { Job } from '../jobs/job.ts'
import { readRows } from '../jobs/job-rows.ts'
import { counted } from '../kernel/counted.ts'
import { type Milli, toCredits } from '../kernel/credits.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { type Grid, gridName } from './grid.ts'
import { streamCells } from './job-cells.ts'
import { gridOfJob } from './open-job.ts'
import { findNumbered } from './store.ts'

export interface JobFileDeps {
  catalog: Catalog
  hotels: HotelsMaster
  reads: Reads
  now(): number
}

export interface JobFile {
  /** Without the ending. */
  name: string
  open(): Readable
}

export interface FileForm {
  format: FileFormat
  /** Whether hotels have their names. A workbook always has them, and so have rows that are not cells. */
  isNamed: boolean
}

/** The file of a job: its cells, or the rows of a schedule that asks for something else. Jobs without either are refused. */
export async function openJobFile(
  deps: JobFileDeps,
  job: Job,
  { format, isNamed }: FileForm,
): Promise<JobFile> {
  const { reads, now } = deps
  const rows = rowsRequestOf(job)
  if (rows) {
    const form = format === 'xlsx' ? { format, about: aboutRows(job, rows, now()) } : { format }
    return { name: rows.name, open: () => rowsFile(readRows(reads, job.no), rows.columns, form) }
  }
  const grid = gridOfJob(deps.catalog, job)
  const hotels = await findNumbered(deps.hotels, grid)
  const form = await gridForm(reads, grid, { format, isNamed }, { spent: job.spent, nowMs: now() })
  return {
    name: gridName(grid),
    open: () => cellsFile(streamCells(reads, job.no, grid, hotels), grid, form, now()),
  }
}

/** The request of a job of a schedule whose answer is not a grid; null for others. */
export function rowsRequestOf({ request }: Job): RowsRequest | null {
  const { columns, name } = request as Partial<RowsRequest>
  return columns && name !== undefined ? (request as RowsRequest) : null
}

export async function gridForm(
  reads: Reads,
  grid: Grid,
  { format, isNamed }: FileForm,
  made: { spent: Milli; nowMs: number },
): Promise<CellsForm> {
  if (format === 'xlsx') return { format, names: await namesIn(reads, grid), about: aboutGrid(grid, made) }
  return isNamed ? { format, names: await namesIn(reads, grid) } : { format }
}

export async function namesIn(reads: Reads, { hotels }: Grid): Promise<HotelNames> {
  const asked = hotels.map(({ source, hotelCode }) => ({ chain: source.id, hotel_code: hotelCode }))
  const found = await findNames(reads, asked)
  const names = new Map(found.map(({ chain, hotel_code: code, name }) => [`${chain}/${code}`, name]))
  return asked.map(({ chain, hotel_code: code }) => names.get(`${chain}/${code}`) ?? null)
}

export function aboutGrid(grid: Grid, { spent, nowMs }: { spent: Milli; nowMs: number }): About {
  const { hotels, days, lengths, kind, occupancy, currency } = grid
  const { adults, children, rooms } = occupancy
  const chains = [...new Set(hotels.map(({ source }) => source.id))]
  const facts: Fact[] = [
    text('Question', kind === 'award' ? 'Awards' : 'Cash rates'),
    text('Hotels', `${hotels.length} of ${chains.join(', ')}`),
    { label: 'First night', value: days[0] ?? 0, type: 'date' },
    { label: 'Last night', value: days.at(-1) ?? 0, type: 'date' },
    text('Nights of a stay', lengths.join(', ')),
    text(
      'For',
      `${counted(adults, 'adult')}, ${children === 1 ? '1 child' : `${children} children`}, ${counted(rooms, 'room')}`,
    ),
    text('Currency asked for', currency),
    ...ageFacts(grid),
  ]
  return { facts: [...facts, ...madeFacts(spent, nowMs)], meaningOf: cellMeaning }
}

/** Only if that was left to us. */
function ageFacts({ hotels }: Grid): Fact[] {
  const ages = hotels.flatMap(({ maxAgeSec }) => maxAgeSec ?? [])
  if (ages.length === 0) return []
  const [least, most] = [Math.min(...ages), Math.max(...ages)]
  return [
    text('Maximum age in seconds (auto)', least === most ? `${least}` : `${least} to ${most}, by hotel`),
  ]
}

export function aboutRows(job: Job, { question = [], name }: RowsRequest, nowMs: number): About {
  const asked = question.length === 0 ? [text('Question', name)] : question.map(questionFact)
  return { facts: [...asked, ...madeFacts(job.spent, nowMs)], meaningOf: rowMeaning }
}

function madeFacts(spent: Milli, nowMs: number): Fact[] {
  return [
    { label: 'Credits', value: toCredits(spent), type: 'number' },
    { label: 'Written (UTC)', value: nowMs, type: 'moment' },
  ]
}

function questionFact([label, value]: [string, string | number]): Fact {
  return { label, value, type: typeof value === 'number' ? 'number' : 'text' }
}

function text(label: string, value: string): Fact {
  return { label, value, type: 'text' }
}
