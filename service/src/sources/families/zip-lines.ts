import { createInflateRaw } from 'node:zlib'
import { type ByteReader, createByteReader } from '../../kernel/byte-reader.ts'
import { SourceFailure } from '../source.ts'

/**
 * The lines of every file in a ZIP archive, read as it arrives: neither the archive nor a file is ever held as a whole. The
 * directory at the archive's end is not needed, because each file has a header of its own.
 */
const FILE = 0x04034b50
const DESCRIPTOR = 0x08074b50
const DIRECTORY = new Set([0x02014b50, 0x06054b50, 0x06064b50])
const HEADER_BYTES = 26
const SIZE_FOLLOWS = 0x8
const STORED = 0
const DEFLATED = 8
const MAX_LINE_CHARS = 1_048_576

export async function* linesOfZip(archive: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const reader = createByteReader(arriving(archive), endedEarly)
  for (;;) {
    const signature = (await reader.exactly(4)).readUInt32LE(0)
    if (DIRECTORY.has(signature)) return
    if (signature !== FILE) throw new SourceFailure('broken', 'the file is no ZIP archive')
    const header = await reader.exactly(HEADER_BYTES)
    const flags = header.readUInt16LE(2)
    const method = header.readUInt16LE(4)
    await reader.exactly(header.readUInt16LE(22) + header.readUInt16LE(24))
    if (method === DEFLATED) yield* linesOf(inflated(reader))
    else if (method === STORED && (flags & SIZE_FOLLOWS) === 0) {
      yield* linesOf(reader.take(header.readUInt32LE(14)))
    } else throw new SourceFailure('broken', `a ZIP archive with method ${method}`)
    if ((flags & SIZE_FOLLOWS) !== 0) await skipDescriptor(reader)
  }
}

/** A connection that broke is an archive that ended early. */
async function* arriving(archive: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* archive
  } catch (cause) {
    throw endedEarly(cause)
  }
}

function endedEarly(cause?: unknown): SourceFailure {
  return new SourceFailure('broken', 'the file ended early', { transient: true, cause })
}

/** Checksum and sizes after the data: of 4 bytes each, or the sizes of 8 in large archives. */
async function skipDescriptor(reader: ByteReader): Promise<void> {
  const signature = (await reader.exactly(4)).readUInt32LE(0)
  if (signature !== DESCRIPTOR) throw new SourceFailure('broken', 'a ZIP archive without sizes')
  await reader.exactly(12)
  const following = (await reader.peek(4)).readUInt32LE(0)
  if (following !== FILE && !DIRECTORY.has(following)) await reader.exactly(8)
}

/** Compressed data knows where it ends; what was read beyond that goes back to the reader. */
async function* inflated(reader: ByteReader): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw()
  let fed = 0
  const feed = async (): Promise<void> => {
    while (inflate.bytesWritten === fed) {
      const chunk = await reader.chunk()
      fed += chunk.length
      await new Promise((resolve) => {
        inflate.write(chunk, resolve)
      })
      const unused = fed - inflate.bytesWritten
      if (unused > 0) reader.unread(chunk.subarray(chunk.length - unused))
    }
  }
  const feeding = feed().catch((error: unknown) => {
    inflate.destroy(error instanceof Error ? error : new Error('unreadable'))
  })
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) yield piece
    await feeding
  } catch (error) {
    if (error instanceof SourceFailure) throw error
    throw new SourceFailure('broken', 'the ZIP archive cannot be unpacked', { cause: error, transient: true })
  } finally {
    inflate.destroy()
  }
}

async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of pieces) {
    const lines = `${rest}${decoder.decode(piece, { stream: true })}`.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE_CHARS) throw new SourceFailure('broken', 'a line that does not end')
    for (const line of lines) if (line.trim() !== '') yield line
  }
  rest += decoder.decode()
  if (rest.trim() !== '') yield rest
}
