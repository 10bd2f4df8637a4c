import { setTimeout as wait } from 'node:timers/promises'
import { readBooks } from '../../service/test/support/accounts.ts'
import { post } from '../../service/test/support/client.ts'
import { inDays } from '../../service/test/support/market.ts'
import type { Member } from './member.ts'
import { failed, newCustomer, type Stage, type Verdict } from './stage.ts'

const CALLERS = 16
/** How long a load balancer takes to notice that a process is stopping. */
const NEWS_MS = 100
const BETWEEN_MS = 500
const STAY = { chain: 'harborline', hotel_code: 'UNDERCUT', checkin: inDays(91) }

interface Call {
  answer: string
  charged: number
}

/** T15: every process is stopped and started again, one after the other, and no client notices. */
export function restartInTurn(stage: Stage): Promise<Verdict> {
  return stage.peace.keep(['apis', 'database'], async () => {
    const { town, onFault } = stage
    const account = await newCustomer(town)
    const load: { running: boolean; out: Member | null } = { running: true, out: null }
    const calls: Call[] = []
    const keepCalling = async (caller: number) => {
      for (let turn = 0; load.running; turn += 1) {
        const there = town.apis.filter((api) => api !== load.out)
        const api = there[(caller + turn) % there.length]
        const body = { ...STAY, max_age: turn % 2 === 0 ? 0 : 3600 }
        calls.push(
          await post(api?.url() ?? '', '/v1/shop', account.key, body).then(
            ({ status, charged }) => ({ answer: String(status), charged }),
            (error: Error) => ({ answer: `${api?.name}: ${error.message}`, charged: 0 }),
          ),
        )
        await wait(20)
      }
    }
    const callers = Array.from({ length: CALLERS }, (_, caller) => keepCalling(caller))
    for (const api of town.apis) {
      await wait(BETWEEN_MS)
      onFault(`restart ${api.name} as a deployment does`)
      const gone = api.leave()
      await wait(NEWS_MS)
      load.out = api
      await gone
      await api.start()
      load.out = null
    }
    await wait(BETWEEN_MS)
    load.running = false
    await Promise.all(callers)
    const bad = calls.filter(({ answer }) => answer !== '200')
    const charged = calls.reduce((sum, call) => sum + Math.round(call.charged * 1000), 0)
    const books = await readBooks(town.pool, account.no)
    return {
      name: 'T15 rolling restarts',
      told: `${bad.length} of ${calls.length} calls failed while ${town.apis.length} processes were restarted`,
      problems: failed([
        [
          bad.length === 0,
          `${bad.length} failed: ${bad
            .slice(0, 3)
            .map(({ answer }) => answer)
            .join(', ')}`,
        ],
        [calls.length > CALLERS, 'there was no load'],
        [books.used === charged, `${charged} charged, ${books.used} used`],
      ]),
    }
  })
}
