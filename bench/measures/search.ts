import { Client } from 'undici'
import type { Bench, Measure } from '../bench.ts'
import { fillDirectory, madeHotel } from '../directory.ts'
import { absolute, compared, type Finding, milliseconds } from '../finding.ts'
import { inTurns, median, summarize } from '../measure.ts'
import { createAccounts } from '../postgres.ts'
import { startRole } from '../processes.ts'

const SMALL = 20_000
const LARGE = 1_000_000
/** Filling the large directory takes minutes. */
const LARGE_QUICK = 100_000

/** Hotels whose names are typed, swapped, misspelled and so on. */
const HOTELS = 40

/** The search for a hotel by its name, over HTTP, in a large and a small directory. */
export const hotelSearch: Measure = { name: 'P12', run }

interface Directory {
  /** The median of all queries, in milliseconds. */
  ask(queries: readonly string[]): Promise<number>
  close(): Promise<void>
}

async function run(bench: Bench): Promise<Finding[]> {
  const hotels = bench.quick ? LARGE_QUICK : LARGE
  const small = await openDirectory(bench, 'bench_p12_small', SMALL)
  const large = await openDirectory(bench, 'bench_p12_large', hotels)
  const findings: Finding[] = []
  for (const [what, queries] of Object.entries(queriesOf())) {
    await small.ask(queries)
    await large.ask(queries)
    const pairs = await inTurns(
      bench.quick ? 3 : 7,
      () => large.ask(queries),
      () => small.ask(queries),
    )
    const about = {
      name: 'P12',
      what: `hotel search at ${hotels.toLocaleString('en-US')} hotels, p50, ${what}`,
      better: 'less',
      mustReach: 3,
      aim: 1.5,
    } as const
    const rival = `at ${SMALL.toLocaleString('en-US')} hotels`
    const summary = summarize(pairs)
    findings.push(
      compared(about, summary, pairs, { value: milliseconds, rival }),
      absolute(
        { name: 'P12', what: about.what, unit: 'ms', mustReach: 10, aim: 5 },
        pairs.map(({ ours }) => ours),
        { disturbance: summary.disturbance },
      ),
    )
  }
  await small.close()
  await large.close()
  return findings
}

/** Hotels of the small directory, which both know. */
function queriesOf(): Record<string, string[]> {
  const names = Array.from({ length: HOTELS }, (_, index) => madeHotel(index * 499).name)
  return {
    'typing ahead': names.flatMap((name) => [2, 3, 5, 8, 12].map((length) => name.slice(0, length))),
    'full names': names,
    'words in another order': names.map((name) => name.split(' ').toReversed().join(' ')),
    'a city': Array.from({ length: HOTELS }, (_, index) => madeHotel(index * 499).city),
    'a typo': names.map((name) => name.slice(0, -2) + name.slice(-1)),
  }
}

async function openDirectory(
  { server, say, profileTo }: Bench,
  name: string,
  hotels: number,
): Promise<Directory> {
  const database = await server.newDatabase(name)
  const startedMs = performance.now()
  await fillDirectory(database.pool, hotels)
  say(`  ${hotels.toLocaleString('en-US')} hotels in ${Math.round((performance.now() - startedMs) / 1000)} s`)
  const [account] = await createAccounts(database.pool, 1)
  if (!account) throw new Error('there is no account')
  const api = await startRole<{ url: string }>('service', ['api'], {
    env: { DATABASE_URL: database.url },
    nodeOptions: profileTo === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileTo}`],
  })
  const client = new Client(api.said.url)
  const askOnce = async (q: string): Promise<number> => {
    const begunMs = performance.now()
    const path = `/v1/hotels/search?q=${encodeURIComponent(q)}`
    const answer = await client.request({ method: 'GET', path, headers: { 'x-api-key': account.key } })
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${text}`)
    return performance.now() - begunMs
  }
  return {
    ask: async (queries) => {
      const tookMs: number[] = []
      for (const q of queries) tookMs.push(await askOnce(q))
      return median(tookMs)
    },
    close: async () => {
      await client.close()
      await api.stop()
      await database.close()
    },
  }
}
