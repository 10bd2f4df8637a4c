import type pg from 'pg'
import type { Client } from '../pool.ts'

const COPY_DATA = 'd'.charCodeAt(0)
const COPY_DONE = 'c'.charCodeAt(0)
const ERROR = 'E'.charCodeAt(0)
/** The code of a message and its length, which counts itself but not the code. */
const HEADER_BYTES = 5
const LENGTH_BYTES = 4

/** Large enough that passing on a block costs little beside its rows. */
const BLOCK_BYTES = 64 * 1024

/**
 * Runs `COPY … TO STDOUT` and passes on its rows as they arrive, in blocks of whole rows. Returns the number of rows. The stream of
 * `pg-copy-streams` makes a buffer for every row, and its garbage took longer to collect than the rows to read.
 */
export function copyOut(client: Client, text: string, take: (rows: Buffer) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(new CopyOut(text, take, (error, rows) => (error ? reject(error) : resolve(rows))))
  })
}

/** An extension of the driver: takes the rows from the socket itself, and leaves all other messages to the driver. */
class CopyOut implements pg.Submittable {
  readonly text: string
  private readonly take: (rows: Buffer) => void
  private readonly done: (error: Error | null, rows: number) => void
  private rows = 0
  private block = Buffer.alloc(0)
  private used = 0
  private fault: Error | null = null
  /** A header that has not arrived in full. */
  private begun: Buffer | null = null
  /** How much is missing of the present message. */
  private missing = 0
  private isRow = false

  constructor(text: string, take: (rows: Buffer) => void, done: (error: Error | null, rows: number) => void) {
    this.text = text
    this.take = take
    this.done = done
  }

  submit(connection: pg.Connection): null {
    const { stream } = connection
    const [toDriver] = stream.listeners('data') as ((bytes: Buffer) => void)[]
    if (!toDriver) throw new Error('the driver does not listen to its connection')
    const onData = (bytes: Buffer) => {
      const rest = this.read(bytes, toDriver)
      if (!rest) return
      stream.off('data', onData).on('data', toDriver)
      this.passOn()
      toDriver(rest)
    }
    stream.off('data', toDriver).on('data', onData)
    connection.query(this.text)
    return null
  }

  /** Returns what the driver reads itself, from the end of the rows on. */
  private read(bytes: Buffer, toDriver: (bytes: Buffer) => void): Buffer | null {
    const source = this.begun ? Buffer.concat([this.begun, bytes]) : bytes
    this.begun = null
    let at = 0
    while (at < source.length) {
      if (this.missing === 0) {
        if (source.length - at < HEADER_BYTES) {
          this.begun = source.subarray(at)
          return null
        }
        const code = source[at]
        if (code === COPY_DONE || code === ERROR) return source.subarray(at)
        this.missing = source.readInt32BE(at + 1) - LENGTH_BYTES
        this.isRow = code === COPY_DATA
        if (this.isRow) this.makeRoom()
        else toDriver(source.subarray(at, at + HEADER_BYTES))
        at += HEADER_BYTES
      }
      const end = Math.min(source.length, at + this.missing)
      if (this.isRow) this.used += source.copy(this.block, this.used, at, end)
      else toDriver(source.subarray(at, end))
      this.missing -= end - at
      at = end
    }
    return null
  }

  /** For the row that begins. */
  private makeRoom(): void {
    this.rows += 1
    if (this.used + this.missing <= this.block.length) return
    this.passOn()
    this.block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, this.missing))
    this.used = 0
  }

  private passOn(): void {
    if (this.used === 0 || this.fault) return
    try {
      this.take(this.block.subarray(0, this.used))
    } catch (error) {
      this.fault = error as Error
    }
  }

  handleError(error: Error): void {
    this.done(error, this.rows)
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.done(this.fault, this.rows)
  }
}
