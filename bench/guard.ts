import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { table } from '../service/src/admin/table.ts'
import type { Bench, Measure } from './bench.ts'
import type { Finding } from './finding.ts'
import { gridRead } from './grids-read.ts'
import { growth } from './measures/growth.ts'
import { topSpeed } from './measures/hits.ts'
import { startPostgres } from './postgres.ts'

const GUARDED: readonly Measure[] = [topSpeed, gridRead, growth]
const KEPT = join(import.meta.dirname, 'guard.json')
/** Short samples differ by up to a tenth from run to run. */
const TOLERANCE = 0.2
const USAGE = `npm run bench:guard [-- --keep]

Measures the quick form of P1, P3 and P8, and exits with 1 if a ratio is more than ${TOLERANCE * 100} % worse than the one in
bench/guard.json. --keep writes the measured ratios there instead.
`

const { values } = parseArgs({
  options: { keep: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
})
if (values.help) {
  process.stdout.write(USAGE)
  process.exit(0)
}

const kept = JSON.parse(await readFile(KEPT, 'utf8')) as Record<string, number>
const server = await startPostgres()
const bench: Bench = {
  quick: true,
  profileTo: null,
  server,
  say: (text) => process.stderr.write(`${text}\n`),
}
const measured: Finding[] = []
try {
  for (const measure of GUARDED) measured.push(...(await measureFairly(measure)))
} finally {
  await server.close()
}
process.stdout.write(`${report(measured)}\n`)
if (values.keep) {
  const ratios = Object.fromEntries(measured.map((finding) => [keyOf(finding), round(finding.figure)]))
  await writeFile(KEPT, `${JSON.stringify(ratios, null, 2)}\n`)
} else {
  process.exitCode = measured.some(isWorse) ? 1 : 0
}

/** A bad result is measured once more, because a busy minute of the machine is no regression. */
async function measureFairly(measure: Measure): Promise<Finding[]> {
  bench.say(`${measure.name} …`)
  const first = await measure.run(bench)
  if (values.keep || !first.some(isWorse)) return first
  bench.say(`${measure.name} again …`)
  const second = await measure.run(bench)
  return second.map((finding) => {
    const before = first.find((each) => keyOf(each) === keyOf(finding))
    return before && !isWorse(before) ? before : finding
  })
}

/** P8 names the worst of its questions, which may be another one next time. The endpoint stays. */
function keyOf({ name, what }: Finding): string {
  return `${name} ${what.split(' at ')[0]}`
}

function isWorse(finding: Finding): boolean {
  const before = kept[keyOf(finding)]
  if (before === undefined) return false
  const loss = finding.better === 'more' ? before / finding.figure : finding.figure / before
  return loss > 1 + TOLERANCE
}

function report(findings: readonly Finding[]): string {
  const rows = findings.map((finding) => ({
    measure: keyOf(finding),
    ratio: round(finding.figure),
    kept: kept[keyOf(finding)] ?? null,
    better: finding.better,
    verdict: isWorse(finding) ? 'WORSE' : 'good',
  }))
  return table(['measure', 'ratio', 'kept', 'better', 'verdict'], rows)
}

function round(figure: number): number {
  return Math.round(figure * 100) / 100
}
