import type { About, Table, TableColumn, TableValue } from './table.ts'
import { tableSheets } from './workbook.ts'
import { DAY_MS } from './xml.ts'
import { type Measured, type ZipEntry, zipPieces } from './zip.ts'

/** A table whose dates and moments are texts. */
export interface TextTable {
  columns: readonly string[]
  rows: readonly (readonly TableValue[])[]
}

type Bytes = Uint8Array<ArrayBuffer>

/** A table that is in memory as a workbook. Works in browsers, too. `question`: what it answers, in words. */
export async function workbookOf(question: string, table: TextTable): Promise<Blob> {
  const about: About = {
    facts: [
      { label: 'Question', value: question, type: 'text' },
      { label: 'Written (UTC)', value: Date.now(), type: 'moment' },
    ],
    meaningOf: () => null,
  }
  const pieces: Bytes[] = []
  for await (const piece of zipPieces(tableSheets(typed(table), about), deflated)) pieces.push(piece as Bytes)
  return new Blob(pieces, { type: TYPE })
}

const DAY = /^\d{4}-\d\d-\d\d$/
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

/** A column is one of dates or moments if all its values are. */
function typed({ columns, rows }: TextTable): Table {
  const types = columns.map((name, index): TableColumn => {
    const values = rows.flatMap((row) => row[index] ?? [])
    const isAll = (form: RegExp) =>
      values.length > 0 && values.every((value) => typeof value === 'string' && form.test(value))
    if (isAll(DAY)) return { name, type: 'date' }
    return { name, type: isAll(MOMENT) ? 'moment' : 'text' }
  })
  async function* once() {
    yield rows.map((row) => row.map((value, index) => readAs(value, types[index]?.type)))
  }
  return { columns: types, rows: once() }
}

function readAs(value: TableValue, type: TableColumn['type'] | undefined): TableValue {
  if (typeof value !== 'string') return value
  if (type === 'date') return Date.parse(value) / DAY_MS
  return type === 'moment' ? Date.parse(value) : value
}

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function* deflated(pieces: ZipEntry['pieces'], file: Measured): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const parts: Bytes[] = []
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? encoder.encode(piece) : (piece as Bytes)
    file.crc = crc32(bytes, file.crc)
    file.size += bytes.length
    parts.push(bytes)
  }
  const packed = new Blob(parts).stream().pipeThrough(new CompressionStream('deflate-raw'))
  yield new Uint8Array(await new Response(packed).arrayBuffer())
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

/** As archives have it. `before`: that of what came before these bytes. */
function crc32(bytes: Uint8Array, before: number): number {
  let crc = ~before
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return ~crc >>> 0
}
