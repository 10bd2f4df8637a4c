import { createClient } from '../src/client.ts'
import type { OPERATIONS } from '../src/generated/operations.ts'

/** The table of docs/sdk.md: what each method asks, and which other forms it has. */

const TABLE = /(?<=## Methods\n\n(?:[^|\n].*\n+)*)\|[^]*?\|(?=\n\n|\n$)/

/** The page with the table of these operations. */
export function withMethods(page: string, operations: typeof OPERATIONS): string {
  if (!TABLE.test(page)) throw new Error('docs/sdk.md has no table under "Methods"')
  return page.replace(TABLE, () => tableOf(operations))
}

function tableOf(operations: typeof OPERATIONS): string {
  const waits = createClient({ baseUrl: 'https://rates.example.com', apiKey: 'vk_' }).waitFor
  const rows = Object.entries(operations).map(([name, { method, path, isQuotable, list }]) => {
    const forms = [isQuotable && 'quote', name in waits && 'waitFor', list !== null && 'each']
    const words = forms.filter((form) => form !== false).map((form) => `\`${form}\``)
    return [`\`${name}\``, `\`${method} ${path}\``, words.join(', ')]
  })
  const all = [['Method', 'Route', 'Also as'], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[], filler: string) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0, filler)).join(' | ')} |`
  const [head = [], ...rest] = all
  return [line(head, ' '), line(['', '', ''], '-'), ...rest.map((row) => line(row, ' '))].join('\n')
}
