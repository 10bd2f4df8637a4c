import { one } from '../../service/src/db/rows.ts'
import { independentEntries, sourcesFileOf } from '../../service/test/sources/independent-sources.ts'
import type { Measure } from '../bench.ts'
import { watchDisturbance } from '../disturbance.ts'
import type { Finding } from '../finding.ts'
import { CONCURRENCY, jobTookMs, LATENCY_MS } from '../grids-fill.ts'
import { type BenchMarket, inDays, openMarket } from '../market.ts'
import { median, quantile } from '../measure.ts'
import { populate } from '../postgres.ts'
import { startRole } from '../processes.ts'
import { type FamilyHotels, hotelsOfFamilies } from './shops.ts'

const LENGTHS = [1, 2]

/** The share of its requests that wait for each other: of the three for a stay, two are sent together. */
const IN_SEQUENCE: Readonly<Record<string, number>> = { cloudbeds: 2 / 3 }

/**
 * Fills from the families whose vendors anyone can get. Some need several requests for a stay, so the ideal is by the requests
 * that were made; how many a stay took is told beside it.
 */
export const familyFills: Measure = {
  name: 'P5-families',
  run: async (bench) => {
    const { database, accounts } = await populate(bench.server, 'bench_p5_families', 1)
    const sources = (url: string) => sourcesFileOf(independentEntries(url), { replace: false })
    const market = await openMarket({ databaseUrl: database.url, sources })
    const worker = await startRole('service', ['worker'], { env: market.environment })
    await market.control('/sources/*', { latencyMs: LATENCY_MS, rateLimit: 100_000 })
    const findings: Finding[] = []
    for (const hotels of hotelsOfFamilies()) {
      const nights = bench.quick ? 60 : 200
      const fill = async (adults: number): Promise<Filled> => {
        const before = await requestsAt(market, hotels.chain)
        const job = await startFill(market.api.port, one(accounts).key, hotels, nights, adults)
        const tookMs = await jobTookMs(database.pool, job)
        return { tookMs, requests: (await requestsAt(market, hotels.chain)) - before }
      }
      // Warms up compiler and connections.
      await fill(1)
      const filled: Filled[] = []
      const disturbances: number[] = []
      for (let sample = 0; sample < (bench.quick ? 1 : 3); sample += 1) {
        const disturbanceOf = await watchDisturbance()
        filled.push(await fill(2 + sample))
        disturbances.push(await disturbanceOf())
      }
      const stays = hotels.hotel_codes.length * nights * LENGTHS.length
      findings.push(findingOf(hotels.family, stays, filled, median(disturbances)))
    }
    await worker.stop()
    await market.stop()
    await database.close()
    return findings
  },
}

interface Filled {
  tookMs: number
  requests: number
}

function findingOf(family: string, stays: number, filled: readonly Filled[], disturbance: number): Finding {
  const idealMs = (made: number) => (made * (IN_SEQUENCE[family] ?? 1) * LATENCY_MS) / CONCURRENCY
  const ratios = filled.map(({ tookMs, requests }) => idealMs(requests) / tookMs)
  const requests = median(filled.map((fill) => fill.requests))
  return {
    name: 'P5-families',
    what: `fill of ${stays} cells from ${family}, ${(requests / stays).toFixed(2)} requests each of 50 ms`,
    value: `${(median(filled.map(({ tookMs }) => tookMs)) / 1000).toFixed(2)} s`,
    comparedWith: `${(idealMs(requests) / 1000).toFixed(2)} s ideal`,
    figure: median(ratios),
    unit: 'ratio',
    better: 'more',
    mustReach: 0.88,
    aim: 0.95,
    spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    disturbance,
    samples: ratios,
  }
}

async function requestsAt(market: BenchMarket, source: string): Promise<number> {
  const { sources } = (await market.control('/counters')) as { sources: Record<string, { requests: number }> }
  return sources[source]?.requests ?? 0
}

async function startFill(
  port: number,
  key: string,
  { chain, hotel_codes }: FamilyHotels,
  nights: number,
  adults: number,
): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/matrix`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({
      chain,
      hotel_codes,
      nights: { from: inDays(30), to: inDays(29 + nights) },
      los: LENGTHS,
      adults,
    }),
  })
  if (!answer.ok) throw new Error(`a fill was refused: ${answer.status} ${await answer.text()}`)
  const { job } = (await answer.json()) as { job: { id: string } }
  return job.id
}
