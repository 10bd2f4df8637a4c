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
import { fillCells, keepLookups } from './growth-cells.ts'

const MAIN = join(import.meta.dirname, '..', 'service', 'src', 'main.ts')

interface Question {
  method: 'GET' | 'POST'
  path: string
  body?: object
}

const value = (query: string): Question => ({ method: 'GET', path: `/v1/award/value${query}` })
/** A week, because what is in the store was seen within some days. */
const WHERE = { lat: 0, lng: 0, max_age: 604_800, nights: { from: inDays(0), to: inDays(59) } }
const calendar = (more: object): Question => ({
  method: 'POST',
  path: '/v1/calendar/area',
  body: { ...WHERE, chain: 'castellan', ...more },
})
const search = (more: object): Question => ({
  method: 'POST',
  path: '/v1/award/search',
  body: { ...WHERE, chains: ['castellan', 'dunmore'], ...more },
})

/** What reads across hotels, on a small store and on a large one, in turns, over HTTP, with everything that a paid call does. */
const QUESTIONS: Readonly<Record<string, Readonly<Record<string, Question>>>> = {
  value: {
    'one country': value('?country=US'),
    'one country, all about it': value('?country=US&limit=100&min_cpp=1&min_nights=3'),
    'one chain of a country': value('?country=US&chains=castellan'),
    'another currency': value('?country=DE&currency=EUR'),
    'three nights': value(`?country=US&from=${inDays(20)}&to=${inDays(22)}`),
    everywhere: value(''),
    'by the mean': value('?country=US&rank=avg'),
    'one city': value('?city=city%207'),
    'nothing fresh enough': value('?country=US&max_age=1'),
  },
  area: {
    'calendar of 50 hotels': calendar({}),
    'calendar of 50 hotels, cash': calendar({ kind: 'cash' }),
    'calendar of 10 hotels': calendar({ max_hotels: 10 }),
    'search of 100 hotels': search({}),
    'search by certificate': search({ cert: 'standard' }),
  },
}

const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '100000' },
    large: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '40' },
    only: { type: 'string', default: '' },
  },
})

interface Store {
  cells: number
  ask(question: Question): Promise<number>
  close(): Promise<void>
}

const home = await mkdtemp(join(tmpdir(), 'vacancy-bench-growth-'))
const server = await openDatabase({ databaseUrl: '', home }, { share: false })
try {
  const small = await openStore('small', Number(values.small))
  const large = await openStore('large', Number(values.large))
  process.stdout.write(`${'question'.padEnd(28)}${small.cells} cells   ${large.cells} cells   ratio\n`)
  for (const [name, question] of asked()) {
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

function asked(): [string, Question][] {
  const groups = Object.entries(QUESTIONS).filter(([group]) => values.only === '' || group === values.only)
  if (groups.length === 0) throw new Error(`--only takes ${Object.keys(QUESTIONS).join(' or ')}`)
  return groups.flatMap(([, questions]) => Object.entries(questions))
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
  await keepLookups(pool, ['castellan', 'dunmore'])
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
        method: question.method,
        path: question.path,
        headers: { 'x-api-key': key, ...(question.body && { 'content-type': 'application/json' }) },
        body: question.body ? JSON.stringify(question.body) : null,
      })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`${JSON.stringify(question)}: ${statusCode} ${text}`)
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
  question: Question,
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
