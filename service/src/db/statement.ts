import type pg from 'pg'

/** A connection with what its published types leave out: which statements the server knows by name. */
type Connection = pg.Connection & {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
}

export interface Statement {
  name: string
  text: string
  /** As PostgreSQL reads them. */
  values: readonly string[]
}

/**
 * A statement of the hot path, in the shape in which the driver takes extensions. The driver's own copies its description, asks
 * for the columns each time and builds a parser for them, which for a statement of a few rows costs more than sending it; here
 * the columns are known, and whoever asks reads them.
 */
class Asked<Row> implements pg.Submittable {
  readonly name: string
  readonly text: string
  private readonly values: readonly string[]
  private readonly read: (fields: readonly string[]) => Row
  private readonly done: (error: Error | null, rows: Row[]) => void
  private readonly rows: Row[] = []
  private fault: Error | null = null

  constructor(
    { name, text, values }: Statement,
    read: (fields: readonly string[]) => Row,
    done: (error: Error | null, rows: Row[]) => void,
  ) {
    this.name = name
    this.text = text
    this.values = values
    this.read = read
    this.done = done
  }

  submit(connection: pg.Connection): null {
    const { parsedStatements, submittedNamedStatements } = connection as Connection
    connection.stream.cork()
    if (parsedStatements[this.name] === undefined && submittedNamedStatements[this.name] === undefined) {
      connection.parse({ name: this.name, text: this.text, types: [] }, true)
      submittedNamedStatements[this.name] = this.text
    }
    connection.bind({ statement: this.name, values: this.values as string[] }, true)
    connection.execute(null, true)
    connection.sync()
    connection.stream.uncork()
    return null
  }

  handleDataRow({ fields }: { fields: readonly string[] }): void {
    try {
      this.rows.push(this.read(fields))
    } catch (error) {
      this.fault = error as Error
    }
  }

  handleReadyForQuery(): void {
    this.done(this.fault, this.rows)
  }

  handleError(error: Error): void {
    this.done(error, [])
  }

  handleCommandComplete(): void {}
}

export function ask<Row>(
  database: pg.Client,
  statement: Statement,
  read: (fields: readonly string[]) => Row,
): Promise<Row[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Row[]>()
  database.query(
    new Asked(statement, read, (error, rows) => {
      if (error) reject(error)
      else resolve(rows)
    }),
  )
  return promise
}

/**
 * A statement by the driver's usual way, but by callback. The promises and timers that the driver makes hang together, and survive
 * every sweep of the nursery until a full collection: at two thousand charges a second a sweep took 6 ms with them, during which
 * everybody waits.
 */
export function rowsOf<Row extends pg.QueryResultRow>(
  database: pg.Client,
  statement: pg.QueryConfig,
): Promise<Row[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Row[]>()
  database.query<Row>(statement, (error: Error | null, result) => {
    if (error) reject(error)
    else resolve(result.rows)
  })
  return promise
}
