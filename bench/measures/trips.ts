import { solveTrip } from '../../service/src/trip/solver/solve.ts'
import type { Bench, Measure } from '../bench.ts'
import { watchDisturbance } from '../disturbance.ts'
import { absolute, compared, type Finding, milliseconds } from '../finding.ts'
import { PATIENCE_MS, summarize, waitForCalm } from '../measure.ts'
import { largeTrip } from '../trip-worlds.ts'

/** The largest trip: the processor time of its solver, and its longest step between two pauses. */
export const trips: Measure = { name: 'P14', run }

interface Sample {
  processorMs: number
  longestStepMs: number
}

async function run({ quick }: Bench): Promise<Finding[]> {
  const worlds = quick ? 5 : 30
  const findings: Finding[] = []
  for (const certificates of [false, true]) {
    const what = certificates ? 'with certificates' : 'without certificates'
    const trip = `a trip of 14 nights, 50 hotels, 2 moves, 5 chains, ${what}`
    solve(0, certificates)
    await waitForCalm(PATIENCE_MS)
    const disturbanceOf = await watchDisturbance()
    const samples = Array.from({ length: worlds }, (_, at) => solve(at + 1, certificates))
    const disturbance = await disturbanceOf()
    const processor = samples.map(({ processorMs }) => processorMs)
    const steps = samples.map(({ longestStepMs }) => longestStepMs)
    findings.push(
      absolute(
        { name: 'P14', what: `${trip}, processor, p50`, unit: 'ms', mustReach: 150, aim: 50 },
        processor,
        {
          disturbance,
        },
      ),
      absolute(
        { name: 'P14', what: `its longest step, ${what}`, unit: 'ms', mustReach: 20, aim: 10 },
        steps,
        {
          figure: Math.max(...steps),
          disturbance,
        },
      ),
    )
    findings.push(await withBanks(worlds, certificates, `${trip}, with points of banks`))
  }
  return findings
}

/** The same trips with and without points at three banks. */
async function withBanks(worlds: number, certificates: boolean, what: string): Promise<Finding> {
  solve(0, certificates, true)
  const disturbanceOf = await watchDisturbance()
  const sides = Array.from({ length: worlds }, (_, at) => ({
    ours: solve(at + 1, certificates, true).processorMs,
    theirs: solve(at + 1, certificates).processorMs,
  }))
  const disturbance = await disturbanceOf()
  const pairs = sides.map((side) => Object.assign(side, { disturbance }))
  const about = { name: 'P14', what, better: 'less', mustReach: 1.5, aim: null } as const
  return compared(about, summarize(pairs), pairs, { value: milliseconds, rival: 'without' })
}

function solve(seed: number, certificates: boolean, banks = false): Sample {
  const steps = solveTrip(largeTrip(seed, { certificates, banks }))
  const usage = process.cpuUsage()
  let longestStepMs = 0
  for (let begunMs = performance.now(), done = false; !done; ) {
    done = steps.next().done === true
    const nowMs = performance.now()
    longestStepMs = Math.max(longestStepMs, nowMs - begunMs)
    begunMs = nowMs
  }
  const { user, system } = process.cpuUsage(usage)
  return { processorMs: (user + system) / 1000, longestStepMs }
}
