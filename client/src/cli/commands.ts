import { type Command, CommanderError } from 'commander'
import type { Shell } from './shell.ts'

interface Group {
  add(program: Command, shell: Shell): void
}

/** Each command and its module. Only the module of the command that runs is loaded, to keep start-up fast. */
const GROUPS: Readonly<Record<string, () => Promise<Group>>> = {
  shop: () => import('./rates.ts'),
  award: () => import('./rates.ts'),
  stay: () => import('./stay.ts'),
  calendar: () => import('./stay.ts'),
  history: () => import('./history.ts'),
  insight: () => import('./insight.ts'),
  outlook: () => import('./outlook.ts'),
  compset: () => import('./compset.ts'),
  matrix: () => import('./matrix.ts'),
  export: () => import('./export.ts'),
  jobs: () => import('./jobs.ts'),
  hotels: () => import('./places.ts'),
  area: () => import('./area.ts'),
  search: () => import('./area.ts'),
  value: () => import('./value.ts'),
  access: () => import('./access.ts'),
  trip: () => import('./trip.ts'),
  wallet: () => import('./wallet.ts'),
  transfers: () => import('./wallet.ts'),
  parity: () => import('./parity.ts'),
  receipts: () => import('./receipts.ts'),
  ids: () => import('./ids.ts'),
  sets: () => import('./sets.ts'),
  boards: () => import('./boards.ts'),
  schedules: () => import('./schedules.ts'),
  feeds: () => import('./feeds.ts'),
  watch: () => import('./watch.ts'),
  bookings: () => import('./bookings.ts'),
  endpoints: () => import('./endpoints.ts'),
  events: () => import('./events.ts'),
  listen: () => import('./listen.ts'),
  usage: () => import('./account.ts'),
  audit: () => import('./audit.ts'),
  chains: () => import('./account.ts'),
  login: () => import('./login.ts'),
  logout: () => import('./login.ts'),
  mcp: () => import('./mcp.ts'),
  completion: () => import('./completion.ts'),
  complete: () => import('./complete.ts'),
}

/** Whether the first word is a command of this package. */
export function isQuery([first = '']: readonly string[]): boolean {
  return first in GROUPS
}

export interface QueryCommands {
  /** Prints the error and returns the exit code, or null for errors of other commands. */
  end(error: unknown): number | null
}

/** Adds the commands that call the service over HTTP: all of them, or only the one named by the first word. */
export async function addQueryCommands(
  program: Command,
  words: readonly string[] = [],
  io: typeof process = process,
): Promise<QueryCommands> {
  const [first = ''] = words
  // The completion script needs to know every command.
  const only = first === 'completion' ? undefined : GROUPS[first]
  const { openShell } = await import('./shell.ts')
  const { detailsOf, EXIT, endingOf } = await import('./exit.ts')
  const shell = openShell(io)
  const groups = await Promise.all((only ? [only] : Object.values(GROUPS)).map((load) => load()))
  program.commandsGroup('Query commands:')
  for (const group of new Set(groups)) group.add(program, shell)
  return {
    end: (error) => {
      if (shell.signal.aborted) {
        if (shell.farewell !== null) shell.say(shell.farewell)
        return EXIT.interrupted
      }
      const ending = endingOf(error)
      if (ending === null) return null
      if (words.includes('--json')) {
        const { exit, message, hint } = ending
        shell.say(JSON.stringify({ error: { ...detailsOf(error), message, hint, exit } }))
        return exit
      }
      shell.say(`vacancy: ${ending.message}`)
      if (ending.hint !== null) shell.say(ending.hint)
      return ending.exit
    },
  }
}

const MISUSE = 2

/** Description, version, help and error behaviour of the whole program. */
export function forPeople(program: Command): Command {
  // Errors of the command line itself, too.
  const asJson = process.argv.includes('--json')
  const jsonOf = (text: string) => {
    const message = text.replace(/^error: /, '').trim()
    return `${JSON.stringify({ error: { code: 'usage', message, hint: null, exit: MISUSE } })}\n`
  }
  return program
    .configureOutput({ outputError: (text, write) => write(asJson ? jsonOf(text) : text) })
    .showHelpAfterError(asJson ? false : 'Run it with --help to see the options and examples.')
    .description('What a hotel night costs, in money and in points.')
    .version('1.0.0')
    .exitOverride()
    .addHelpText(
      'after',
      `
Query commands call the service that you logged in to with \`vacancy login\`, or VACANCY_URL with VACANCY_API_KEY.
Exit codes: 0 success, 1 error, 2 wrong usage, 3 over a limit, 4 a source failed.`,
    )
}

/**
 * Runs the command, that of the process unless `words` are given, and returns the exit code. Errors that `end` does not know are
 * thrown again.
 */
export async function parse(
  program: Command,
  end: (error: unknown) => number | null,
  words: readonly string[] = process.argv.slice(2),
): Promise<number> {
  try {
    await program.parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has already printed the message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : MISUSE
    const code = end(error)
    if (code === null) throw error
    return code
  }
}
