import { CONTENT_TYPES, RELATIONS, SHEETS, workbookXml } from './parts.ts'
import type { About, Fact, Table, TableColumn } from './table.ts'
import {
  cellXml,
  columnLetters,
  headCell,
  SHEET_END,
  type SharedTexts,
  STYLES,
  shareTexts,
  sheetHead,
} from './xml.ts'
import type { ZipEntry } from './zip.ts'

/** How many rows there were, and when the oldest and the newest of them were seen. */
interface Seen {
  rows: number
  firstMs: number
  lastMs: number
}

/** The rows of a sheet. What it returns is known at its end. A piece may be overwritten by the one after the next. */
export type SheetRows = (texts: SharedTexts) => AsyncGenerator<string | Uint8Array, Seen>

/** The files that a workbook of a table consists of. */
export function tableSheets({ columns, rows }: Table, about: About): Generator<ZipEntry> {
  const letters = columns.map((_, index) => columnLetters(index))
  const seenAt = columns.findIndex(({ name }) => name === 'observed_at')
  return sheets(columns, about, async function* (texts) {
    let no = 1
    const seen = { firstMs: Number.POSITIVE_INFINITY, lastMs: Number.NEGATIVE_INFINITY }
    for await (const piece of rows) {
      for (const row of piece) {
        no += 1
        const at = row[seenAt]
        if (typeof at === 'number') {
          seen.firstMs = Math.min(seen.firstMs, at)
          seen.lastMs = Math.max(seen.lastMs, at)
        }
        const cells = columns.map(({ type }, index) =>
          cellXml(`${letters[index]}${no}`, row[index] ?? null, type, texts),
        )
        yield `<row r="${no}">${cells.join('')}</row>`
      }
    }
    return { rows: no - 1, ...seen }
  })
}

/**
 * The sheets `cells` and `about`, in pieces: rows are written as they come. What has to be known of all of them, such as their texts
 * and when the first was seen, is in parts of the file that follow.
 */
export function* sheets(columns: readonly TableColumn[], about: About, rows: SheetRows): Generator<ZipEntry> {
  const texts = shareTexts()
  let seen: Seen = { rows: 0, firstMs: 0, lastMs: -1 }

  async function* cells(): AsyncGenerator<string | Uint8Array> {
    const head = columns.map(({ name }, index) => headCell(`${columnLetters(index)}1`, name, texts))
    yield `${sheetHead(columns.map(widthOf), { frozen: true })}<row r="1">${head.join('')}</row>`
    seen = yield* rows(texts)
    yield SHEET_END
  }

  function* aboutSheet(): Generator<string> {
    const legend = columns.map(
      ({ name }): Fact => ({ label: name, value: about.meaningOf(name), type: 'text' }),
    )
    yield sheetHead(ABOUT_WIDTHS, { frozen: false })
    for (const [index, line] of [...about.facts, ...seenFacts(seen), null, ...legend].entries()) {
      if (!line) continue
      const no = index + 1
      const cell = cellXml(`B${no}`, line.value, line.type, texts)
      yield `<row r="${no}">${headCell(`A${no}`, line.label, texts)}${cell}</row>`
    }
    yield SHEET_END
  }

  yield { name: '[Content_Types].xml', pieces: [CONTENT_TYPES] }
  yield { name: '_rels/.rels', pieces: [RELATIONS] }
  yield { name: 'xl/_rels/workbook.xml.rels', pieces: [SHEETS] }
  yield { name: 'xl/styles.xml', pieces: [STYLES] }
  yield { name: 'xl/worksheets/sheet1.xml', pieces: cells() }
  yield { name: 'xl/worksheets/sheet2.xml', pieces: aboutSheet() }
  yield { name: 'xl/sharedStrings.xml', pieces: [texts.xml()] }
  const table = `$A$1:$${columnLetters(columns.length - 1)}$${seen.rows + 1}`
  yield { name: 'xl/workbook.xml', pieces: [workbookXml(table)] }
}

const ABOUT_WIDTHS = [28, 90]

function seenFacts({ rows, firstMs, lastMs }: Seen): Fact[] {
  const count: Fact = { label: 'Rows', value: rows, type: 'integer' }
  if (firstMs > lastMs) return [count]
  return [
    count,
    { label: 'First seen (UTC)', value: firstMs, type: 'moment' },
    { label: 'Last seen (UTC)', value: lastMs, type: 'moment' },
  ]
}

const NAME_WIDTH = 32
const MOMENT_WIDTH = 20
const LEAST_WIDTH = 11

function widthOf({ name, type }: TableColumn): number {
  if (type === 'moment') return MOMENT_WIDTH
  return Math.max(name === 'hotel_name' || name === 'name' ? NAME_WIDTH : LEAST_WIDTH, name.length + 2)
}
