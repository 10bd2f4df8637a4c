import { constants, crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'
import type { Measured, ZipEntry } from '@vacancy/client/sheets/zip'

/** More than a piece can become: what waits to be read must not stop the writing, because reading comes after it. */
const MOST_WAITING = 1024 * 1024

/** The weakest level: of a sheet it leaves a tenth, the strongest a thirteenth, for twenty times the time. */
const OPTIONS = { level: constants.Z_BEST_SPEED, chunkSize: 64 * 1024, readableHighWaterMark: MOST_WAITING }

/**
 * While a piece is compressed, in another thread, the next is asked for. It is used up before the one after that is: pieces may share the
 * memory of two.
 */
export async function* deflated(pieces: ZipEntry['pieces'], file: Measured): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw(OPTIONS)
  const write = (bytes: Uint8Array) =>
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
