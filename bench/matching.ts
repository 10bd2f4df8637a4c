import { parseArgs } from 'node:util'
import { startSandbox } from '../sandbox/test/start-sandbox.ts'
import { hurry, measureMatching, type Quality, scoresOf } from '../service/test/identity/matching-quality.ts'
import { startPostgres } from './postgres.ts'
import { roomMatching } from './room-matching.ts'

const USAGE = `npm run matching -- [--rooms] [--seeds 1,2,3] [--every N] [--show]

  --rooms  match rooms instead of hotels, first the labelled names of real hotels
  --seeds  the worlds to measure
  --every  only every N-th hotel
  --show   name what is wrong, and what was not found
`

/** The precision and recall that the resolver must reach with confident ids. */
const SURE = 0.85
const PRECISION = 0.999
const RECALL = 0.98

const { values } = parseArgs({
  options: {
    rooms: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '1,2,3' },
    every: { type: 'string', default: '1' },
    show: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const seeds = values.seeds.split(',').map(Number)
if (values.help) process.stdout.write(USAGE)
else if (values.rooms) {
  const isGood = await roomMatching(seeds, Number(values.every), values.show)
  if (!isGood) process.exitCode = 1
} else await main()

async function main(): Promise<void> {
  const postgres = await startPostgres()
  let isGood = true
  try {
    for (const seed of seeds) {
      const database = await postgres.newDatabase(`matching_${seed}`)
      const sandbox = await startSandbox({ seed })
      try {
        await hurry(database.pool)
        const { pool } = database
        const { environment } = sandbox
        const quality = await measureMatching({
          pool,
          environment,
          seed,
          every: Number(values.every),
          onProgress: (done, of) => {
            if (process.stderr.isTTY && done % 50 === 0) process.stderr.write(`\r${done} of ${of} hotels `)
          },
        })
        process.stdout.write(tableOf(seed, quality))
        if (values.show) {
          process.stdout.write([...quality.wrong, '', ...quality.missed].map((line) => `${line}\n`).join(''))
        }
        const { precision, recall } = scoresOf(quality, null, SURE)
        isGood &&= precision >= PRECISION && recall >= RECALL
      } finally {
        await sandbox.stop()
        await database.close()
      }
    }
  } finally {
    await postgres.close()
  }
  if (!isGood) process.exitCode = 1
}

function tableOf(seed: number, quality: Quality): string {
  const share = (part: number, whole: number | null) =>
    whole === null || whole === 0 ? '–' : (part / whole).toFixed(4)
  const lines = quality.rows.map(({ source, confidence, found, right, there }) =>
    [source, confidence ?? 'all', found, right, there ?? '', share(right, found), share(right, there)]
      .map((cell, index) => (index === 0 ? String(cell).padEnd(14) : String(cell).padStart(11)))
      .join(''),
  )
  const { precision, recall } = scoresOf(quality, null, SURE)
  const head = ['source', 'confidence', 'found', 'right', 'there', 'precision', 'recall']
    .map((cell, index) => (index === 0 ? cell.padEnd(14) : cell.padStart(11)))
    .join('')
  return [
    `\nseed ${seed}, ${quality.hotels} hotels`,
    head,
    ...lines,
    `at ${SURE} and above: precision ${precision.toFixed(4)} (at least ${PRECISION}), recall ${recall.toFixed(4)} (at least ${RECALL})`,
    '',
  ].join('\n')
}
