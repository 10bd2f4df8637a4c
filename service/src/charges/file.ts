import type { About, Fact } from '@vacancy/client/sheets/table'
import { fileHeaders } from '../cells/files.ts'
import { fieldMeaning } from '../cells/legend.ts'
import { type RowColumn, type RowsForm, rowsFile } from '../cells/rows-file.ts'
import type { Reads } from '../db/replica/reads.ts'
import { fileBody } from '../edge/body.ts'
import type { Served } from '../edge/served.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { Line, toLine } from '../usage/routes.ts'
import { countLines, type LinesQuery, readLines, type UsageLine } from '../usage/store.ts'

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

export const CHARGES_FORMATS = ['csv', 'xlsx'] as const

export interface ChargesForm {
  format: (typeof CHARGES_FORMATS)[number]
  /** Without the ending. */
  name: string
  nowMs: number
}

/** All charges of these days, newest first. */
export async function chargesFile(
  reads: Reads,
  lines: ChargesQuery,
  { format, name, nowMs }: ChargesForm,
): Promise<Served> {
  if (format === 'xlsx') await refuseMany(reads, lines)
  const form: RowsForm = format === 'xlsx' ? { format, about: aboutCharges(lines, nowMs) } : { format }
  const body = fileBody(() => rowsFile(pieces(reads, lines), COLUMNS, form))
  return { status: 200, headers: fileHeaders(name, format), body }
}

type ChargesQuery = Omit<LinesQuery, 'before' | 'limit'>

/** A workbook keeps every different text until its end, and nearly all charges have an id of their own. */
async function refuseMany(reads: Reads, lines: ChargesQuery): Promise<void> {
  const most = LIMITS.workbookCharges
  if ((await countLines(reads, { ...lines, before: null, limit: most + 1 })) <= most) return
  throw invalid(
    `A workbook can have at most ${most} charges, and there are more from \`from\` to \`to\`. Ask for fewer days, or for \`format=csv\`.`,
  )
}

function aboutCharges({ from, to, endpoint, keyId }: ChargesQuery, nowMs: number): About {
  const asked: [string, string | null | undefined][] = [
    ['Question', 'Charges'],
    ['First day (UTC)', from],
    ['Last day (UTC)', to],
    ['Endpoint', endpoint],
    ['Key', keyId],
  ]
  const facts = asked.flatMap(([label, value]): Fact[] => (value ? [{ label, value, type: 'text' }] : []))
  return {
    facts: [...facts, { label: 'Written (UTC)', value: nowMs, type: 'moment' }],
    meaningOf: (column) => fieldMeaning(Line, column),
  }
}

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
