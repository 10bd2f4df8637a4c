import { type Command, CommanderError } from 'commander'
import type { Shell } from './shell.ts'

interface Group {
  add(program: Command, shell: Shell): void
}

/** Each command, and where it is. Only what is called is loaded: a question should not wait for the others. */
const GROUPS: Readonly<Record<string, () => Promise<Group>>> = {
  shop: () => import('./rates.ts'),
  award: () => import('./rates.ts'),
  stay: () => import('./stay.ts'),
  calendar: () => import('./stay.ts'),
  compset: () => import('./compset.ts'),
  matrix: () => import('./matrix.ts'),
  export: () => import('./export.ts'),
  jobs: () => import('./jobs.ts'),
  hotels: () => import('./places.ts'),
  area: () => import('./area.ts'),
  search: () => import('./area.ts'),
  value: () => import('./value.ts'),
  parity: () => import('./parity.ts'),
  ids: () => import('./ids.ts'),
  watch: () => import('./watch.ts'),
  events: () => import('./events.ts'),
  usage: () => import('./account.ts'),
  chains: () => import('./account.ts'),
  login: () => import('./login.ts'),
  logout: () => import('./login.ts'),
  completion: () => import('./completion.ts'),
}

/** Whether these words are a question that needs nothing but the commands of this package. */
export function isQuery([first = '']: readonly string[]): boolean {
  return first in GROUPS
}

export interface QueryCommands {
  /** Says what went wrong, and how the process is to end; null where it is not for us to say. */
  end(error: unknown): number | null
}

/** Adds the commands that ask the service over HTTP; with words, only those that they can mean. */
export async function addQueryCommands(
  program: Command,
  words: readonly string[] = [],
): Promise<QueryCommands> {
  const [first = ''] = words
  const only = GROUPS[first]
  const { openShell } = await import('./shell.ts')
  const { EXIT, endingOf } = await import('./exit.ts')
  const shell = openShell(process)
  const groups = await Promise.all((only ? [only] : Object.values(GROUPS)).map((load) => load()))
  program.commandsGroup('Questions:')
  for (const group of new Set(groups)) group.add(program, shell)
  return {
    end: (error) => {
      if (shell.signal.aborted) {
        if (shell.farewell !== null) shell.say(shell.farewell)
        return EXIT.interrupted
      }
      const ending = endingOf(error)
      if (ending === null) return null
      shell.say(`vacancy: ${ending.message}`)
      if (ending.hint !== null) shell.say(ending.hint)
      return ending.exit
    },
  }
}

const MISUSE = 2

/** How the program as a whole talks to people: what it is, and what to do about words that it does not understand. */
export function forPeople(program: Command): Command {
  return program
    .description('What a hotel night costs, in money and in points.')
    .version('1.0.0')
    .showHelpAfterError('Add --help to see what it takes, with examples.')
    .exitOverride()
    .addHelpText(
      'after',
      `
Questions go to the service of \`vacancy login\`, or of VACANCY_URL with VACANCY_API_KEY.
They end with 0, or 1 for an error, 2 for a misuse, 3 over a limit, 4 if a source failed.`,
    )
}

/** Runs what was asked, and tells the code to exit with. `end` explains errors; what it cannot explain is thrown on. */
export async function parse(program: Command, end: (error: unknown) => number | null): Promise<number> {
  try {
    await program.parseAsync()
    return 0
  } catch (error) {
    // These have been told already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : MISUSE
    const code = end(error)
    if (code === null) throw error
    return code
  }
}
