import { buffer } from 'node:stream/consumers'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { type CellList, COLUMNS, type ListedCell } from '../../src/cells/cell.ts'
import { cellsFile } from '../../src/cells/files.ts'
import { lineOf } from '../../src/cells/stored.ts'
import { CELL_TABLE } from '../../src/cells/table.ts'
import { tableWorkbook } from '../../src/cells/workbook.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import { FAMILIES } from '../../src/sources/registry.ts'
import { parseCsv } from '../support/csv.ts'
import { hasLibreOffice, openWorkbook } from '../support/libreoffice.ts'
import { unzip } from '../support/unzip.ts'

const catalog = loadCatalog({ env: {}, sourcesFile: undefined, families: FAMILIES })
const [source] = catalog.sources
if (!source) throw new Error('the catalog is empty')

/** What a hotel may be called, or whoever wants to run something on another's computer. */
const HOSTILE = [
  '=HYPERLINK("https://evil.example","click")',
  "+1+cmd|' /C calc'!A0",
  '-2+3',
  '@SUM(1+1)',
  '</t></si><si><t>broken out',
  'Tab\there, "quotes", commas & <angles>',
  'Null\u0000 bell\u0007 escape\u001b del\u007f',
  'half a \ud83d pair',
  '_x0041_ is no A',
  'Zürich 東京 🏨 \u202egnirts',
  '  spaces at both ends  ',
  'x'.repeat(40_000),
]

const SEEN_MS = Date.parse('2026-11-15T23:59:59.007Z')
const NOW_MS = SEEN_MS + 61_999
const NIGHTS = 100
const about = {
  facts: [{ label: '=Credits', value: 2.5, type: 'number' as const }],
  meaningOf: (column: string) => (column === 'night' ? 'Check-in & <more>.' : null),
}

function largest(hotels: number) {
  const list: CellList = {
    hotels: Array.from({ length: hotels }, (_, no) => ({ source: source ?? never(), hotelCode: `H${no}` })),
    kind: 'award',
    occupancy: { adults: 2, children: 1, rooms: 3 },
  }
  const names = list.hotels.map((_, no) => (no % 20 === 19 ? null : (HOSTILE[no % HOSTILE.length] ?? null)))
  const cell = (hotel: number, day: number): ListedCell => ({
    hotel,
    night: new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10),
    los: 1 + (day % 3),
    seenMs: SEEN_MS - day * 1234,
    status: day % 7 === 0 ? 'sold_out' : 'available',
    minLos: day % 5 === 0 ? 3 : null,
    currency: ['JPY', 'USD', 'BHD'][hotel % 3] ?? '',
    bar: day % 7 === 0 ? null : 10_000 + hotel * day,
    barAfterTax: day % 7 === 0 ? null : 12_345 + hotel * day,
    // More than 32 bits hold, and whole, and less than one.
    member: [30_000_000_012, 9000, 5][day % 3] ?? null,
    points: day % 2 === 0 ? 25_000 : null,
    pointsCash: 10_000,
    copay: 15_000,
    premium: day % 4 === 0,
    cpp: 48,
    cppPointsCash: -30,
  })
  const told = { hotels: 0 }
  async function* lines() {
    for (const hotel of list.hotels.keys()) {
      told.hotels += 1
      yield Buffer.concat(Array.from({ length: NIGHTS }, (_, day) => lineOf(cell(hotel, day))))
    }
  }
  return { list, names, lines, told }
}

function never(): never {
  throw new Error('no source')
}

const bookOf = ({ list, names, lines }: ReturnType<typeof largest>) =>
  cellsFile(lines(), list, { format: 'xlsx', names, about }, NOW_MS)

/** A field of the CSV file as a sheet shows it, without fractions of seconds. */
function shown(column: string, field: string): string {
  if (column === 'observed_at') return field.replace('T', ' ').replace(/\.\d+Z$/, '')
  return column === 'from_default_occupancy' ? field.toUpperCase() : field
}

const TEXTS = new Set(CELL_TABLE.flatMap(({ name, type }) => (type === 'text' ? [name] : [])))

test.skipIf(!hasLibreOffice)(
  `LibreOffice reads from a workbook what its CSV file says${hasLibreOffice ? '' : ' (skipped: no soffice on the PATH)'}`,
  { timeout: 120_000 },
  async () => {
    const market = largest(24)
    const bytes = await buffer(bookOf(market))
    const csv = parseCsv(
      (await buffer(cellsFile(market.lines(), market.list, { format: 'csv' }, NOW_MS))).toString(),
    )
    const last = csv.length
    const sheets = await openWorkbook(bytes, [
      `SUM([cells.L2:.L${last}])`,
      `SUM([cells.O2:.O${last}])`,
      `SUMPRODUCT([cells.C2:.C${last}]-DATE(2027;1;1))`,
      `SUMPRODUCT(ISTEXT([cells.X2:.X${last}]))`,
      `SUMPRODUCT(ISFORMULA([cells.X2:.X${last}]))`,
    ])
    const [header = [], ...rows] = sheets['cells'] ?? []
    expect(header.map(({ text }) => text)).toEqual([...COLUMNS, 'hotel_name'])
    expect(rows).toHaveLength(24 * NIGHTS)
    for (const [index, row] of rows.entries()) {
      const expected = COLUMNS.map((column, at) => shown(column, csv[index + 1]?.[at] ?? ''))
      expect(row.slice(0, -1).map(({ text }) => text)).toEqual(expected)
      for (const [at, { text, isText }] of row.entries())
        expect([at, isText]).toEqual([at, text !== '' && TEXTS.has(CELL_TABLE[at]?.name ?? '')])
    }
    const sumOf = (column: (typeof COLUMNS)[number]) =>
      csv.slice(1).reduce((sum, row) => sum + Number(row[COLUMNS.indexOf(column)]), 0)
    const dayNumbers = (24 * NIGHTS * (NIGHTS - 1)) / 2
    const computed = (sheets['computed'] ?? []).map(([cell]) => Number(cell?.text))
    expect(computed[0]).toBeCloseTo(sumOf('lowest_bar'), 2)
    expect(computed.slice(1)).toEqual([sumOf('lowest_points'), dayNumbers, 23 * NIGHTS, 0])

    const [credits, count, first, latest, , , , night] = sheets['about'] ?? []
    expect([credits, count, first, latest].map((row) => row?.map(({ text }) => text))).toEqual([
      ['=Credits', '2.5'],
      ['Rows', String(24 * NIGHTS)],
      ['First seen (UTC)', '2026-11-15 23:57:56'],
      ['Last seen (UTC)', '2026-11-15 23:59:59'],
    ])
    expect(night?.map(({ text }) => text)).toEqual(['night', 'Check-in & <more>.'])
  },
)

test('20,000 cells with hostile names are a sound workbook of texts, numbers and dates', async () => {
  const files = unzip(await buffer(bookOf(largest(200))))
  const sheet = files.get('xl/worksheets/sheet1.xml')?.toString() ?? ''
  files.delete('xl/worksheets/sheet1.xml')
  for (const [name, xml] of files) expect([name, XMLValidator.validate(xml.toString())]).toEqual([name, true])
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  expect(sheet.match(/<row /g)).toHaveLength(20_001)
  expect(files.get('xl/workbook.xml')?.toString()).toContain('"cells">cells!$A$1:$X$20001<')
  // Whatever a name says, a cell holds numbers only: texts are in a part of their own.
  const cell = /<c( r="[A-Z]+\d+")?(( s="\d")?( t="[sb]")?><v>-?[\d.]+<\/v><\/c>|\/>)/g
  expect(sheet.replaceAll(cell, '')).toMatch(/<sheetData>(<row r="\d+"><\/row>)+<\/sheetData>/)
  const parser = new XMLParser({ trimValues: false, isArray: (tag) => tag === 'si', processEntities: true })
  const texts = (
    parser.parse(files.get('xl/sharedStrings.xml')?.toString() ?? '') as {
      sst: { si: { t: { '#text': string } | string }[] }
    }
  ).sst.si.map(({ t }) => (typeof t === 'string' ? t : t['#text']))
  const kept = HOSTILE.map((name) =>
    name
      .slice(0, 32_767)
      .toWellFormed()
      .replaceAll(/[^\P{Cc}\t\u007f]/gu, '\ufffd')
      .replace('_x0041_', '_x005F_x0041_'),
  )
  expect(texts.map(String)).toEqual(expect.arrayContaining(kept))
})

test('a table of no rows is a workbook with its header', async () => {
  async function* rows() {}
  const files = unzip(
    await buffer(tableWorkbook({ columns: [{ name: 'night', type: 'date' }], rows: rows() }, about)),
  )
  const sheet = files.get('xl/worksheets/sheet1.xml')?.toString() ?? ''
  expect(sheet).toContain('<sheetData><row r="1"><c r="A1" s="3" t="s"><v>0</v></c></row></sheetData>')
})

test('a reader that stops ends the reading of cells, and a failure of cells reaches the reader', async () => {
  const market = largest(200)
  const body = bookOf(market)
  const pieces = body[Symbol.asyncIterator]()
  await pieces.next()
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
  expect(market.told.hotels).toBeLessThan(60)
  await pieces.return?.()
  expect(body.destroyed).toBe(true)

  async function* broken() {
    for await (const line of market.lines()) {
      yield line
      throw new Error('the database is gone')
    }
  }
  const form = { format: 'xlsx', names: market.names, about } as const
  await expect(buffer(cellsFile(broken(), market.list, form, NOW_MS))).rejects.toThrow('the database is gone')
})
