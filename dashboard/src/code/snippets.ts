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

function curlOf({ origin, path, body, key = '$VACANCY_KEY' }: CodeCall): string {
  return `curl -s ${origin}/v1${path} \\
  -H "x-api-key: ${key}" \\
  -H 'content-type: application/json' \\
  -d '${spread(body).replaceAll("'", "'\\''")}'`
}

function typescriptOf({ origin, path, body, key }: CodeCall): string {
  const apiKey = key === undefined ? "process.env.VACANCY_KEY ?? ''" : `'${key}'`
  return `import { createClient } from '@vacancy/client'

const client = createClient({ baseUrl: '${origin}', apiKey: ${apiKey} })
const { data, credits } = await client.${methodOf(path)}(${unquoted(spread(body))})
console.info(credits.charged, data)`
}

/** The standard library is enough, so nothing has to be installed. */
function pythonOf({ origin, path, body, key }: CodeCall): string {
  const apiKey = key === undefined ? 'os.environ["VACANCY_KEY"]' : `"${key}"`
  return `import json
${key === undefined ? 'import os\n' : ''}import urllib.request

request = urllib.request.Request(
    "${origin}/v1${path}",
    headers={"x-api-key": ${apiKey}, "content-type": "application/json"},
    data=json.dumps(${pythonic(spread(body, '    '))}).encode(),
)
with urllib.request.urlopen(request) as response:
    print(response.headers["x-credits-charged"], json.load(response))`
}

function commandLineOf({ origin, path, body, key = '$VACANCY_KEY' }: CodeCall): string | null {
  const command = commandOf(path, body)
  return command && `export VACANCY_URL=${origin} VACANCY_API_KEY="${key}"\n${command}`
}

/** `/award/search` is `awardSearch`. */
function methodOf(path: string): string {
  return path.slice(1).replaceAll(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** One field or list item per line; nested values stay on one line. */
function spread(body: Record<string, unknown>, indent = ''): string {
  const fields = Object.entries(body).map(([name, value]) => `${indent}  "${name}": ${inLine(value, indent)}`)
  return `{\n${fields.join(',\n')}\n${indent}}`
}

function inLine(value: unknown, indent: string): string {
  if (!Array.isArray(value) || typeof value[0] !== 'object') return JSON.stringify(value)
  const rows = value.map((row) => `${indent}    ${JSON.stringify(row)}`)
  return `[\n${rows.join(',\n')}\n${indent}  ]`
}

function unquoted(json: string): string {
  return json.replaceAll(/"([a-z_]+)":/g, '$1: ').replaceAll(':  ', ': ')
}

function pythonic(json: string): string {
  return json
    .replaceAll(/: true\b/g, ': True')
    .replaceAll(/: false\b/g, ': False')
    .replaceAll(/: null\b/g, ': None')
}
