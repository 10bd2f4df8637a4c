import type { Decimal } from './decimal.ts'
import { BadRateFile, type RateTable, readRate } from './rate-table.ts'

const MARKUP = /<([?!/]?)([^\s<>/?]*)([^<>]*?)(\/?)>/g
const ATTRIBUTE = /([\w:]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g
const PUBLISHER = /<gesmes:name>([^<>]{1,100})<\/gesmes:name>/

/**
 * The European Central Bank's XML: daily, 90 days or the whole history. An outer `Cube` holds one `Cube time` per day, and
 * that one `Cube currency rate` per currency, each for one euro. A file that is cut off, nested otherwise or has something
 * twice is refused as a whole.
 */
export function readBankFile(text: string): RateTable[] {
  const publisher = PUBLISHER.exec(text)?.[1]?.trim() ?? 'reference file'
  const tables: RateTable[] = []
  const open: string[] = []
  let rates: Map<string, Decimal> | null = null
  let listed = new Set<string>()
  let ended = false
  for (const [, mark, name = '', inside = '', closed] of text.matchAll(MARKUP)) {
    if (mark === '?') continue
    if (mark === '!') throw new BadRateFile('the file has a document type or a comment')
    if (ended) throw new BadRateFile('the file goes on after its end')
    if (mark === '/') {
      if (open.pop() !== name) throw new BadRateFile(`</${name.slice(0, 40)}> closes nothing`)
      ended = open.length === 0
      continue
    }
    const { time, currency, rate } = attributesOf(inside)
    if (name === 'Cube' && time !== undefined) {
      rates = new Map()
      listed = new Set()
      tables.push({ day: time, publisher, base: 'EUR', rates })
    } else if (name === 'Cube' && currency !== undefined) {
      if (!rates || open.length !== 3) throw new BadRateFile(`${currency.slice(0, 20)} has no day`)
      if (listed.has(currency)) throw new BadRateFile(`${currency} is there twice`)
      listed.add(currency)
      const read = readRate(currency, rate)
      if (read) rates.set(currency, read)
    }
    if (closed === '') open.push(name)
  }
  if (!ended) throw new BadRateFile('the file is cut off')
  return tables
}

function attributesOf(inside: string): Partial<Record<string, string>> {
  return Object.fromEntries(
    inside.matchAll(ATTRIBUTE).map(([, name, double, single]) => [name, double ?? single ?? '']),
  )
}
