import { constants, crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'

/** A file of an archive, in pieces. */
export interface ZipEntry {
  /** ASCII only. */
  name: string
  pieces: Iterable<Buffer | string> | AsyncIterable<Buffer | string>
}

interface Written {
  name: Buffer
  at: number
  crc: number
  packed: number
  size: number
}

/**
 * An archive in pieces. Sizes and checksums follow each file, because they are not known before: nothing has to be kept, however long
 * the file is and however slowly it is read. Files of more than 4 GB are refused.
 */
export async function* zipPieces(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let at = 0
  for (const { name, pieces } of entries) {
    const file: Written = { name: Buffer.from(name, 'ascii'), at, crc: 0, packed: 0, size: 0 }
    yield Buffer.concat([record(LOCAL_FILE, [...COMMON, u32(0), u32(0), u32(0), ...named(file)]), file.name])
    for await (const piece of deflated(pieces, file)) {
      file.packed += piece.length
      yield piece
    }
    if (file.size > MOST_BYTES) throw new Error('a file of an archive is too large')
    yield record(DESCRIPTOR, sizesOf(file))
    at += LOCAL_BYTES + file.name.length + file.packed + DESCRIPTOR_BYTES
    written.push(file)
  }
  const index = Buffer.concat(written.map(indexed))
  yield index
  const counts = [u16(0), u16(0), u16(written.length), u16(written.length)]
  yield record(END, [...counts, u32(index.length), u32(at), u16(0)])
}

const LOCAL_FILE = 0x04034b50
const DESCRIPTOR = 0x08074b50
const INDEXED_FILE = 0x02014b50
const END = 0x06054b50
const LOCAL_BYTES = 30
const DESCRIPTOR_BYTES = 16
const MOST_BYTES = 0xffffffff

/** Version 2.0, sizes follow, deflate; and 1980-01-01, because archives know no time zone. */
const COMMON = [u16(20), u16(8), u16(8), u16(0), u16(0x21)]

function indexed(file: Written): Buffer {
  const nothing = [u16(0), u16(0), u16(0), u32(0)]
  const fields = [u16(20), ...COMMON, ...sizesOf(file), ...named(file), ...nothing, u32(file.at)]
  return Buffer.concat([record(INDEXED_FILE, fields), file.name])
}

function named({ name }: Written): Buffer[] {
  return [u16(name.length), u16(0)]
}

function sizesOf({ crc, packed, size }: Written): Buffer[] {
  return [u32(crc), u32(packed), u32(size)]
}

function record(signature: number, fields: readonly Buffer[]): Buffer {
  return Buffer.concat([u32(signature), ...fields])
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** More than a piece can become: what waits to be read must not stop the writing, because reading comes after it. */
const MOST_WAITING = 1024 * 1024

/** The weakest level: of a sheet it leaves a tenth, the strongest a thirteenth, for twenty times the time. */
const OPTIONS = { level: constants.Z_BEST_SPEED, chunkSize: 64 * 1024, readableHighWaterMark: MOST_WAITING }

/**
 * While a piece is compressed, in another thread, the next is asked for. It is used up before the one after that is: pieces may share the
 * memory of two.
 */
async function* deflated(pieces: ZipEntry['pieces'], file: Written): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw(OPTIONS)
  const write = (bytes: Buffer) =>
    new Promise<void>((resolve, reject) => {
      deflate.write(bytes, (error) => (error ? reject(error) : resolve()))
    })
  let before: Promise<void> | null = null
  try {
    for await (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
      file.crc = crc32(bytes, file.crc)
      file.size += bytes.length
      await before
      for (let out = read(deflate); out; out = read(deflate)) yield out
      before = write(bytes)
      // It is awaited with the next piece, or at the end.
      before.catch(() => {})
    }
    await before
    deflate.end()
    for await (const out of deflate) yield out as Buffer
  } finally {
    deflate.destroy()
  }
}

function read(deflate: DeflateRaw): Buffer | null {
  return deflate.read() as Buffer | null
}
