import type { Config } from '../config.ts'
import { readsOn } from '../db/replica/reads.ts'
import { startFeedWork } from '../fx/feed-work.ts'
import { feedsOf } from '../fx/feeds.ts'
import { createHotelBook } from '../hotels/directory/hotel-book.ts'
import { indexHotels } from '../hotels/search/indexing.ts'
import { startDrain } from '../leases/drain.ts'
import { createAutoAges } from '../observations/auto-ages.ts'
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
  const makeReadAsk = () => createReadAsk(catalog, createHotelsOfSet(pool), createAutoAges(pool, hotels, now))
  const figures = {
    ...runtime,
    reads: readsOn(pool),
    hotelBook: createHotelBook(pool, hotels),
  }
  const runs = { pool, hotels, readAsk: makeReadAsk() }
  // Its schemas list the sources.
  runtime.onSourcesChanged(() => {
    runs.readAsk = makeReadAsk()
  })
  const drain = (name: string, take: (singly: boolean) => Promise<number>) => startDrain({ name, take, log })
  return {
    judging: drain('judge sightings', (singly) => judgeSightings(runtime, singly)),
    rounds: drain('begin due refreshes', (singly) => beginDueRounds(pool, catalog, singly)),
    feeds: startFeedWork({ pool, feeds: feedsOf(config), log, now }),
    indexing: drain('index hotels', (singly) => indexHotels(pool, catalog, singly)),
    endingRuns: drain('end runs', () => endDoneRuns(figures)),
    dueRuns: drain('begin due runs', (singly) => beginDueRuns(runs, singly)),
    queuedRuns: drain('begin queued runs', (singly) => beginQueuedRuns(runs, singly)),
  }
}
