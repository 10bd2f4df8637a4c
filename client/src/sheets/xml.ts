import type { TableColumn, TableValue } from './table.ts'

/** Formats of cells, by their place in `STYLES`; 0 is the plain one. */
const STYLE = { date: 1, moment: 2, bold: 3, quoted: 4 } as const

export const STYLES: string = `${xmlHead()}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/><xf quotePrefix="1"/></cellXfs></styleSheet>`

export function xmlHead(): string {
  return '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
}

/** Every different text of a workbook once. Cells have its number. */
export interface SharedTexts {
  numberOf(text: string): number
  xml(): string
}

export function shareTexts(): SharedTexts {
  const numbers = new Map<string, number>()
  return {
    numberOf: (text) => {
      const known = numbers.get(text)
      if (known !== undefined) return known
      numbers.set(text, numbers.size)
      return numbers.size - 1
    },
    xml: () =>
      `${xmlHead()}<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" uniqueCount="${numbers.size}">${Array.from(
        numbers.keys(),
        (text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`,
      ).join('')}</sst>`,
  }
}

/** The most characters that a cell can have. */
const MOST_CHARACTERS = 32_767
/** Not allowed in XML, even escaped; and carriage returns, which every reader of XML changes. */
const FORBIDDEN = /(?![\t\n\u007f-\u009f])\p{Cc}|[\ufffe\uffff]/gu
/** How workbooks write a character by its number. A text that looks like it must not be read so. */
const LOOKS_CODED = /_(?=x[0-9a-f]{4}_)/gi

function escaped(text: string): string {
  return text
    .slice(0, MOST_CHARACTERS)
    .toWellFormed()
    .replace(FORBIDDEN, '\ufffd')
    .replace(LOOKS_CODED, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** Texts stay text by their type. The format keeps it so when a person edits the cell. */
const FORMULA = /^[=+\-@]/

export function headCell(place: string, text: string, texts: SharedTexts): string {
  return `<c r="${place}" s="${STYLE.bold}" t="s"><v>${texts.numberOf(text)}</v></c>`
}

/** Nothing for an empty cell. */
export function cellXml(
  place: string,
  value: TableValue,
  type: TableColumn['type'],
  texts: SharedTexts,
): string {
  return value === null ? '' : `<c r="${place}"${cellRest(value, type, texts)}`
}

/** A cell after its place, which only the first of a row must have. */
export function cellRest(
  value: NonNullable<TableValue>,
  type: TableColumn['type'],
  texts: SharedTexts,
): string {
  if (typeof value === 'boolean') return ` t="b"><v>${value ? 1 : 0}${CELL_END}`
  if (typeof value === 'number') return `${numberStart(type)}${sheetNumber(value, type)}${CELL_END}`
  const style = FORMULA.test(value) ? ` s="${STYLE.quoted}"` : ''
  return `${style} t="s"><v>${texts.numberOf(value)}${CELL_END}`
}

export const CELL_END = '</v></c>'

/** What is between the place of a cell and its number. */
export function numberStart(type: TableColumn['type']): string {
  const style = type === 'date' || type === 'moment' ? ` s="${STYLE[type]}"` : ''
  return `${style}><v>`
}

export const DAY_MS = 86_400_000
/** The number of 1970-01-01 in a sheet, whose days count from the end of 1899. */
export const FIRST_DAY = 25_569

export function sheetNumber(value: number, type: TableColumn['type']): number {
  if (type === 'date') return value + FIRST_DAY
  return type === 'moment' ? value / DAY_MS + FIRST_DAY : value
}

/** `A`, `B`, …, `Z`, `AA`, … */
export function columnLetters(index: number): string {
  const rest = index % 26
  const before = index < 26 ? '' : columnLetters((index - rest) / 26 - 1)
  return before + String.fromCharCode(65 + rest)
}

/** The beginning of a sheet: widths of its columns, and whether its first row stays in view. */
export function sheetHead(widths: readonly number[], options: { frozen: boolean }): string {
  const pane = options.frozen
    ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    : ''
  const cols = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  return `${xmlHead()}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>`
}

export const SHEET_END = '</sheetData></worksheet>'
