import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { UsageError } from './exit.ts'

export const DEFAULT_URL = 'http://127.0.0.1:8080'

export interface Credentials {
  url: string
  key: string
}

/** Where `vacancy login` stores the key. Only its owner can read the file. */
export function credentialsFile(env: NodeJS.ProcessEnv): string {
  const config = env['XDG_CONFIG_HOME'] || join(homedir(), '.config')
  return join(config, 'vacancy', 'credentials.json')
}

export async function readCredentials(env: NodeJS.ProcessEnv): Promise<Credentials | null> {
  const file = credentialsFile(env)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new UsageError(`${file} cannot be read: ${error.message}.`)
  })
  if (text === null) return null
  try {
    const { url, key } = JSON.parse(text) as Partial<Credentials>
    if (typeof url === 'string' && typeof key === 'string') return { url, key }
  } catch {
    // Reported below, like any other content that login does not write.
  }
  throw new UsageError(`${file} was not written by \`vacancy login\`.`, 'Run `vacancy login` again.')
}

export async function writeCredentials(env: NodeJS.ProcessEnv, credentials: Credentials): Promise<string> {
  const file = credentialsFile(env)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, `${JSON.stringify(credentials, undefined, 2)}\n`, { mode: 0o600 })
  // writeFile sets the mode only on new files.
  await chmod(file, 0o600)
  return file
}

/** Returns false if there was no file. */
export async function forgetCredentials(env: NodeJS.ProcessEnv): Promise<boolean> {
  const had = (await readCredentials(env).catch(() => ({ url: '', key: '' }))) !== null
  await rm(credentialsFile(env), { force: true })
  return had
}

/** The environment overrides the stored login. A stored key is only ever sent to the server it was stored for. */
export async function chooseCredentials(env: NodeJS.ProcessEnv): Promise<Credentials> {
  const { VACANCY_API_KEY: key } = env
  const url = env['VACANCY_URL'] ? addressOf(env['VACANCY_URL'], 'VACANCY_URL: ') : undefined
  if (url && key) return { url, key }
  const stored = await readCredentials(env)
  if (key) return { url: url || (stored?.url ?? DEFAULT_URL), key }
  if (!stored) {
    throw new UsageError(
      'There is no API key.',
      'Run `vacancy login`, or set VACANCY_API_KEY (and VACANCY_URL).',
    )
  }
  if (url && sameServer(url) !== sameServer(stored.url)) {
    throw new UsageError(
      `The stored key belongs to ${stored.url}, but VACANCY_URL is ${url}.`,
      `Set VACANCY_API_KEY as well, or run \`vacancy login --url ${url}\`.`,
    )
  }
  return stored
}

/** The address without a trailing slash, if a call could be sent to it. */
export function addressOf(url: string, setting = ''): string {
  if (!/^https?:\/\/[^/\s]+/.test(url) || !URL.canParse(url)) {
    throw new UsageError(`${setting}${url} is not a URL. Use a form such as https://rates.example.com.`)
  }
  return url.replace(/\/+$/, '')
}

function sameServer(url: string): string {
  return url.replace(/\/+$/, '').replace(/\/v1$/, '')
}
