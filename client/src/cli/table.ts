import type { Paint, Style } from './paint.ts'

export interface Cell {
  text: string
  style?: Style
}

export interface Column<Row> {
  title: string
  /** Right-aligned, for numbers. */
  align?: 'right'
  /** May be shortened if the terminal is too narrow. */
  flexible?: boolean
  value(row: Row): string | Cell
}

export interface TableOptions {
  paint: Paint
  /** Width of the terminal; null without one, and nothing is shortened. */
  width: number | null
}

const GAP = '  '
const NARROWEST = 8

/** Aligns rows in columns. Empty columns are left out. */
export function table<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { paint, width }: TableOptions,
): string {
  const all = columns.map((column) => ({ ...column, cells: rows.map((row) => cellOf(column.value(row))) }))
  const shown = all.filter(({ cells }) => cells.some(({ text }) => text !== ''))
  const widths = shown.map(({ title, cells }) =>
    Math.max(widthOf(title), ...cells.map(({ text }) => widthOf(text))),
  )
  if (width !== null) shrink(shown, widths, width)
  const line = (cellAt: (column: number) => Cell) =>
    shown
      .map(({ align }, at) => {
        const { text, style } = cellAt(at)
        const cut = shorten(text, widths[at] ?? 0)
        const room = ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cut)))
        const painted = style ? paint(style, cut) : cut
        const isLast = at === shown.length - 1
        return align === 'right' ? room + painted : painted + (isLast ? '' : room)
      })
      .join(GAP)
      .trimEnd()
  const head = line((at) => ({ text: shown[at]?.title ?? '', style: 'bold' }))
  const body = rows.map((_, row) => line((at) => shown[at]?.cells[row] ?? { text: '' }))
  return `${[head, ...body].join('\n')}\n`
}

function cellOf(value: string | Cell): Cell {
  return typeof value === 'string' ? { text: value } : value
}

/** Narrows the widest flexible column until the table fits or cannot get narrower. */
function shrink(columns: readonly { flexible?: boolean }[], widths: number[], width: number): void {
  const total = () => widths.reduce((sum, each) => sum + each, 0) + GAP.length * (widths.length - 1)
  for (;;) {
    const excess = total() - width
    const flexible = widths.flatMap((each, at) => (columns[at]?.flexible && each > NARROWEST ? [at] : []))
    if (excess <= 0 || flexible.length === 0) return
    const widest = flexible.reduce((best, at) => ((widths[at] ?? 0) > (widths[best] ?? 0) ? at : best))
    widths[widest] = (widths[widest] ?? 0) - 1
  }
}

const PLAIN = /^[\x20-\x7E]*$/
const WIDE =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u
const WITHOUT_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]/u

/** Columns that a text takes on screen: East Asian characters take two, combining marks none. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length
  let width = 0
  for (const letter of text) width += WITHOUT_WIDTH.test(letter) ? 0 : WIDE.test(letter) ? 2 : 1
  return width
}

function shorten(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let cut = ''
  for (const letter of text) {
    if (widthOf(cut + letter) > width - 1) break
    cut += letter
  }
  return `${cut.trimEnd()}…`
}
