type Bytes = Uint8Array<ArrayBuffer>

/** A file of an archive, in pieces. */
export interface ZipEntry {
  /** ASCII only. */
  name: string
  pieces: Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>
}

/** The size of a file and its checksum, known at its end. */
export interface Measured {
  crc: number
  size: number
}

/** Compresses the pieces of a file, without a header, and measures them. */
export type Deflate = (pieces: ZipEntry['pieces'], measured: Measured) => AsyncIterable<Uint8Array>

interface Written extends Measured {
  name: Bytes
  at: number
  packed: number
}

/**
 * An archive in pieces. Sizes and checksums follow each file, because they are not known before: nothing has to be kept, however long
 * the file is and however slowly it is read. Files of more than 4 GB are refused.
 */
export async function* zipPieces(entries: Iterable<ZipEntry>, deflate: Deflate): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let at = 0
  for (const { name, pieces } of entries) {
    const file: Written = { name: new TextEncoder().encode(name), at, crc: 0, packed: 0, size: 0 }
    yield joined([record(LOCAL_FILE, [...COMMON, u32(0), u32(0), u32(0), ...named(file)]), file.name])
    for await (const piece of deflate(pieces, file)) {
      file.packed += piece.length
      yield piece
    }
    if (file.size > MOST_BYTES) throw new Error('a file of an archive is too large')
    yield record(DESCRIPTOR, sizesOf(file))
    at += LOCAL_BYTES + file.name.length + file.packed + DESCRIPTOR_BYTES
    written.push(file)
  }
  const index = joined(written.map(indexed))
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

function indexed(file: Written): Bytes {
  const nothing = [u16(0), u16(0), u16(0), u32(0)]
  const fields = [u16(20), ...COMMON, ...sizesOf(file), ...named(file), ...nothing, u32(file.at)]
  return joined([record(INDEXED_FILE, fields), file.name])
}

function named({ name }: Written): Bytes[] {
  return [u16(name.length), u16(0)]
}

function sizesOf({ crc, packed, size }: Written): Bytes[] {
  return [u32(crc), u32(packed), u32(size)]
}

function record(signature: number, fields: readonly Bytes[]): Bytes {
  return joined([u32(signature), ...fields])
}

function joined(parts: readonly Bytes[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function u16(value: number): Bytes {
  return Uint8Array.of(value, value >>> 8)
}

function u32(value: number): Bytes {
  return Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24)
}
