import pg from 'pg'

export interface ConnectionOptions extends pg.ClientConfig {
  /** A statement without an answer for this long ends the connection. Default: never. */
  answerMs?: number
}

type Done = (error: Error | null, result: unknown) => void

/**
 * A connection whose statements are gone from memory soon after they end. When code assigns a new function to a property
 * (`query.callback = () => …`), V8 puts that function among the old objects, and all that it refers to stays until the next full
 * garbage collection. The driver does that for every promise and every timeout of a statement, and so keeps its values and rows.
 * Here functions are passed as arguments, and one timer watches all connections.
 */
export class Connection extends pg.Client {
  private readonly answerMs: number | undefined
  /** Statements sent so far. */
  private sent = 0
  /** How many had been sent when `look` last saw something new, and when that was. */
  private seen = 0
  private seenAtMs = 0

  constructor(options: ConnectionOptions = {}) {
    super(options)
    this.answerMs = options.answerMs
    if (options.answerMs === undefined) return
    watch(this)
    this.once('end', () => unwatch(this))
  }

  override query = ((statement: string, values?: unknown[], done?: Done) => {
    this.sent += 1
    const isAwaited = done === undefined && typeof values !== 'function' && !isSubmittable(statement)
    return isAwaited
      ? this.answerOf(statement, values)
      : super.query(statement, values as unknown[], done as Done)
  }) as pg.Client['query']

  private async answerOf(statement: string, values: unknown[] | undefined): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    super.query(statement, values as unknown[], (error: Error | null, result: unknown) => {
      if (error) reject(error)
      else resolve(result)
    })
    try {
      return await promise
    } catch (error) {
      // The stack of the driver's error ends at the socket. This one leads to the caller.
      Error.captureStackTrace(error as Error)
      throw error
    }
  }

  /** The server's process at the other end. The published types omit this field of the driver. */
  get serverProcess(): number | null {
    const { processID } = this as { processID?: number | null }
    return processID ?? null
  }

  /** Ends the connection if its present statement has taken too long. */
  look(nowMs: number): void {
    // The published types omit this field of the driver.
    const { readyForQuery } = this as unknown as { readyForQuery: boolean }
    if (readyForQuery || this.sent !== this.seen) {
      this.seen = this.sent
      this.seenAtMs = nowMs
    } else if (this.sent > 0 && nowMs - this.seenAtMs > (this.answerMs ?? Number.POSITIVE_INFINITY)) {
      this.connection.stream.destroy(new Error('the database did not answer in time'))
    }
  }
}

function isSubmittable(statement: unknown): boolean {
  return typeof statement === 'object' && statement !== null && 'submit' in statement
}

const LOOK_MS = 250
const watched = new Set<Connection>()
let timer: NodeJS.Timeout | undefined

function watch(connection: Connection): void {
  watched.add(connection)
  timer ??= setInterval(() => {
    const nowMs = performance.now()
    for (const one of watched) one.look(nowMs)
  }, LOOK_MS).unref()
}

function unwatch(connection: Connection): void {
  watched.delete(connection)
  if (watched.size > 0) return
  clearInterval(timer)
  timer = undefined
}
