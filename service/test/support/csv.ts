/**
 * Reads CSV as RFC 4180 writes it, and nothing else: a quote inside a bare field, text after a closing quote, a carriage
 * return, a row of another length or a last line without its end are errors.
 */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const { field, end } = text[at] === '"' ? readQuoted(text, at) : readBare(text, at)
    row.push(field)
    if (end >= text.length) throw new Error('the last line does not end')
    if (text[end] === '\n') {
      rows.push(row)
      row = []
    } else if (text[end] !== ',') {
      throw new Error(`unexpected ${JSON.stringify(text[end])} in row ${rows.length + 1}`)
    } else if (text[end + 1] === undefined) {
      throw new Error('the last line does not end')
    }
    at = end + 1
    if (text[end] === ',' && text[at] === '\n') {
      row.push('')
      rows.push(row)
      row = []
      at += 1
    }
  }
  const width = rows[0]?.length ?? 0
  const odd = rows.findIndex((other) => other.length !== width)
  if (odd >= 0) throw new Error(`row ${odd + 1} has ${rows[odd]?.length} fields, not ${width}`)
  return rows
}

function readQuoted(text: string, start: number): { field: string; end: number } {
  let field = ''
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) throw new Error('a quoted field does not end')
    field += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { field, end: quote + 1 }
    field += '"'
    at = quote + 2
  }
}

function readBare(text: string, start: number): { field: string; end: number } {
  const [field = ''] = /^[^",\r\n]*/.exec(text.slice(start, start + 10_000)) ?? []
  return { field, end: start + field.length }
}
