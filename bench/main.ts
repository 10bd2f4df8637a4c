import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Bench, Measure } from './bench.ts'
import { type Finding, judge } from './finding.ts'
import { gridFill } from './grids-fill.ts'
import { gridExport, gridRead, workbook } from './grids-read.ts'
import { describeMachine, measureDiskSync } from './machine.ts'
import { accountGrowth } from './measures/account-growth.ts'
import { charge } from './measures/charge.ts'
import { deliveries } from './measures/deliveries.ts'
import { directories } from './measures/directories.ts'
import { familyFills } from './measures/family-fills.ts'
import { growth } from './measures/growth.ts'
import { latency, topSpeed } from './measures/hits.ts'
import { install } from './measures/install.ts'
import { judgement } from './measures/judgement.ts'
import { memory } from './measures/memory.ts'
import { freeNeighbours, neighbours } from './measures/neighbours.ts'
import { roomsCost } from './measures/rooms.ts'
import { hotelSearch } from './measures/search.ts'
import { coldCalls, familyCalls, liveCall } from './measures/shops.ts'
import { start } from './measures/start.ts'
import { trips } from './measures/trips.ts'
import { startPostgres } from './postgres.ts'
import { isBuilt } from './processes.ts'
import { describeProfiles } from './profile.ts'
import { reportOf } from './report.ts'

const MEASURES: readonly Measure[] = [
  charge,
  topSpeed,
  latency,
  gridRead,
  gridExport,
  gridFill,
  familyFills,
  coldCalls,
  liveCall,
  familyCalls,
  roomsCost,
  growth,
  hotelSearch,
  deliveries,
  start,
  neighbours,
  freeNeighbours,
  judgement,
  trips,
  memory,
  accountGrowth,
  install,
  directories,
  workbook,
]
const RESULTS = join(import.meta.dirname, 'results.json')
const USAGE = `npm run bench -- [--only NAME[,NAME]] [--quick] [--profile]

  --only     ${MEASURES.flatMap(namesOf).join(', ')}
  --quick    fewer and shorter samples
  --profile  show where the API process spends its time (makes it slower)
`

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  process.stdout.write(USAGE)
  process.exit(0)
}
const chosen = choose(values.only)
const say = (text: string) => process.stderr.write(`${text}\n`)
const machine = describeMachine()
if (machine.loadAverage > machine.cores / 2) {
  say(`The machine is busy (load ${machine.loadAverage.toFixed(1)}); the figures will scatter.`)
}

if (!isBuilt())
  say('The modules are not joined. Run `npm run build` first, so that processes start as in production.')

const profileTo = values.profile ? await mkdtemp(join(tmpdir(), 'vacancy-profile-')) : null
const server = await startPostgres()
const findings: Finding[] = []
const disk = await measureDiskSync(server.home)
try {
  const bench: Bench = { quick: values.quick, profileTo, server, say }
  for (const measure of chosen) {
    say(`${measure.name} …`)
    findings.push(...(await measure.run(bench)))
    await keepFindings()
  }
} finally {
  await server.close()
}

const diskText = `fdatasync ${disk.medianMs.toFixed(2)} ms (90 %: ${disk.p90Ms.toFixed(2)} ms)`
const machineText = `${machine.cores} cores, ${machine.memoryGib} GiB, Node ${machine.node}, PostgreSQL ${server.version}`
process.stdout.write(`\n${reportOf(findings)}\n${machineText}, ${diskText}\n`)
if (profileTo !== null) {
  process.stdout.write(`\n${await describeProfiles(profileTo)}`)
  await rm(profileTo, { recursive: true, force: true })
}
process.exitCode = findings.some((finding) => judge(finding) === 'MISSED') ? 1 : 0

/** After each measure, so that a run that is interrupted keeps what it found. */
async function keepFindings(): Promise<void> {
  const date = new Date().toISOString()
  const places = MEASURES.flatMap(namesOf)
  const kept: Kept[] = [
    ...(await readEarlier()),
    ...findings.map((finding) => ({ ...finding, date, quick: values.quick, verdict: judge(finding) })),
  ].toSorted((a, b) => places.indexOf(a.name) - places.indexOf(b.name))
  const results = { machine: { ...machine, postgres: server.version, fdatasync: disk }, findings: kept }
  await writeFile(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
}

/** Measures that have no findings yet keep their earlier ones, with the date of their run. */
async function readEarlier(): Promise<Kept[]> {
  const { findings: earlier } = JSON.parse(await readFile(RESULTS, 'utf8')) as { findings: Kept[] }
  return earlier.filter(({ name }) => !findings.some((finding) => finding.name === name))
}

type Kept = Finding & { date: string; quick: boolean; verdict: string }

function namesOf({ name, also = [] }: Measure): readonly string[] {
  return [name, ...also]
}

function choose(only: string | undefined): readonly Measure[] {
  if (only === undefined) return MEASURES
  return only.split(',').map((name) => {
    const found = MEASURES.find((measure) =>
      namesOf(measure).some((own) => own.toLowerCase() === name.trim().toLowerCase()),
    )
    if (!found) {
      process.stderr.write(USAGE)
      process.exit(2)
    }
    return found
  })
}
