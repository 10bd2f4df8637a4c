import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openMarket } from '../bench/market.ts'
import { createAccounts, startPostgres } from '../bench/postgres.ts'
import { CLIENTS } from './contract/clients.ts'
import { lint } from './contract/lint.ts'
import { install, LINTERS } from './contract/tools.ts'
import { tryClient } from './contract/try-client.ts'

/** `npm run proof:contract`: what tools that others made say of the OpenAPI document. It needs the network of npm. */

const { values } = parseArgs({ options: { requests: { type: 'string', default: '20000' } } })

const say = (line: string) => process.stdout.write(`${line}\n`)

const folder = await mkdtemp(join(tmpdir(), 'vacancy-contract-'))
const server = await startPostgres()
const database = await server.newDatabase('contract')
const [account] = await createAccounts(database.pool, 1)
if (!account) throw new Error('there is no account')
const market = await openMarket({ databaseUrl: database.url })
const problems: string[] = []
try {
  const url = `http://127.0.0.1:${market.api.port}`
  const text = await (await fetch(`${url}/openapi.json`)).text()
  await writeFile(join(folder, 'openapi.json'), text)
  const packages = Object.assign({}, LINTERS, ...CLIENTS.map((each) => each.packages)) as Record<
    string,
    string
  >
  await install(folder, packages)

  const linted = await lint(folder, JSON.parse(text))
  for (const [why, times] of linted.kept) say(`${times} findings stay: ${why}`)
  say(`${linted.problems.length} findings that should not be`)
  problems.push(...linted.problems)

  const answers: string[] = []
  for (const client of CLIENTS) {
    const { answered, faults } = await tryClient(folder, client, { url, key: account.key })
    say(`${client.name}: ${faults.length === 0 ? 'generated, compiled and called' : 'fails'}, ${answered}`)
    problems.push(...faults)
    answers.push(answered)
  }
  if (new Set(answers).size !== 1) problems.push('the generated clients are not told the same')
} finally {
  await market.stop()
  await database.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
}

const fuzz = spawn(process.execPath, [join(import.meta.dirname, 'fuzz.ts'), '--requests', values.requests], {
  stdio: 'inherit',
})
const [code] = (await once(fuzz, 'close')) as [number | null]
if (code !== 0) problems.push('the fuzz found something')

for (const problem of problems) say(`PROBLEM ${problem}`)
process.exitCode = problems.length === 0 ? 0 : 1
