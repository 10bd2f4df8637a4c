import { Readable } from 'node:stream'
import { createCellWriter, SLAB_BYTES, type TakeSlab } from './cell-writer.ts'
import type { Grid } from './grid.ts'

/**
 * The JSON of a cached grid, written while the database still sends its cells. Written afterwards, it would take as long
 * again. The price is memory: the JSON is five times as large as what the database sends.
 */
export interface EarlyBody {
  /** The next lines of one of the parts that are read in parallel. */
  take(part: number, lines: Buffer): void
  /** The same as `cellsBody` of all parts, in order. */
  body(): Readable
  /** Call when the body has been sent to its last byte: its memory is used again. */
  sent(): void
  /** Frees the memory, unless `body` was sold: then it is freed when the body has been read. */
  close(isSold: boolean): void
}

/** How many answers a process holds in memory at a time. Further ones are written as they are sent. */
const MOST_HELD = 4
/** Slabs that a process keeps for its next answers: the JSON of one of the largest grids. */
const MOST_KEPT = 40

/** Null if the process already holds as many as it may. */
export type BeginEarlyBody = (grid: Grid, nowMs: number) => EarlyBody | null

export function createEarlyBodies(): BeginEarlyBody {
  let held = 0
  // Memory outside of V8's heap makes it collect garbage. With new slabs, every second answer waited for a full collection.
  const kept: Buffer[] = []

  return (grid, nowMs) => {
    if (held >= MOST_HELD) return null
    held += 1
    const parts: Part[] = []
    let used: Buffer[] = []
    const takeSlab = () => {
      const slab = kept.pop() ?? Buffer.allocUnsafeSlow(SLAB_BYTES)
      used.push(slab)
      return slab
    }
    let stream: Readable | null = null
    const free = () => {
      held -= 1
    }
    return {
      take: (part, lines) => {
        parts[part] ??= beginPart(grid, nowMs, takeSlab)
        parts[part].take(lines)
      },
      body: () => {
        stream = Readable.from(piecesOf(parts), { objectMode: false })
        return stream
      },
      sent: () => {
        kept.push(...used.slice(0, MOST_KEPT - kept.length))
        used = []
      },
      close: (isSold) => {
        if (isSold && stream && !stream.closed) stream.once('close', free)
        else free()
      },
    }
  }
}

interface Part {
  take(lines: Buffer): void
  /** Each cell begins with a comma. */
  pieces: Buffer[]
  count(): number
}

function beginPart(grid: Grid, nowMs: number, takeSlab: TakeSlab): Part {
  const writer = createCellWriter(grid, nowMs, { form: 'json', before: ',' }, takeSlab)
  const pieces: Buffer[] = []
  return {
    pieces,
    count: writer.count,
    take: (lines) => {
      for (const piece of writer.write(lines)) {
        const last = pieces.at(-1)
        const joined = last && joinedOf(last, piece)
        if (joined) pieces[pieces.length - 1] = joined
        else pieces.push(piece)
      }
    },
  }
}

/** Both pieces as one, if they are neighbours in a slab: fewer and larger writes. */
function joinedOf(first: Buffer, second: Buffer): Buffer | null {
  if (first.buffer !== second.buffer || first.byteOffset + first.length !== second.byteOffset) return null
  return Buffer.from(first.buffer, first.byteOffset, first.length + second.length)
}

/** Lets go of each piece as it is sent. */
function* piecesOf(parts: readonly Part[]): Generator<Buffer | string> {
  let open = '{"cells":['
  let count = 0
  for (const part of parts) {
    count += part.count()
    for (let piece = part.pieces.shift(); piece; piece = part.pieces.shift()) {
      if (open !== '') yield open
      yield open === '' ? piece : piece.subarray(1)
      open = ''
    }
  }
  yield `${open}],"count":${count}}`
}
