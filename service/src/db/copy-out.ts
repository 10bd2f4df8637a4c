import type pg from 'pg'
import type { Client } from './pool.ts'

const COPY_DATA = 'd'.charCodeAt(0)
const COPY_DONE = 'c'.charCodeAt(0)
const ERROR = 'E'.charCodeAt(0)
/** The code of a message and its length, which does not count the code. */
const HEADER_BYTES = 5

/**
 * Runs `COPY … TO STDOUT` and passes on its rows as they arrive, some at a time. A row may be split between two calls. Returns the
 * number of rows. A stream of the usual package makes a buffer for every row, which took longer than all else here.
 */
export function copyOut(client: Client, text: string, take: (bytes: Buffer) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(new CopyOut(text, take, (error, rows) => (error ? reject(error) : resolve(rows))))
  })
}

/** An extension of the driver: takes the rows from the socket itself, and leaves all other messages to the driver. */
class CopyOut implements pg.Submittable {
  readonly text: string
  /** The driver adds its timeout to this. */
  callback: (error: Error | null) => void
  private readonly take: (bytes: Buffer) => void
  private detach: () => unknown = () => {}
  private rows = 0
  private fault: Error | null = null
  /** A header that has not arrived in full. */
  private begun: Buffer | null = null
  /** How much is missing of the present message, and whether it is for the driver. */
  private missing = 0
  private isForDriver = false

  constructor(
    text: string,
    take: (bytes: Buffer) => void,
    done: (error: Error | null, rows: number) => void,
  ) {
    this.text = text
    this.take = take
    this.callback = (error) => done(error, this.rows)
  }

  submit(connection: pg.Connection): null {
    const { stream } = connection
    const [toDriver] = stream.listeners('data') as ((bytes: Buffer) => void)[]
    if (!toDriver) throw new Error('the driver does not listen to its connection')
    const onData = (bytes: Buffer) => this.read(bytes, toDriver)
    stream.off('data', toDriver).on('data', onData)
    this.detach = () => stream.off('data', onData).on('data', toDriver)
    connection.query(this.text)
    return null
  }

  /** Moves the rows together over the headers between them. */
  private read(bytes: Buffer, toDriver: (bytes: Buffer) => void): void {
    const source = this.begun ? Buffer.concat([this.begun, bytes]) : bytes
    this.begun = null
    let at = 0
    let to = 0
    while (at < source.length) {
      if (this.missing === 0) {
        if (source.length - at < HEADER_BYTES) {
          this.begun = source.subarray(at)
          break
        }
        const code = source[at]
        // The driver reads everything from here on.
        if (code === COPY_DONE || code === ERROR) {
          this.pass(source, to)
          this.detach()
          toDriver(source.subarray(at))
          return
        }
        const length = source.readInt32BE(at + 1)
        this.isForDriver = code !== COPY_DATA
        this.missing = length - 4
        if (this.isForDriver) toDriver(Buffer.from(source.subarray(at, at + HEADER_BYTES)))
        else this.rows += 1
        at += HEADER_BYTES
      }
      const end = Math.min(source.length, at + this.missing)
      this.missing -= end - at
      if (this.isForDriver) toDriver(Buffer.from(source.subarray(at, end)))
      else {
        source.copyWithin(to, at, end)
        to += end - at
      }
      at = end
    }
    this.pass(source, to)
  }

  private pass(source: Buffer, to: number): void {
    if (to === 0 || this.fault) return
    try {
      this.take(source.subarray(0, to))
    } catch (error) {
      this.fault = error as Error
    }
  }

  /** After a timeout the rest may still arrive. It is read here until the connection is closed. */
  handleError(error: Error): void {
    this.callback(error)
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(this.fault)
  }
}
