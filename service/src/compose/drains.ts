import type { Config } from '../config.ts'
import { startFeedWork } from '../fx/feed-work.ts'
import { feedsOf } from '../fx/feeds.ts'
import { indexHotels } from '../hotels/search/indexing.ts'
import { startDrain } from '../leases/drain.ts'
import { beginDueRuns, beginQueuedRuns } from '../schedules/begin.ts'
import { endDoneRuns } from '../schedules/end.ts'
import { createReadAsk } from '../schedules/request.ts'
import { createHotelsOfSet } from '../sets/store.ts'
import { judgeSightings } from '../watches/judging/judge.ts'
import { beginDueRounds } from '../watches/refreshing/rounds.ts'
import type { Runtime } from './runtime.ts'

/** Work of a worker that needs no lease. */
export type Drains = ReturnType<typeof startDrains>

export function startDrains(config: Config, runtime: Runtime) {
  const { pool, catalog, hotels, log, now } = runtime
  const runs = { pool, hotels, readAsk: createReadAsk(catalog, createHotelsOfSet(pool)) }
  const drain = (name: string, take: (singly: boolean) => Promise<number>) => startDrain({ name, take, log })
  return {
    judging: drain('judge sightings', (singly) => judgeSightings(runtime, singly)),
    rounds: drain('begin due refreshes', (singly) => beginDueRounds(pool, catalog, singly)),
    feeds: startFeedWork({ pool, feeds: feedsOf(config), log, now }),
    indexing: drain('index hotels', (singly) => indexHotels(pool, catalog, singly)),
    endingRuns: drain('end runs', () => endDoneRuns(pool)),
    dueRuns: drain('begin due runs', (singly) => beginDueRuns(runs, singly)),
    queuedRuns: drain('begin queued runs', (singly) => beginQueuedRuns(runs, singly)),
  }
}
