/** Reads lines and blocks of known length from a stream, never more than a chunk of it in memory. */
export interface ByteReader {
  /** The next line, without its end. */
  line(): Promise<string>
  /** The next bytes, in parts. */
  take(length: number): AsyncGenerator<Buffer>
  isAtEnd(): Promise<boolean>
}

const LONGEST_LINE = 1024 * 1024

export function createByteReader(source: AsyncIterable<Buffer>, endedEarly: () => Error): ByteReader {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  /** False at the end of the stream. */
  async function more(): Promise<boolean> {
    const next = await chunks.next()
    if (next.done) return false
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value])
    return true
  }

  return {
    line: async () => {
      for (;;) {
        const end = rest.indexOf(10)
        if (end >= 0) {
          const line = rest.subarray(0, end).toString('utf8')
          rest = rest.subarray(end + 1)
          return line
        }
        if (rest.length > LONGEST_LINE || !(await more())) throw endedEarly()
      }
    },
    take: async function* (length) {
      for (let left = length; left > 0; ) {
        if (rest.length === 0 && !(await more())) throw endedEarly()
        const part = rest.subarray(0, left)
        rest = rest.subarray(part.length)
        left -= part.length
        yield part
      }
    },
    isAtEnd: async () => rest.length === 0 && !(await more()),
  }
}
