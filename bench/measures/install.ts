import type { Bench, Measure } from '../bench.ts'
import { absolute, type Finding } from '../finding.ts'
import { tryInstallation } from '../installation.ts'

/** The last commit, installed in an empty folder without anything for tests. It must start there and sell. */
export const install: Measure = { name: 'P17', run }

async function run({ say }: Bench): Promise<Finding[]> {
  const { node, megabytes, warnings, startedSec, problems } = await tryInstallation()
  if (problems.length > 0) throw new Error(`the installation does not work: ${problems.join('; ')}`)
  say(`  npm start: ready after ${startedSec.toFixed(1)} s`)
  for (const warning of warnings) say(`  ${warning}`)
  return [
    absolute(
      { name: 'P17', what: 'disk space of `npm ci --omit=dev`', unit: 'MB', mustReach: 450, aim: 300 },
      [megabytes],
    ),
    absolute(
      {
        name: 'P17',
        what: `warnings that \`npm ci\` prints with Node ${node}`,
        unit: 'count',
        mustReach: 2,
        aim: 0,
      },
      [warnings.length],
    ),
  ]
}
