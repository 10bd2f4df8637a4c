import { type Client, createClient } from '../client.ts'
import { chooseCredentials } from './credentials.ts'
import { type Paint, paintFor } from './paint.ts'
import { type Column, table } from './table.ts'

/** What a command uses of its environment: streams, credentials, the client, Ctrl-C. */
export interface Shell {
  env: NodeJS.ProcessEnv
  stdin: NodeJS.ReadStream
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
  paint: Paint
  /** The same for stderr. */
  paintError: Paint
  /** Prints a result on stdout. */
  print(text: string): void
  /** Prints a note on stderr, so that it stays out of pipes. */
  say(text: string): void
  table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string
  client(): Promise<Client>
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
  /** Does what Ctrl-C does, for when the terminal is in raw mode. */
  interrupt(): void
  /** Printed after Ctrl-C. */
  farewell: string | null
}

export function openShell(io: typeof process): Shell {
  const { env, stdin, stdout, stderr } = io
  const leaving = new AbortController()
  // A reader such as `head` may close the pipe early. That is no error.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    io.exit(0)
  })
  const paint = paintFor(stdout, env)
  return {
    env,
    stdin,
    stdout,
    stderr,
    paint,
    paintError: paintFor(stderr, env),
    print: (text) => stdout.write(text.endsWith('\n') ? text : `${text}\n`),
    say: (text) => stderr.write(`${text}\n`),
    table: (columns, rows) => table(columns, rows, { paint, width: stdout.isTTY ? stdout.columns : null }),
    client: async () => {
      io.on('SIGINT', () => leaving.abort())
      const { url, key } = await chooseCredentials(env)
      return createClient({ baseUrl: url, apiKey: key })
    },
    signal: leaving.signal,
    interrupt: () => leaving.abort(),
    farewell: null,
  }
}
