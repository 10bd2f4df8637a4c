import { setTimeout as wait } from 'node:timers/promises'
import { readBooks } from '../../service/test/support/accounts.ts'
import { type Answer, post } from '../../service/test/support/client.ts'
import { inDays } from '../../service/test/support/market.ts'
import { failed, newCustomer, type Stage, type Verdict } from './stage.ts'

const CALLERS = 8
const FULL_MS = 20_000
const STEP_MS = 300_000
const STEPPED_MS = 15_000
const RECOVERY_MS = 90_000
/** How long after a fault every process must answer again. */
const BACK_MS = 30_000
const STAY = { chain: 'harborline', hotel_code: 'UNDERCUT', checkin: inDays(92) }

/** Long faults. They come last, because the time limits of other checks do not allow for them. */
export const OUTAGES: Readonly<Record<string, (stage: Stage) => Promise<Verdict>>> = {
  disk: (stage) =>
    through(stage, 'T18 full disk', async ({ town, onFault }) => {
      if (!town.fillDisk) return 'skipped: this machine does not permit to mount a file system'
      onFault(`fill the disk of the database for ${FULL_MS / 1000} s`)
      await town.fillDisk(FULL_MS)
      return null
    }),
  clock: (stage) =>
    through(stage, 'T18 clock step', async ({ town, onFault }) => {
      for (const member of [town.apis[0], town.workers[0]]) {
        for (const offsetMs of [STEP_MS, -STEP_MS]) {
          onFault(`set the clock of ${member?.name} ${offsetMs > 0 ? 'ahead' : 'back'} by 5 min`)
          member?.stepClock(offsetMs)
          await wait(STEPPED_MS)
        }
        member?.stepClock(0)
      }
      return null
    }),
  recovery: (stage) =>
    through(stage, 'T18 slow recovery', async ({ town, onFault }) => {
      onFault(`pull the plug of the database, which recovers for ${RECOVERY_MS / 1000} s`)
      await town.recoverSlowly(RECOVERY_MS)
      return null
    }),
}

/** Calls go on through the fault. Afterwards every process works again by itself, and what was charged is what was answered. */
async function through(
  stage: Stage,
  name: string,
  strike: (stage: Stage) => Promise<string | null>,
): Promise<Verdict> {
  const { town } = stage
  const account = await newCustomer(town)
  const load = { running: true }
  const calls: (Answer | null)[] = []
  const ask = (url: string, maxAge: number) =>
    post(url, '/v1/shop', account.key, { ...STAY, max_age: maxAge }).catch(() => null)
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let turn = 0; load.running; turn += 1) {
      const api = town.apis[(caller + turn) % town.apis.length]
      calls.push(await ask(api?.url() ?? '', turn % 2 === 0 ? 0 : 3600))
      await wait(100)
    }
  })
  const skipped = await strike(stage)
  const endedAt = performance.now()
  for (const { url } of town.apis) {
    for (let answer: Answer | null = null; answer?.status !== 200; await wait(100)) {
      calls.push((answer = await ask(url(), 0)))
      if (performance.now() - endedAt > BACK_MS) break
    }
  }
  const backMs = performance.now() - endedAt
  load.running = false
  await Promise.all(callers)
  if (skipped !== null) return { name, told: skipped, problems: [] }
  const answered = calls.filter((answer) => answer !== null)
  const lost = calls.length - answered.length
  const charged = answered.reduce((sum, answer) => sum + Math.round(answer.charged * 1000), 0)
  const { used, lines, keys } = await readBooks(town.pool, account.no)
  const odd = answered.filter(({ status }) => status !== 200 && status !== 503 && status !== 504)
  const ages = answered.map(({ body }) => (body as { cache_age_sec?: number | null }).cache_age_sec ?? 0)
  const good = answered.filter(({ status }) => status === 200).length
  return {
    name,
    told: `${good} of ${calls.length} calls answered, ${lost} cut; all processes back after ${Math.round(backMs / 1000)} s`,
    problems: failed([
      [backMs <= BACK_MS, `a process did not answer within ${BACK_MS / 1000} s`],
      [used === lines && used === keys, `${used} used, the lines say ${lines}, the keys ${keys}`],
      // A call that was cut may have been charged, at most for the price of a live one.
      [used >= charged && used <= charged + lost * 1000, `${charged} charged and ${lost} cut, ${used} used`],
      [
        odd.length === 0,
        `odd answers: ${odd
          .slice(0, 3)
          .map(({ status, body }) => `${status} ${JSON.stringify(body)}`)
          .join(', ')}`,
      ],
      [ages.every((age) => age >= 0), `an answer has an age of ${Math.min(...ages)} s`],
      [good > 0, 'nothing was answered'],
    ]),
  }
}
