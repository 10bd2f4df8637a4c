import { fileHeaders } from '../cells/files.ts'
import { type RowColumn, rowsFile } from '../cells/rows-file.ts'
import type { Reads } from '../db/replica/reads.ts'
import { fileBody } from '../edge/body.ts'
import type { Served } from '../edge/served.ts'
import { toLine } from '../usage/routes.ts'
import { type LinesQuery, readLines, type UsageLine } from '../usage/store.ts'

const text = (name: string, nullable = false): RowColumn => ({ name, type: 'text', nullable })
const count = (name: string): RowColumn => ({ name, type: 'integer', nullable: false })

const COLUMNS: readonly RowColumn[] = [
  { name: 'at', type: 'moment', nullable: false },
  text('endpoint'),
  text('key_id'),
  { name: 'credits', type: 'number', nullable: false },
  count('live'),
  count('cached'),
  count('free'),
  text('request_id'),
  text('job_id', true),
  text('watch_id', true),
]

/** All charges of these days, newest first. */
export function chargesFile(reads: Reads, lines: ChargesQuery, name: string): Served {
  const body = fileBody(() => rowsFile(pieces(reads, lines), COLUMNS, { format: 'csv' }))
  return { status: 200, headers: fileHeaders(name, 'csv'), body }
}

type ChargesQuery = Omit<LinesQuery, 'before' | 'limit'>

const LINES_PER_READ = 1000

/** A slow client holds some lines, but no database connection. */
async function* pieces(reads: Reads, lines: ChargesQuery) {
  let before: string | null = null
  for (;;) {
    const rows: UsageLine[] = await readLines(reads, { ...lines, before, limit: LINES_PER_READ })
    yield rows.map(toLine)
    const last = rows.at(-1)
    if (last === undefined || rows.length < LINES_PER_READ) return
    before = last.id
  }
}
