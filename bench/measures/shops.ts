import { Agent, request } from 'undici'
import {
  independentEntries,
  independentSources,
  sourcesFileOf,
} from '../../service/test/sources/independent-sources.ts'
import { bundledSources } from '../../service/test/sources/sandbox-sources.ts'
import type { Measure } from '../bench.ts'
import { type Between, standBetween } from '../between.ts'
import { absolute, type Finding } from '../finding.ts'
import { inDays, openMarket, shop, shopBody } from '../market.ts'
import { createAccounts } from '../postgres.ts'

const CALLERS = 1000

/** Identical cold calls at the same time: how many requests reach the source. */
export const coldCalls: Measure = {
  name: 'P6',
  run: async (bench) => {
    const database = await bench.server.newDatabase('bench_p6')
    const accounts = await createAccounts(database.pool, 64)
    const market = await openMarket({ databaseUrl: database.url })
    const keyOf = (call: number) => accounts[call % accounts.length]?.key ?? ''
    // Fetching the source's token and warming up are not counted.
    await shop(market.api.port, keyOf(0), shopBody(inDays(20)))
    await market.control('/sources/aurelia', { latencyMs: 300 })
    const before = await shopsAt(market)
    const body = shopBody(inDays(40))
    await Promise.all(Array.from({ length: CALLERS }, (_, call) => shop(market.api.port, keyOf(call), body)))
    const made = (await shopsAt(market)) - before
    await market.stop()
    await database.close()
    return [
      absolute(
        {
          name: 'P6',
          what: `upstream shops for ${CALLERS} identical cold calls on one process`,
          unit: 'count',
          mustReach: 1,
          aim: 1,
        },
        [made],
        { comparedWith: '1 per process' },
      ),
    ]
  },
}

async function shopsAt(market: { control(path: string): Promise<unknown> }): Promise<number> {
  const { sources } = (await market.control('/counters')) as {
    sources: Record<string, { paths: Record<string, number> }>
  }
  const paths = Object.entries(sources['aurelia']?.paths ?? {})
  return paths.filter(([path]) => path.includes('/offers')).reduce((sum, [, count]) => sum + count, 0)
}

/** The time a live call takes beyond the source's own answer, measured by a proxy between the two. */
export const liveCall: Measure = {
  name: 'P7',
  run: async (bench) => {
    const database = await bench.server.newDatabase('bench_p7')
    const [account] = await createAccounts(database.pool, 1)
    const between = await standBetween()
    const market = await openMarket({ databaseUrl: database.url, through: between.towards })
    // The first thousand calls take longer, because V8 is still compiling.
    const counts = bench.quick ? { warmUp: 40, calls: 80 } : { warmUp: 1200, calls: 480 }
    const castellan = { chain: 'castellan', hotel_code: 'NEWCA' }
    const added = await addedMs(market.api.port, account?.key ?? '', castellan, between, counts)
    await market.stop()
    between.close()
    await database.close()
    return [overhead('P7', 'what a live shop takes', added)]
  },
}

/** The same for the families whose vendors anyone can get. */
export const familyCalls: Measure = {
  name: 'P7-families',
  run: async (bench) => {
    const database = await bench.server.newDatabase('bench_p7_families')
    const [account] = await createAccounts(database.pool, 1)
    const between = await standBetween()
    const sources = (url: string) => sourcesFileOf(independentEntries(url), { replace: false })
    const market = await openMarket({ databaseUrl: database.url, through: between.towards, sources })
    const findings: Finding[] = []
    for (const { chain, family, hotel_codes } of hotelsOfFamilies()) {
      const [hotel_code = ''] = hotel_codes
      const counts = bench.quick ? { warmUp: 40, calls: 80 } : { warmUp: 600, calls: 240 }
      const added = await addedMs(market.api.port, account?.key ?? '', { chain, hotel_code }, between, counts)
      findings.push(overhead('P7-families', `what a live shop of ${family} takes`, added))
    }
    await market.stop()
    between.close()
    await database.close()
    return findings
  },
}

export interface FamilyHotels {
  chain: string
  family: string
  hotel_codes: readonly string[]
}

export function hotelsOfFamilies(): FamilyHotels[] {
  const metasearch = bundledSources().filter(({ kind }) => kind === 'meta')
  return [...independentSources(), ...metasearch].map(({ id, family, examples }) => ({
    chain: id,
    family,
    hotel_codes: examples,
  }))
}

/** Beyond the time in which a request to the source was running, in milliseconds. */
async function addedMs(
  port: number,
  key: string,
  hotel: { chain: string; hotel_code: string },
  between: Between,
  { warmUp, calls }: { warmUp: number; calls: number },
): Promise<number[]> {
  const agent = new Agent({ connections: 1 })
  const added: number[] = []
  for (let call = 0; call < warmUp + calls; call += 1) {
    between.begin()
    const startedAt = performance.now()
    const answer = await request(`http://127.0.0.1:${port}/v1/shop`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ ...hotel, checkin: inDays(10 + (call % 300)), max_age: 0 }),
      dispatcher: agent,
    })
    await answer.body.arrayBuffer()
    if (answer.statusCode !== 200) throw new Error(`a shop was refused: ${answer.statusCode}`)
    const tookMs = performance.now() - startedAt
    if (call >= warmUp) added.push(tookMs - between.busyMs())
  }
  await agent.close()
  return added
}

function overhead(name: string, what: string, added: number[]): Finding {
  return absolute(
    { name, what: `p50 of ${what} beyond the source’s own answer`, unit: 'ms', mustReach: 7, aim: 4 },
    added,
    { comparedWith: 'the source alone' },
  )
}
