import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress, constants as zlib } from 'node:zlib'
import { syncFolder } from '../db/sync-folder.ts'
import { type ByteReader, createByteReader } from '../kernel/byte-reader.ts'

/**
 * A backup file: one line of JSON, the header, and then one zstd stream. The stream has a line with the secret, a section for
 * each table, and a last line. A section is a line, chunks of COPY text that each follow their length, and a line with the number
 * of rows and a hash. The last line has the hash of the header, and the stream a checksum of its own, so a file that was cut or
 * changed is noticed anywhere.
 */
const FORMAT = 1

export interface Header {
  vacancy: 'backup'
  format: number
  made_at: string
  /** The version of PostgreSQL, for people. */
  server: string
  migrations: { version: number; name: string; checksum: string | null }[]
  partitions: { parent: string; name: string; bound: string }[]
  sequences: { name: string; last_value: string; is_called: boolean }[]
  /** Fingerprints of the master keys that encrypted something. */
  secret_keys: string[]
  tables: string[]
}

export interface Section {
  table: string
  columns: string[]
  /** COPY text. */
  chunks: AsyncIterable<Buffer>
  /** Known after the last chunk. */
  rows(): number
}

/** A file that cannot be used, or a target that must not be. The operator sees only the message. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export interface Content {
  header: Header
  /** The master key, if the backup is to contain it. */
  secret: string | null
  sections: AsyncIterable<Section>
}

/** Written beside its place and renamed when it is complete and on disk. Returns its size in bytes. */
export async function writeBackup(path: string, { header, secret, sections }: Content): Promise<number> {
  const draft = `${path}.${process.pid}.partial`
  const file = await open(draft, 'wx', 0o600)
  try {
    const line = `${JSON.stringify(header)}\n`
    await file.write(line)
    await pipeline(
      bodyOf(line, secret, sections),
      createZstdCompress({ params: { [zlib.ZSTD_c_checksumFlag]: 1 } }),
      async (parts: AsyncIterable<Buffer>) => {
        for await (const part of parts) await file.writeFile(part)
      },
    )
    await file.sync()
    const { size } = await file.stat()
    await file.close()
    await rename(draft, path)
    await syncFolder(dirname(path))
    return size
  } catch (error) {
    await file.close().catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
}

async function* bodyOf(
  headerLine: string,
  secret: string | null,
  sections: AsyncIterable<Section>,
): AsyncGenerator<Buffer> {
  yield lineOf({ secret })
  for await (const { table, columns, chunks, rows } of sections) {
    yield lineOf({ table, columns })
    const hash = createHash('sha256')
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield Buffer.from(`${chunk.length}\n`)
      yield chunk
    }
    yield Buffer.from('0\n')
    yield lineOf({ rows: rows(), sha256: hash.digest('hex') })
  }
  yield lineOf({ header: sha256Of(headerLine) })
}

export interface OpenBackup {
  header: Header
  secret: string | null
  /** In the order of the header's tables. Each must be read to its end. */
  sections(): AsyncGenerator<Section>
}

/** Reads from the start again with each call of `sections`. */
export async function openBackup(path: string): Promise<OpenBackup> {
  const line = await readHeaderLine(path)
  const header = parseHeader(path, line)
  const read = async function* () {
    try {
      yield* sectionsOf(bodyReader(path, line), header, line)
    } catch (error) {
      throw isBroken(error) ? damaged(path, error) : error
    }
  }
  let secret: string | null = null
  try {
    secret = asSecret(await readJson(bodyReader(path, line)))
    // Everything is checked once before anything is changed.
    for await (const { chunks } of read()) await skip(chunks)
  } catch (error) {
    throw isBroken(error) ? damaged(path, error) : error
  }
  return { header, secret, sections: read }
}

async function skip(chunks: AsyncIterable<Buffer>): Promise<void> {
  const reading = chunks[Symbol.asyncIterator]()
  while (!(await reading.next()).done);
}

class Broken extends Error {
  override name = 'Broken'
}

/** What the decompression or our own checks find. */
function isBroken(error: unknown): boolean {
  if (error instanceof Broken || error instanceof SyntaxError || error instanceof RangeError) return true
  const { code = '' } = error as { code?: string }
  return /^(ZSTD_|Z_|ERR_ZLIB|ERR_BUFFER)/.test(code)
}

async function* sectionsOf(reader: ByteReader, header: Header, line: string): AsyncGenerator<Section> {
  asSecret(await readJson(reader))
  for (const table of header.tables) {
    const start = (await readJson(reader)) as { table?: unknown; columns?: unknown }
    if (start.table !== table || !Array.isArray(start.columns))
      throw new Broken(`the section of ${table} is missing`)
    let rows: number | null = null
    const chunks = async function* () {
      const hash = createHash('sha256')
      for (;;) {
        const length = Number(await reader.line())
        if (!Number.isSafeInteger(length) || length < 0) throw new Broken('a length is not a number')
        if (length === 0) break
        for await (const chunk of reader.take(length)) {
          hash.update(chunk)
          yield chunk
        }
      }
      const end = (await readJson(reader)) as { rows?: unknown; sha256?: unknown }
      if (end.sha256 !== hash.digest('hex') || typeof end.rows !== 'number')
        throw new Broken(`the checksum of ${table} is wrong`)
      rows = end.rows
    }
    yield {
      table,
      columns: start.columns.map(String),
      chunks: chunks(),
      rows: () => {
        if (rows === null) throw new Error(`the section of ${table} was not read to its end`)
        return rows
      },
    }
  }
  const end = (await readJson(reader)) as { header?: unknown }
  if (end.header !== sha256Of(line)) throw new Broken('the header was changed')
  if (!(await reader.isAtEnd())) throw new Broken('something follows the end')
}

function bodyReader(path: string, line: string): ByteReader {
  const file = createReadStream(path, { start: Buffer.byteLength(line) })
  const plain = createZstdDecompress()
  file.on('error', (error) => plain.destroy(error))
  return createByteReader(file.pipe(plain), () => new Broken('the file ends too early'))
}

const LONGEST_HEADER = 4 * 1024 * 1024

async function readHeaderLine(path: string): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      const end = chunk.indexOf(10)
      parts.push(end < 0 ? chunk : chunk.subarray(0, end + 1))
      length += chunk.length
      if (end >= 0) return Buffer.concat(parts).toString('utf8')
      if (length > LONGEST_HEADER) break
    }
  } catch (cause) {
    throw new BackupError(`${path} cannot be read: ${(cause as Error).message}`, { cause })
  }
  throw noBackup(path)
}

function parseHeader(path: string, line: string): Header {
  let header: Partial<Header> | null = null
  try {
    header = JSON.parse(line) as Partial<Header> | null
  } catch {
    throw noBackup(path)
  }
  if (header?.vacancy !== 'backup') throw noBackup(path)
  if (typeof header.format === 'number' && header.format > FORMAT) {
    throw new BackupError(`${path} was made by a newer version of Vacancy. Use that version to restore it.`)
  }
  const lists = [header.migrations, header.partitions, header.sequences, header.secret_keys, header.tables]
  if (header.format !== FORMAT || !lists.every(Array.isArray)) throw damaged(path)
  return header as Header
}

function damaged(path: string, cause?: unknown): BackupError {
  return new BackupError(`${path} is damaged or incomplete. Nothing was changed. Use another backup.`, {
    cause,
  })
}

function noBackup(path: string): BackupError {
  return new BackupError(`${path} is not a backup of Vacancy.`)
}

export function newHeader(fields: Omit<Header, 'vacancy' | 'format'>): Header {
  return { vacancy: 'backup', format: FORMAT, ...fields }
}

async function readJson(reader: ByteReader): Promise<object> {
  const value: unknown = JSON.parse(await reader.line())
  if (typeof value !== 'object' || value === null) throw new Broken('a line is not an object')
  return value
}

function asSecret(line: { secret?: unknown }): string | null {
  const { secret } = line
  if (secret !== null && typeof secret !== 'string') throw new Broken('the line with the secret is missing')
  return secret
}

function lineOf(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
