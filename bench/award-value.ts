import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'undici'
import { createAccount, createKey } from '../service/src/accounts/store.ts'
import { openDatabase } from '../service/src/db/database.ts'
import { migrate } from '../service/src/db/migrate.ts'
import { createPool } from '../service/src/db/pool.ts'
import { fillCells } from './award-value-cells.ts'

const MAIN = join(import.meta.dirname, '..', 'service', 'src', 'main.ts')

/** `GET /award/value` on a small store and on a large one, in turns, over HTTP, with everything that a paid call does. */
const QUESTIONS: Readonly<Record<string, string>> = {
  'one country': '?country=US',
  'one country, all about it': '?country=US&limit=100&min_cpp=1&min_nights=3',
  'one chain of a country': '?country=US&chains=castellan',
  'another currency': '?country=DE&currency=EUR',
  'three nights': `?country=US&from=${inDays(20)}&to=${inDays(22)}`,
  everywhere: '',
  'by the mean': '?country=US&rank=avg',
  'one city': '?city=city%207',
  'nothing fresh enough': '?country=US&max_age=1',
}

const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '100000' },
    large: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '40' },
  },
})

interface Store {
  cells: number
  ask(question: string): Promise<number>
  close(): Promise<void>
}

const home = await mkdtemp(join(tmpdir(), 'vacancy-bench-value-'))
const server = await openDatabase({ databaseUrl: '', home }, { share: false })
try {
  const small = await openStore('small', Number(values.small))
  const large = await openStore('large', Number(values.large))
  process.stdout.write(`${'question'.padEnd(28)}${small.cells} cells   ${large.cells} cells   ratio\n`)
  for (const [name, question] of Object.entries(QUESTIONS)) {
    const times = await inTurns(Number(values.rounds), small, large, question)
    const ratio = times.large / times.small
    process.stdout.write(
      `${name.padEnd(28)}${times.small.toFixed(2).padStart(8)} ms ${times.large.toFixed(2).padStart(12)} ms ${ratio.toFixed(2).padStart(10)}\n`,
    )
  }
  await small.close()
  await large.close()
} finally {
  await server.close()
  await rm(home, { recursive: true, force: true })
}

async function openStore(name: string, wanted: number): Promise<Store> {
  const address = new URL(server.url)
  const admin = createPool({ url: server.url, max: 1, name: 'bench', onIdleError: () => {} })
  await admin.query(`create database ${name}`)
  await admin.end()
  address.pathname = `/${name}`
  await migrate(address.href)
  const pool = createPool({ url: address.href, max: 1, name: 'bench', onIdleError: () => {} })
  const started = performance.now()
  const cells = await fillCells(pool, wanted)
  process.stderr.write(`${name}: ${cells} cells in ${Math.round((performance.now() - started) / 1000)} s\n`)
  const account = await createAccount(pool, 'bench@example.com', 'scale')
  const { key } = await createKey(pool, account.id, 'bench')
  await pool.query('update meters set allowance = 1000000000000, emit_us = 1, burst = 1000000')
  await pool.end()
  const api = fork(MAIN, ['api'], {
    env: { ...process.env, DATABASE_URL: address.href, PORT: '0', OPS_PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  })
  const [{ url }] = (await once(api, 'message')) as [{ url: string }]
  const client = new Client(url)
  return {
    cells,
    ask: async (question) => {
      const begun = performance.now()
      const { statusCode, body } = await client.request({
        method: 'GET',
        path: `/v1/award/value${question}`,
        headers: { 'x-api-key': key },
      })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`${question}: ${statusCode} ${text}`)
      return performance.now() - begun
    },
    close: async () => {
      await client.close()
      const gone = once(api, 'exit')
      api.kill('SIGTERM')
      await gone
    },
  }
}

/** Medians, after a warm-up; every other round the other way round. */
async function inTurns(
  rounds: number,
  small: Store,
  large: Store,
  question: string,
): Promise<{ small: number; large: number }> {
  const times: { small: number[]; large: number[] } = { small: [], large: [] }
  for (let round = -10; round < rounds; round += 1) {
    const turn = round % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const)
    for (const side of turn) {
      const ms = await (side === 'small' ? small : large).ask(question)
      if (round >= 0) times[side].push(ms)
    }
  }
  return { small: median(times.small), large: median(times.large) }
}

function median(sorted: number[]): number {
  return sorted.toSorted((a, b) => a - b)[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
