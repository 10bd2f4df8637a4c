/** Reads lines and blocks of known length from a stream. It keeps only what was not taken yet. */
export interface ByteReader {
  /** Whatever comes next. */
  chunk(): Promise<Buffer>
  /** Puts bytes back, to be read next. */
  unread(bytes: Buffer): void
  /** The next bytes, which stay unread. */
  peek(count: number): Promise<Buffer>
  exactly(count: number): Promise<Buffer>
  /** The next bytes, in the parts in which they arrive. */
  take(count: number): AsyncGenerator<Buffer>
  /** The next line, without its end. */
  line(): Promise<string>
  isAtEnd(): Promise<boolean>
}

const LONGEST_LINE = 1024 * 1024

export function createByteReader(source: AsyncIterable<Buffer>, endedEarly: () => Error): ByteReader {
  const chunks = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  /** False at the end of the stream. */
  async function more(): Promise<boolean> {
    const next = await chunks.next()
    if (next.done) return false
    held = held.length === 0 ? next.value : Buffer.concat([held, next.value])
    return true
  }

  async function hold(count: number): Promise<void> {
    while (held.length < count) if (!(await more())) throw endedEarly()
  }

  function cut(count: number): Buffer {
    const bytes = held.subarray(0, count)
    held = held.subarray(count)
    return bytes
  }

  return {
    chunk: async () => {
      await hold(1)
      return cut(held.length)
    },
    unread: (bytes) => {
      held = Buffer.concat([bytes, held])
    },
    peek: async (count) => {
      await hold(count)
      return held.subarray(0, count)
    },
    exactly: async (count) => {
      await hold(count)
      return cut(count)
    },
    take: async function* (count) {
      for (let left = count; left > 0; ) {
        await hold(1)
        const part = cut(Math.min(left, held.length))
        left -= part.length
        yield part
      }
    },
    line: async () => {
      for (;;) {
        const end = held.indexOf(10)
        if (end >= 0) return cut(end + 1).toString('utf8', 0, end)
        if (held.length > LONGEST_LINE || !(await more())) throw endedEarly()
      }
    },
    isAtEnd: async () => held.length === 0 && !(await more()),
  }
}
