import { parseArgs } from 'node:util'
import { runMutations } from '../service/test/recordings/mutations.ts'
import { chanceOf } from './soak/chance.ts'

/** The long form of the mutations in the recording suite: RECORDINGS=FOLDER npm run mutations */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)

const folder = process.env['RECORDINGS']
if (folder === undefined) throw new Error('RECORDINGS must name the folder of gathered bodies')
const seed = Number(values.seed)
say(`${values.count} mutations of published bodies, seed ${seed}`)
const { read, refused, soldOut, priced, problems } = await runMutations(
  folder,
  Number(values.count),
  chanceOf(seed),
)
say(`${read} read, of which ${priced} had prices and ${soldOut} were sold out; ${refused} refused as faulty`)
for (const problem of problems.slice(0, 20)) say(problem)
say(problems.length === 0 ? 'no crash, no false sold out, no wrong price' : `${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
