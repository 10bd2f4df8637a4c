import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { counted } from '../../service/src/kernel/counted.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { MEASURES, type Measured, prepare } from './measures.ts'

const USAGE = `npm run bench:distributed -- --folder FOLDER [--workers 0,1,2,4] [--cells N] [--changes N]

Measures a plain server (0 workers) and Citus with some workers, one after another, all on this machine. Needs Linux and what
ops/citus/build.sh installs.
`

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    workers: { type: 'string', default: '0,1,2,4' },
    cells: { type: 'string', default: '1000000' },
    changes: { type: 'string', default: '1000000' },
  },
})
if (values.folder === undefined) {
  process.stderr.write(USAGE)
  process.exit(2)
}
await mkdir(values.folder, { recursive: true })

const sizes = { cells: Number(values.cells), changes: Number(values.changes) }
for (const workers of values.workers.split(',').map(Number)) {
  const cluster = await startCluster(values.folder, workers)
  try {
    await measureAll(cluster)
  } finally {
    await cluster.stop()
  }
}

async function measureAll(cluster: Cluster): Promise<void> {
  const name = cluster.workers === 0 ? 'plain PostgreSQL' : `Citus, ${counted(cluster.workers, 'worker')}`
  process.stdout.write(`\n${name}\n`)
  const stage = await prepare(cluster, sizes)
  try {
    for (const { what, run } of MEASURES) process.stdout.write(`  ${what}: ${lineOf(await run(stage))}\n`)
  } finally {
    await stage.close()
  }
}

function lineOf({ figure, perCallMs: [coordinator = 0, ...workers] }: Measured): string {
  const each = (ms: number) => `${ms.toFixed(2)} ms`
  const told = [
    `coordinator ${each(coordinator)}`,
    ...(workers.length > 0 ? [`workers ${workers.map(each).join(', ')}`] : []),
  ]
  return `${figure}; processor time: ${told.join('; ')}`
}
