import { callOf, pythonCall, typescriptCall } from '@vacancy/client/snippets'
import { commandOf } from './command-line.ts'

/** A call as code. The page does not have the key, so a variable stands for it, except right after the key was made. */
export interface CodeCall {
  path: string
  body: Record<string, unknown>
  /** The address of the service. */
  origin: string
  /** Only while a new key is shown. */
  key?: string | undefined
}

export const LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
  { value: 'cli', label: 'Command line' },
] as const
export type Language = (typeof LANGUAGES)[number]['value']

/** Null if the call has no such form. */
export function codeOf(language: Language, call: CodeCall): string | null {
  switch (language) {
    case 'curl':
      return curlOf(call)
    case 'typescript':
      return typescriptOf(call)
    case 'python':
      return pythonOf(call)
    case 'cli':
      return commandLineOf(call)
  }
}

function curlOf({ origin, path, body, key = '$VACANCY_API_KEY' }: CodeCall): string {
  return `curl -s ${origin}/v1${path} \\
  -H "x-api-key: ${key}" \\
  -H 'content-type: application/json' \\
  -d '${spread(body).replaceAll("'", "'\\''")}'`
}

function typescriptOf({ origin, path, body, key }: CodeCall): string | null {
  const call = callOf('POST', path, body)
  const apiKey = key === undefined ? "process.env.VACANCY_API_KEY ?? ''" : `'${key}'`
  return (
    call &&
    `import { createClient } from '@vacancy/client'

const client = createClient({ baseUrl: '${origin}', apiKey: ${apiKey} })
const { data, credits } = await ${typescriptCall(call)}
console.info(credits.charged, data)`
  )
}

function pythonOf({ origin, path, body, key }: CodeCall): string | null {
  const call = callOf('POST', path, body)
  const apiKey = key === undefined ? 'os.environ["VACANCY_API_KEY"]' : `"${key}"`
  return (
    call &&
    `${key === undefined ? 'import os\n\n' : ''}from vacancy import Client

client = Client("${origin}", ${apiKey})
answer = ${pythonCall(call)}
print(answer.credits.charged, answer.data)`
  )
}

function commandLineOf({ origin, path, body, key }: CodeCall): string | null {
  const command = commandOf(path, body)
  const own = key === undefined ? '' : ` VACANCY_API_KEY=${key}`
  return command && `export VACANCY_URL=${origin}${own}\n${command}`
}

/** One field or list item per line; nested values stay on one line. */
function spread(body: Record<string, unknown>): string {
  const fields = Object.entries(body).map(([name, value]) => `  "${name}": ${inLine(value)}`)
  return `{\n${fields.join(',\n')}\n}`
}

function inLine(value: unknown): string {
  if (!Array.isArray(value) || typeof value[0] !== 'object') return JSON.stringify(value)
  const rows = value.map((row) => `    ${JSON.stringify(row)}`)
  return `[\n${rows.join(',\n')}\n  ]`
}
