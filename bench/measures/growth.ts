import { Client } from 'undici'
import type { Bench, Measure } from '../bench.ts'
import { compared, type Finding, milliseconds } from '../finding.ts'
import { fillCells, keepLookups } from '../growth-cells.ts'
import { QUESTIONS, type Question } from '../growth-questions.ts'
import { inTurns, median, summarize } from '../measure.ts'
import { createAccounts } from '../postgres.ts'
import { startRole } from '../processes.ts'

const SMALL = 100_000
const LARGE = 10_000_000
/** Filling the large store takes minutes. */
const LARGE_QUICK = 1_000_000

/** Requests per sample: a single one is too short to measure disturbance. */
const ASKS = 10

/** Endpoints that read across hotels, on a large and a small store, over HTTP, with all the work of a paid call. */
export const growth: Measure = { name: 'P8', run }

interface Store {
  cells: number
  /** Milliseconds, the median of several requests. */
  ask(question: Question): Promise<number>
  close(): Promise<void>
}

async function run(bench: Bench): Promise<Finding[]> {
  const small = await openStore(bench, 'bench_p8_small', SMALL)
  const large = await openStore(bench, 'bench_p8_large', bench.quick ? LARGE_QUICK : LARGE)
  const findings: Finding[] = []
  for (const [endpoint, questions] of Object.entries(QUESTIONS)) {
    const worst = await worstOf(bench, small, large, questions)
    const ours = () => large.ask(worst)
    const pairs = await inTurns(bench.quick ? 3 : 9, ours, () => small.ask(worst))
    const cells = large.cells.toLocaleString('en-US')
    const of = questions.length
    const about = {
      name: 'P8',
      what: `${endpoint} at ${cells} cells, the worst of ${of} questions: ${worst.name}`,
      better: 'less',
      mustReach: 2.5,
      aim: 1.8,
    } as const
    const rival = `at ${small.cells.toLocaleString('en-US')} cells`
    findings.push(compared(about, summarize(pairs), pairs, { value: milliseconds, rival }))
  }
  await small.close()
  await large.close()
  return findings
}

/** A first look finds the request that grows most; only that one is measured thoroughly. */
async function worstOf(
  bench: Bench,
  small: Store,
  large: Store,
  questions: readonly Question[],
): Promise<Question> {
  const looks: { question: Question; ratio: number }[] = []
  for (const question of questions) {
    const ratios: number[] = []
    // The first two warm up.
    for (let round = -2; round < (bench.quick ? 2 : 4); round += 1) {
      const before = round % 2 === 0 ? await small.ask(question) : null
      const ours = await large.ask(question)
      const theirs = before ?? (await small.ask(question))
      if (round >= 0) ratios.push(ours / theirs)
    }
    const ratio = median(ratios)
    bench.say(`  ${question.path.split('?')[0]}, ${question.name}: ${ratio.toFixed(2)}`)
    looks.push({ question, ratio })
  }
  const [worst] = looks.toSorted((a, b) => b.ratio - a.ratio)
  if (!worst) throw new Error('there is no question')
  return worst.question
}

async function openStore({ server, say, profileTo }: Bench, name: string, wanted: number): Promise<Store> {
  const database = await server.newDatabase(name)
  const startedMs = performance.now()
  const cells = await fillCells(database.pool, wanted)
  await keepLookups(database.pool, ['castellan', 'dunmore'])
  say(`  ${cells.toLocaleString('en-US')} cells in ${Math.round((performance.now() - startedMs) / 1000)} s`)
  const [account] = await createAccounts(database.pool, 1)
  if (!account) throw new Error('there is no account')
  const api = await startRole<{ url: string }>('service', ['api'], {
    env: { DATABASE_URL: database.url },
    nodeOptions: profileTo === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileTo}`],
  })
  const client = new Client(api.said.url)
  const askOnce = async ({ method, path, body }: Question): Promise<number> => {
    const begunMs = performance.now()
    const answer = await client.request({
      method,
      path,
      headers: { 'x-api-key': account.key, ...(body && { 'content-type': 'application/json' }) },
      body: body ?? null,
    })
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${text}`)
    return performance.now() - begunMs
  }
  return {
    cells,
    ask: async (question) => {
      const tookMs: number[] = []
      for (let asked = 0; asked < ASKS; asked += 1) tookMs.push(await askOnce(question))
      return median(tookMs)
    },
    close: async () => {
      await client.close()
      await api.stop()
      await database.close()
    },
  }
}
