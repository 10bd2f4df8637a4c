import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

export type DuckRow = Record<string, string | number | boolean | null>

/** Asks DuckDB about a Parquet file, which the question calls `$file`. Values come as JSON, decimals and large integers as text. */
export async function askParquet(bytes: Buffer, ...questions: string[]): Promise<DuckRow[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'vacancy-parquet-'))
  const file = join(folder, 'cells.parquet')
  await writeFile(file, bytes)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    const answers: DuckRow[][] = []
    for (const question of ["set timezone = 'UTC'", ...questions]) {
      const reader = await connection.runAndReadAll(question.replaceAll('$file', `'${file}'`))
      answers.push(reader.getRowObjectsJson().map(plain))
    }
    return answers.slice(1)
  } finally {
    connection.closeSync()
    instance.closeSync()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Several Parquet files with the same columns as one. */
export async function joinParquet(files: readonly Buffer[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'vacancy-parquet-'))
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await Promise.all(files.map((bytes, no) => writeFile(join(folder, `${no}.parquet`), bytes)))
    const joined = join(folder, 'joined')
    await connection.run(
      `copy (select * from read_parquet('${folder}/*.parquet')) to '${joined}' (format parquet)`,
    )
    return await readFile(joined)
  } finally {
    connection.closeSync()
    instance.closeSync()
    await rm(folder, { recursive: true, force: true })
  }
}

function plain(row: Record<string, unknown>): DuckRow {
  const entries = Object.entries(row).map(([name, value]) => {
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return [name, isPlain || value === null ? value : JSON.stringify(value)] as const
  })
  return Object.fromEntries(entries)
}
