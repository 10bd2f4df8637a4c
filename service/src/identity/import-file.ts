import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Client } from '../db/pool.ts'
import { invalid } from '../kernel/errors.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { collectIds, mistakeIn, mistakes, type NumberedId, type Put, putIds } from './set-ids.ts'

const HEADER = 'chain,hotel_code,source,id'
const BATCH = 1000
const MOST_MISTAKES = 11

/** Imports every id of the file or none. Reads line by line, so the file can be any size. */
export async function importFile(client: Client, catalog: Catalog, path: string): Promise<Put> {
  const wrong: { line: number; problem: string }[] = []
  let batch: NumberedId[] = []
  await collectIds(client, [])
  for await (const { line, fields } of rowsOf(path)) {
    const [chain = '', hotelCode = '', source = '', id = ''] = fields
    const given = { line, chain, hotelCode, source, id }
    const problem =
      fields.length === 4 ? mistakeIn(catalog, given) : `Expected ${HEADER}, got ${fields.length} values.`
    if (problem !== null) wrong.push({ line, problem })
    if (wrong.length >= MOST_MISTAKES) break
    batch.push(given)
    if (batch.length === BATCH) {
      await collectIds(client, batch)
      batch = []
    }
  }
  if (wrong.length > 0) throw mistakes(wrong)
  await collectIds(client, batch)
  return putIds(client)
}

async function* rowsOf(path: string): AsyncGenerator<{ line: number; fields: string[] }> {
  const lines = createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  let line = 0
  try {
    for await (const text of lines) {
      line += 1
      const row = (line === 1 ? text.replace(/^\uFEFF/, '') : text).trim()
      if (row === '' || (line === 1 && row === HEADER)) continue
      yield { line, fields: row.split(',').map(unquoted) }
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    throw invalid(`${path} cannot be read (${code}).`, { cause: error })
  }
}

/** No value contains a comma or a quote, but spreadsheets may quote them anyway. */
function unquoted(field: string): string {
  return field.trim().replace(/^"(.*)"$/, '$1')
}
