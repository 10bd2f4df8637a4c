import { Readable } from 'node:stream'
import { createCellWriter } from './cell-writer.ts'
import type { Grid } from './grid.ts'

/**
 * The JSON of a cached grid, written while the database still sends its cells. Written afterwards, it would take as long
 * again. The price is memory: the JSON is five times as large as what the database sends.
 */
export interface EarlyBody {
  /** The next bytes of one of the parts that are read in parallel. */
  take(part: number, bytes: Buffer): void
  /** The same as `cellsBody` of all parts, in order. */
  body(): Readable
  /** Frees the memory, unless `body` was sold: then it is freed when the body has been read. */
  close(isSold: boolean): void
}

/** How many answers a process holds in memory at a time. Further ones are written as they are sent. */
const MOST_HELD = 4
/** The database sends a few lines at a time. These make one piece of JSON. */
const SLICE_BYTES = 40 * 1024
const LINE_END = 10

/** Null if the process already holds as many as it may. */
export type BeginEarlyBody = (grid: Grid, nowMs: number) => EarlyBody | null

export function createEarlyBodies(): BeginEarlyBody {
  let held = 0

  return (grid, nowMs) => {
    if (held >= MOST_HELD) return null
    held += 1
    const parts: Part[] = []
    let stream: Readable | null = null
    const free = () => {
      held -= 1
    }
    return {
      take: (part, bytes) => {
        parts[part] ??= beginPart(grid, nowMs)
        parts[part].take(bytes)
      },
      body: () => {
        stream = Readable.from(piecesOf(parts), { objectMode: false })
        return stream
      },
      close: (isSold) => {
        if (isSold && stream && !stream.closed) stream.once('close', free)
        else free()
      },
    }
  }
}

interface Part {
  take(bytes: Buffer): void
  /** Each cell begins with a comma. Complete after `end`. */
  pieces: Buffer[]
  end(): void
  count(): number
}

function beginPart(grid: Grid, nowMs: number): Part {
  const writer = createCellWriter(grid, nowMs, { form: 'json', before: ',' })
  const pieces: Buffer[] = []
  let waiting: Buffer[] = []
  let waitingBytes = 0
  const write = () => {
    const lines = Buffer.concat(waiting, waitingBytes)
    const end = lines.lastIndexOf(LINE_END) + 1
    pieces.push(...writer.write(lines.subarray(0, end)))
    waiting = end < lines.length ? [lines.subarray(end)] : []
    waitingBytes = lines.length - end
  }
  return {
    pieces,
    count: writer.count,
    take: (bytes) => {
      waiting.push(bytes)
      waitingBytes += bytes.length
      if (waitingBytes >= SLICE_BYTES) write()
    },
    end: write,
  }
}

/** Lets go of each piece as it is sent. */
function* piecesOf(parts: readonly Part[]): Generator<Buffer | string> {
  let open = '{"cells":['
  let count = 0
  for (const part of parts) {
    part.end()
    count += part.count()
    for (let piece = part.pieces.shift(); piece; piece = part.pieces.shift()) {
      if (open !== '') yield open
      yield open === '' ? piece : piece.subarray(1)
      open = ''
    }
  }
  yield `${open}],"count":${count}}`
}
