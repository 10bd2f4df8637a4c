import type { Bench, Measure } from '../bench.ts'
import { watchDisturbance } from '../disturbance.ts'
import { absolute, type Finding } from '../finding.ts'
import { PATIENCE_MS, waitForCalm } from '../measure.ts'
import { inFreshHome, startServe } from '../serve.ts'

/** From the command to the first good answer: the first start on a machine, and a later one. */
export const start: Measure = { name: 'P10', run }

async function run({ quick }: Bench): Promise<Finding[]> {
  const fresh: number[] = []
  const used: number[] = []
  await waitForCalm(PATIENCE_MS)
  const disturbanceOf = await watchDisturbance()
  for (let round = 0; round < (quick ? 1 : 5); round += 1) {
    await inFreshHome(async (home) => {
      fresh.push(await secondsToFirstAnswer(home))
      used.push(await secondsToFirstAnswer(home))
    })
  }
  const disturbance = await disturbanceOf()
  return [
    absolute(
      { name: 'P10', what: 'start to the first 200, fresh home', unit: 's', mustReach: 4, aim: 2.5 },
      fresh,
      { disturbance },
    ),
    absolute(
      { name: 'P10', what: 'start to the first 200, used home', unit: 's', mustReach: 3.5, aim: 1.5 },
      used,
      { disturbance },
    ),
  ]
}

async function secondsToFirstAnswer(home: string): Promise<number> {
  const { upAfterSec, stop } = await startServe(home)
  await stop()
  return upAfterSec
}
