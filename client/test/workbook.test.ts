import { expect, test } from 'vitest'
import { hasLibreOffice, openWorkbook } from '../../service/test/support/libreoffice.ts'
import { unzip } from '../../service/test/support/unzip.ts'
import { workbookOf } from '../src/sheets/in-memory.ts'

const TABLE = {
  columns: ['night', 'seen', 'name', 'rate', 'isMember'],
  rows: [
    ['2027-03-01', '2026-11-19T12:00:00Z', '=1+1', 310.5, true],
    ['2028-02-29', '2026-11-19T13:30:00+01:00', 'A & <b> ünïcode 🏨', -2, false],
    [null, null, '2027-03-01', null, null],
  ],
} as const

const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer())

test('a table in memory is a workbook with dates, numbers and texts that run nothing', async () => {
  const parts = unzip(await bytesOf(await workbookOf('What it says', TABLE)))
  const sheet = parts.get('xl/worksheets/sheet1.xml')?.toString() ?? ''
  expect(sheet.match(/<row /g)).toHaveLength(4)
  expect(sheet).toContain('<c r="A2" s="1"><v>46447</v></c>')
  expect(sheet).toContain('<c r="B2" s="2"><v>46345.5</v></c>')
  expect(sheet).toContain('<c r="D2"><v>310.5</v></c><c r="E2" t="b"><v>1</v></c>')
  expect(sheet).not.toContain('<f>')
  expect(parts.get('xl/sharedStrings.xml')?.toString()).toContain('>What it says<')
})

test.skipIf(!hasLibreOffice)(
  `LibreOffice opens it and computes with it${hasLibreOffice ? '' : ' (skipped: no soffice on the PATH)'}`,
  { timeout: 120_000 },
  async () => {
    const bytes = await bytesOf(await workbookOf('What it says', TABLE))
    const sheets = await openWorkbook(bytes, ['SUM([cells.D2:.D4])', '[cells.A3]-[cells.A2]'])
    expect(sheets['cells']?.map((row) => row.map(({ text }) => text))).toEqual([
      [...TABLE.columns],
      ['2027-03-01', '2026-11-19 12:00:00', '=1+1', '310.5', 'TRUE'],
      ['2028-02-29', '2026-11-19 12:30:00', 'A & <b> ünïcode 🏨', '-2', 'FALSE'],
      ['', '', '2027-03-01', '', ''],
    ])
    expect(sheets['computed']?.map(([cell]) => Number(cell?.text))).toEqual([308.5, 365])
  },
)
