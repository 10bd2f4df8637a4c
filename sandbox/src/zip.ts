import { crc32, deflateRawSync } from 'node:zlib'

/**
 * A ZIP archive written as a stream writes it: each file's sizes follow its data, so that a reader learns them only at its end.
 * Large vendors' archives are made that way.
 */
export function zipped(files: readonly { name: string; text: string }[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text } of files) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content, { level: 1 })
    const sums = { crc: crc32(content), packed: packed.length, size: content.length }
    const local = Buffer.concat([localHeader(name), packed, descriptor(sums)])
    parts.push(local)
    directory.push(centralHeader(name, sums, offset))
    offset += local.length
  }
  const central = Buffer.concat(directory)
  return Buffer.concat([...parts, central, endRecord(files.length, central.length, offset)])
}

interface Sums {
  crc: number
  packed: number
  size: number
}

const VERSION = 20
const SIZES_FOLLOW = 0x0008
const DEFLATED = 8

function localHeader(name: string): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(SIZES_FOLLOW, 6)
  header.writeUInt16LE(DEFLATED, 8)
  header.writeUInt16LE(Buffer.byteLength(name), 26)
  return Buffer.concat([header, Buffer.from(name)])
}

function descriptor({ crc, packed, size }: Sums): Buffer {
  const record = Buffer.alloc(16)
  record.writeUInt32LE(0x08074b50, 0)
  record.writeUInt32LE(crc, 4)
  record.writeUInt32LE(packed, 8)
  record.writeUInt32LE(size, 12)
  return record
}

function centralHeader(name: string, { crc, packed, size }: Sums, offset: number): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(VERSION, 6)
  header.writeUInt16LE(SIZES_FOLLOW, 8)
  header.writeUInt16LE(DEFLATED, 10)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(packed, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(Buffer.byteLength(name), 28)
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, Buffer.from(name)])
}

function endRecord(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x06054b50, 0)
  record.writeUInt16LE(count, 8)
  record.writeUInt16LE(count, 10)
  record.writeUInt32LE(size, 12)
  record.writeUInt32LE(offset, 16)
  return record
}
