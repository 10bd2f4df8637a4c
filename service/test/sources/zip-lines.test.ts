import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { zipped } from '../../../sandbox/src/zip.ts'
import { linesOfZip } from '../../src/sources/families/zip-lines.ts'
import { failureOf } from './failure-of.ts'

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(bytes: Buffer, size = 16_384): Promise<string[]> {
  return Array.fromAsync(linesOfZip(inPieces(bytes, size)))
}

const FILES = [
  { name: 'one.jsonl', text: '{"a":1}\n{"a":"Zürich"}\n\n' },
  { name: 'empty.jsonl', text: '' },
  { name: 'two.jsonl', text: Array.from({ length: 3000 }, (_, i) => `{"n":${i}}`).join('\n') },
]
const LINES = FILES.flatMap(({ text }) => text.split('\n').filter((line) => line !== ''))

/** A file without compression, whose size stands in its header. */
function stored(name: string, text: string): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt32LE(text.length, 18)
  header.writeUInt32LE(text.length, 22)
  header.writeUInt16LE(name.length, 26)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  return Buffer.concat([header, Buffer.from(name), Buffer.from(text), end])
}

describe('the lines of a ZIP archive', () => {
  test.each([1, 2, 7, 31, 1000, 1_000_000])('come whole in pieces of %i bytes', async (size) => {
    expect(await read(zipped(FILES), size)).toEqual(LINES)
  })

  test('come from a file without compression', async () => {
    expect(await read(stored('one.jsonl', 'a\nb\n'), 3)).toEqual(['a', 'b'])
  })

  test.each([10, 40, 60, 0.5, 0.9])('end in a failure if the archive is cut after %d', async (where) => {
    const archive = zipped(FILES)
    const length = where < 1 ? Math.floor(archive.length * where) : where
    const failure = await failureOf(read(archive.subarray(0, length), 100))
    expect(failure).toMatchObject({ kind: 'broken', transient: true })
  })

  test('end in a failure if the archive is something else', async () => {
    expect(await failureOf(read(Buffer.from('<html>Back soon</html>')))).toMatchObject({ kind: 'broken' })
    expect(await failureOf(read(Buffer.alloc(0)))).toMatchObject({ kind: 'broken' })
  })

  test('end in a failure if the data is damaged', async () => {
    const archive = zipped(FILES)
    archive.fill(0xff, 60, 90)
    expect(await failureOf(read(archive))).toMatchObject({ kind: 'broken' })
  })

  test('end in a failure if a line does not end, without holding it whole', async () => {
    const bomb = deflateRawSync(Buffer.alloc(50_000_000, 'x'), { level: 9 })
    const [start] = [zipped([{ name: 'a', text: '' }]).subarray(0, 31)]
    expect(await failureOf(read(Buffer.concat([start, bomb])))).toMatchObject({
      kind: 'broken',
      message: 'a line that does not end',
    })
  })
})
