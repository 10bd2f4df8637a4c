import { fillAccounts } from '../account-rows.ts'
import type { Bench, Measure } from '../bench.ts'
import { compared, type Finding, milliseconds, perSecond } from '../finding.ts'
import { openGrid } from '../grids-read.ts'
import { inTurns, summarize } from '../measure.ts'
import type { Populated } from '../postgres.ts'
import { openDeliveries } from './deliveries.ts'
import { openHits, sampleMs, speedOf } from './hits.ts'

const SMALL = 100
const LARGER = [10_000, 1_000_000]
/** Filling a million accounts takes minutes. */
const LARGER_QUICK = [100_000]
/** As many accounts call in every database. In the larger ones they are spread among all others. */
const CALLERS = 100

/** What calls, grids and deliveries cost when there are many accounts, compared with the same among few. */
export const accountGrowth: Measure = { name: 'P16', run }

/** A database with so many accounts. */
interface Crowd {
  count: number
  populated: Populated
}

/** One measure on one of the databases: milliseconds per call, grid or delivery. */
interface Side {
  sampleMs(): Promise<number>
  stop(): Promise<void>
}

interface Kind {
  what: string
  pairs: { quick: number; full: number }
  value(ms: number): string
  open(bench: Bench, populated: Populated): Promise<Side>
}

const rate = (ms: number) => perSecond(1000 / ms)

/** The grid comes first, because it fills a store that must be empty. */
const KINDS: readonly Kind[] = [
  {
    what: 'P3, a cached grid',
    pairs: { quick: 5, full: 15 },
    value: milliseconds,
    open: async (bench, populated) => {
      const grid = await openGrid(bench, populated)
      return { sampleMs: grid.matrix, stop: grid.stop }
    },
  },
  {
    what: 'P1, paid cache hits',
    pairs: { quick: 3, full: 11 },
    value: rate,
    open: async (bench, populated) => {
      const hits = await openHits(bench, populated)
      return { sampleMs: async () => 1000 / (await speedOf(hits, 'ours', sampleMs(bench))), stop: hits.stop }
    },
  },
  {
    what: 'P9, webhook deliveries',
    pairs: { quick: 3, full: 7 },
    value: rate,
    open: async (bench, populated) => {
      const courier = await openDeliveries(bench, populated)
      return { sampleMs: async () => 1000 / (await courier.deliver()), stop: courier.stop }
    },
  },
]

async function run(bench: Bench): Promise<Finding[]> {
  const small = await open(bench, SMALL)
  const larger: Crowd[] = []
  for (const count of bench.quick ? LARGER_QUICK : LARGER) larger.push(await open(bench, count))
  const findings: Finding[] = []
  for (const kind of KINDS) findings.push(...(await compare(bench, kind, small, larger)))
  for (const { populated } of [small, ...larger]) await populated.database.close()
  return findings
}

async function open({ server, say }: Bench, count: number): Promise<Crowd> {
  const database = await server.newDatabase(`bench_p16_${count}`)
  const startedMs = performance.now()
  const accounts = await fillAccounts(database.pool, count, CALLERS)
  const tookSec = Math.round((performance.now() - startedMs) / 1000)
  say(`  ${count.toLocaleString('en-US')} accounts in ${tookSec} s`)
  return { count, populated: { database, accounts } }
}

/** Each larger database in turns with the small one. */
async function compare(
  bench: Bench,
  { what, pairs, value, open: openSide }: Kind,
  small: Crowd,
  larger: readonly Crowd[],
): Promise<Finding[]> {
  const theirs = await openSide(bench, small.populated)
  const findings: Finding[] = []
  for (const { count, populated } of larger) {
    const ours = await openSide(bench, populated)
    const taken = await inTurns(bench.quick ? pairs.quick : pairs.full, ours.sampleMs, theirs.sampleMs)
    await ours.stop()
    const about = {
      name: 'P16',
      what: `${what} at ${count.toLocaleString('en-US')} accounts`,
      better: 'less',
      mustReach: 1.2,
      aim: 1.1,
    } as const
    findings.push(compared(about, summarize(taken), taken, { value, rival: `at ${small.count} accounts` }))
  }
  await theirs.stop()
  return findings
}
