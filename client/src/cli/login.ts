import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { createClient } from '../client.ts'
import {
  addressOf,
  credentialsFile,
  DEFAULT_URL,
  forgetCredentials,
  readCredentials,
  writeCredentials,
} from './credentials.ts'
import { UsageError } from './exit.ts'
import { withExamples } from './options.ts'
import type { Shell } from './shell.ts'
import { amount } from './words.ts'

/** `vacancy login` and `vacancy logout`: store or remove the API key. */
export function add(program: Command, shell: Shell): void {
  const login = program
    .command('login')
    .description('store an API key for the query commands')
    .option('--url <url>', `address of the service (default VACANCY_URL or ${DEFAULT_URL})`)
    .option('--key <->', '`-` reads the key from standard input instead of prompting for it')
    .action(async ({ url: given, key: from }: { url?: string; key?: string }) => {
      const url = addressOf(given ?? (shell.env['VACANCY_URL'] || DEFAULT_URL))
      const key = await readKey(shell, from)
      const client = createClient({ baseUrl: url, apiKey: key })
      const { data } = await client.getUsage({}, { signal: shell.signal })
      const file = await writeCredentials(shell.env, { url, key })
      shell.print(`Logged in to ${url}: plan ${data.plan}, ${amount(data.credits_remaining)} credits left.`)
      shell.say(`The key is stored in ${file}, which only you can read. \`vacancy logout\` removes it.`)
      if (shell.env['VACANCY_API_KEY']) shell.say('VACANCY_API_KEY is set and overrides the stored key.')
    })
  withExamples(login, 'login', 'login --url https://rates.example.com', 'login --key - < key.txt')

  program
    .command('logout')
    .description('remove the stored API key')
    .action(async () => {
      const stored = await readCredentials(shell.env).catch(() => null)
      const had = await forgetCredentials(shell.env)
      shell.print(
        had ? `Logged out of ${stored?.url ?? credentialsFile(shell.env)}.` : 'You were not logged in.',
      )
      if (had)
        shell.say('The key itself still works. To revoke it, run `vacancy keys revoke KEY_ID` on the server.')
    })
}

async function readKey(shell: Shell, from: string | undefined): Promise<string> {
  if (from !== undefined && from !== '-') {
    throw new UsageError(
      'A key on the command line would be visible to other users.',
      'Use `--key -` and pass the key on standard input.',
    )
  }
  if (from === undefined && !shell.stdin.isTTY) {
    throw new UsageError(
      'There is no terminal to prompt for the key.',
      'Use `--key -` and pass the key on standard input.',
    )
  }
  const key = (from === '-' ? await text(shell.stdin) : await askHidden(shell, 'API key: ')).trim()
  if (!/^\S+$/.test(key)) throw new UsageError('No key was given.')
  return key
}

const ENTER = new Set(['\r', '\n', '\u0004'])
const BACKSPACE = new Set(['\u007F', '\b'])

/** Reads a line without echoing it. */
async function askHidden({ stdin, stderr, signal, interrupt }: Shell, question: string): Promise<string> {
  stderr.write(question)
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  let typed = ''
  try {
    for await (const chunk of stdin) {
      for (const letter of String(chunk)) {
        if (letter === '\u0003') {
          interrupt()
          signal.throwIfAborted()
        }
        if (ENTER.has(letter)) return typed
        typed = BACKSPACE.has(letter) ? typed.slice(0, -1) : typed + letter
      }
    }
    return typed
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    stderr.write('\n')
  }
}
