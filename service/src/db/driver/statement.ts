import type pg from 'pg'

/** A connection with a field that its published types omit: the statements the server knows by name. */
type Connection = pg.Connection & {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
}

export interface Statement {
  name: string
  text: string
  /** In PostgreSQL's text format. */
  values: readonly string[]
}

/**
 * A statement of the hot path, as an extension of the driver. The driver's own query copies its description, asks for the columns
 * each time and builds a parser for them, which costs more than sending a statement of a few rows. Here the columns are known and
 * the caller reads them.
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
