import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePython, GENERATED_FOLDER as PYTHON_FOLDER } from '../../client-python/scripts/generate.ts'
import { GENERATED_FOLDER, generate } from './generate.ts'
import type { OpenApi } from './openapi.ts'

/**
 * `npm run client:types`: starts the API of this checkout and generates the types of both clients from its OpenAPI document, and the table
 * of methods in the guide.
 */

const MAIN = join(import.meta.dirname, '..', '..', 'service', 'src', 'main.ts')

async function readDocument(): Promise<OpenApi> {
  const home = await mkdtemp(join(tmpdir(), 'vacancy-types-'))
  const env = { ...process.env, VACANCY_HOME: home, PORT: '0', OPS_PORT: '0', LOG_LEVEL: 'error' }
  const api = fork(MAIN, ['api'], {
    env: { ...env, DATABASE_URL: '', SOURCES_FILE: '' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const gone = once(api, 'exit')
  try {
    const failed = gone.then(() => Promise.reject(new Error('The API did not start.')))
    const [{ url }] = (await Promise.race([once(api, 'message'), failed])) as [{ url: string }]
    return (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi
  } finally {
    api.kill('SIGTERM')
    await gone
    await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

const document = await readDocument()
for (const [folder, files] of [
  [GENERATED_FOLDER, await generate(document)],
  [PYTHON_FOLDER, generatePython(document)],
] as const) {
  await mkdir(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  process.stdout.write(`Wrote ${Object.keys(files).join(', ')}\n`)
}

// It reads the table of operations, which was just written.
const { withMethods } = await import('./method-table.ts')
const { OPERATIONS } = await import('../src/generated/operations.ts')
const page = join(import.meta.dirname, '..', '..', 'docs', 'sdk.md')
await writeFile(page, withMethods(await readFile(page, 'utf8'), OPERATIONS))
