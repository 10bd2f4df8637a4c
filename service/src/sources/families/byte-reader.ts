import { SourceFailure } from '../source.ts'

/** Reads a stream of bytes in pieces of the wanted length. Throws if it ends too early. */
export function createByteReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  /** Whatever comes next. */
  const chunk = async (): Promise<Buffer> => {
    if (held.length > 0) {
      const next = held
      held = Buffer.alloc(0)
      return next
    }
    try {
      const { done, value } = await chunks.next()
      if (!done) return value
    } catch (cause) {
      throw endedEarly(cause)
    }
    throw endedEarly()
  }

  const unread = (bytes: Buffer): void => {
    held = held.length === 0 ? bytes : Buffer.concat([bytes, held])
  }

  const peek = async (count: number): Promise<Buffer> => {
    while (held.length < count) {
      const before = held
      held = Buffer.alloc(0)
      held = Buffer.concat([before, await chunk()])
    }
    return held.subarray(0, count)
  }

  const exactly = async (count: number): Promise<Buffer> => {
    const bytes = await peek(count)
    held = held.subarray(count)
    return bytes
  }

  /** The next bytes in the pieces in which they arrive. */
  async function* some(count: number): AsyncGenerator<Buffer> {
    let left = count
    while (left > 0) {
      const next = await chunk()
      if (next.length > left) unread(next.subarray(left))
      const piece = next.subarray(0, left)
      left -= piece.length
      yield piece
    }
  }

  return { chunk, unread, peek, exactly, some }
}

function endedEarly(cause?: unknown): SourceFailure {
  return new SourceFailure('broken', 'the file ended early', { transient: true, cause })
}
