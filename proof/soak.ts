import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { get } from '../service/test/support/client.ts'
import { checkBooks } from './soak/books.ts'
import { chanceOf } from './soak/chance.ts'
import { type Customer, keepCalling, type Outcome } from './soak/clients.ts'
import { pageEvents } from './soak/event-pages.ts'
import { breakThings } from './soak/faults.ts'
import { flap, watchFlapping } from './soak/flapping.ts'
import { tryFreeDoors } from './soak/free-doors.ts'
import { bearHostility } from './soak/hostile.ts'
import { runJobs } from './soak/jobs.ts'
import { sellLastCredit } from './soak/last-credit.ts'
import { turnMonths } from './soak/month-end.ts'
import { OUTAGES } from './soak/outages.ts'
import { createPeace } from './soak/peace.ts'
import { revokeUnderLoad } from './soak/revocation.ts'
import { restartInTurn } from './soak/rolling.ts'
import { askUntil, failed, judged, newCustomer, type Stage, type Verdict } from './soak/stage.ts'
import { openHooks, sendStorm } from './soak/storm.ts'
import { openTown, type Town } from './soak/town.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '5' },
    clients: { type: 'string', default: '40' },
    outages: { type: 'string', default: Object.keys(OUTAGES).join() },
  },
})
const seed = Number(values.seed)
const minutes = Number(values.minutes)
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Minutes needed to run everything at full scale. */
const FULL_MINUTES = 5
/** How long a hold may exist after the last request. */
const HOLDS_MS = 60_000
/** The sandbox shares a small machine, and being slow must not look like an outage. Below the 45 s lifetime of a hold. */
const DEADLINE_MS = 30_000
/** Checks that break things themselves or count failures run one at a time; random faults happen in between. */
const TURNS: [name: string, check: (stage: Stage) => Promise<Verdict>][] = [
  ['T2 last credit', sellLastCredit],
  ['T14 hostile clients', bearHostility],
  ['T15 rolling restarts', restartInTurn],
  ['T5 revocation', revokeUnderLoad],
  ['T28 month end', turnMonths],
]

say(`seed ${seed}, ${minutes} min, ${values.clients} clients`)
const town = await openTown({ workers: 4, deadlineMs: DEADLINE_MS, smallDisk: true })
const startedAt = performance.now()
const stop = new AbortController()
const closing = new AbortController()
const peace = createPeace()
let parts = 0
const newStage = (): Stage => ({
  town,
  peace,
  chance: chanceOf(seed * 1000 + 900 + parts++),
  scale: Math.min(1, minutes / FULL_MINUTES),
  stop: stop.signal,
  onFault: (fault) =>
    say(`[${seed}] ${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${fault}`),
})

const customers = await newCustomers(town)
const flapping = await watchFlapping({ town })
const hooks = await openHooks(town)
const calling = Array.from({ length: Number(values.clients) }, (_, index) => {
  const customer = customers[index % customers.length]
  if (!customer) throw new Error('there are no customers')
  return keepCalling(town, String(index), customer, chanceOf(seed * 1000 + index), closing.signal)
})
const breaking = breakThings(newStage()).catch((error: Error) => {
  say(`no more is broken by chance: ${error.stack ?? error.message}`)
  return 0
})
const beside = Promise.all([
  judgedAll('T6 jobs', () => runJobs(newStage())),
  judged('T7 webhooks', () => sendStorm(newStage(), hooks)),
  judged('T8 pages of events', () => pageEvents(newStage())),
  judged('T9 flapping source', () => flap(newStage(), flapping)),
  judged('T27 free doors', () => tryFreeDoors(newStage())),
])
const verdicts: Verdict[] = []
for (const [name, check] of TURNS) {
  await wait(pauseMs())
  verdicts.push(await judged(name, () => check(newStage())))
}
await wait(Math.max(0, minutes * 60_000 - (performance.now() - startedAt)))
stop.abort()
const faults = await breaking
verdicts.push(...(await beside).flat())
for (const name of values.outages.split(',')) {
  const outage = OUTAGES[name]
  if (outage) verdicts.push(await judged(`T18 ${name}`, () => outage(newStage())))
}
closing.abort()
const outcomes = (await Promise.all(calling)).flat()
verdicts.push(await judged('T1 books', () => closeBooks(outcomes, faults)))
await town.stop()

for (const { name, told, problems } of verdicts.toSorted((a, b) => numberOf(a) - numberOf(b))) {
  say(`${problems.length === 0 ? 'clean ' : 'BROKEN'}  ${name.padEnd(22)} ${told}`)
  for (const problem of problems.slice(0, 20)) say(`          ${problem}`)
}
if (verdicts.some(({ problems }) => problems.length > 0)) {
  const file = join(tmpdir(), `vacancy-soak-${seed}.log`)
  await writeFile(file, town.log())
  say(`what the processes logged is in ${file}`)
}
const broken = verdicts.filter(({ problems }) => problems.length > 0).length
say(broken === 0 ? `clean (seed ${seed})` : `${broken} of ${verdicts.length} broken (seed ${seed})`)
process.exitCode = broken === 0 ? 0 : 1

/** Spreads the checks over the time, with room for random faults in between. */
function pauseMs(): number {
  return Math.max(4000, (minutes * 60_000) / (TURNS.length * 3))
}

/** Accounts with unlimited credits, and some that soon run out: mistakes show at the last credits. */
async function newCustomers({ pool }: Town): Promise<Customer[]> {
  const made: Customer[] = []
  for (const credits of [undefined, undefined, undefined, undefined, 60, 200])
    made.push(await newCustomer({ pool }, credits))
  return made
}

/** T1: compares what every client was charged with everything that counts credits. */
async function closeBooks(all: readonly Outcome[], struck: number): Promise<Verdict> {
  const heldMs = await untilFree(town)
  const usageOf = async (account: number): Promise<number | null> => {
    const customer = customers.find(({ no }) => no === account)
    if (!customer) return null
    const { body } = await askUntil(newStage(), 200, (url) => get(url, '/v1/usage', customer.key))
    return Math.round((body as { credits_used: number }).credits_used * 1000)
  }
  const problems = await checkBooks(town.pool, all, usageOf)
  const count = (is: (outcome: Exclude<Outcome['result'], 'unknown'>) => boolean) =>
    all.filter(({ result }) => result !== 'unknown' && is(result)).length
  const paid = count(({ charged }) => charged > 0)
  const refused = count(({ status }) => status >= 400)
  const replays = count(({ isReplay }) => isReplay)
  return {
    name: 'T1 books',
    told: `${all.length} calls: ${paid} paid, ${refused} refused, ${all.length - count(() => true)} with an unknown end, ${replays} told again; ${struck} faults by chance; the last hold gone after ${Math.round(heldMs / 1000)} s`,
    problems: [
      ...problems,
      ...failed([
        [heldMs <= HOLDS_MS, 'a hold outlived its request by more than a minute'],
        [paid > 0 && struck > 0, 'nothing was tried'],
      ]),
    ],
  }
}

async function untilFree({ pool }: Town): Promise<number> {
  const from = performance.now()
  for (;;) {
    const { rows } = await pool.query<{ open: number }>(
      'select (select count(*) from holds) + (select count(*) from jobs where finished_at is null) as open',
    )
    const tookMs = performance.now() - from
    if (rows[0]?.open === 0 || tookMs > HOLDS_MS) return tookMs
    await wait(500)
  }
}

async function judgedAll(name: string, check: () => Promise<Verdict[]>): Promise<Verdict[]> {
  let all: Verdict[] = []
  const last = await judged(name, async () => {
    all = await check()
    return all.at(-1) ?? { name, told: 'nothing', problems: ['there was no verdict'] }
  })
  return all.length > 0 ? all : [last]
}

function numberOf({ name }: Verdict): number {
  return Number(/\d+/.exec(name)?.[0] ?? 0)
}
