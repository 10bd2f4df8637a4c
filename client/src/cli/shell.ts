import { type Client, createClient } from '../client.ts'
import { chooseCredentials } from './credentials.ts'
import { type Paint, paintFor } from './paint.ts'
import { type Column, table } from './table.ts'

/** What commands have to do with the world: where they print, whom they ask, and when to stop. */
export interface Shell {
  env: NodeJS.ProcessEnv
  stdin: NodeJS.ReadStream
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
  paint: Paint
  /** The same for what is said. */
  paintError: Paint
  /** The result: what a pipe gets. */
  print(text: string): void
  /** A line to the person in front of it, past any pipe. */
  say(text: string): void
  table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string
  client(): Promise<Client>
  /** Ends with Ctrl-C. */
  signal: AbortSignal
  /** What Ctrl-C does, where the terminal does not do it. */
  interrupt(): void
  /** What to say to somebody who leaves now. */
  farewell: string | null
}

export function openShell(io: typeof process): Shell {
  const { env, stdin, stdout, stderr } = io
  const leaving = new AbortController()
  // Whoever reads only the first lines has got what he wanted.
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
