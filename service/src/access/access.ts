import type { Reads } from '../db/replica/reads.ts'
import { type Planned, quoteOnly } from '../edge/sale.ts'
import { served } from '../edge/served.ts'
import type { HotelBook } from '../hotels/directory/hotel-book.ts'
import { type HotelsMaster, hotelKey } from '../hotels/master.ts'
import type { Milli } from '../kernel/credits.ts'
import type { Night } from '../kernel/dates.ts'
import { hotelView } from '../rates/render.ts'
import { nightPrice, type Source } from '../sources/catalog/catalog.ts'
import { type Access, type Habit, judgeAccess, type Share } from './judge.ts'
import { type Pair, readLongerStays, readPairs } from './pairs.ts'
import { whyOf } from './why.ts'

export interface AccessDeps {
  reads: Reads
  hotels: HotelsMaster
  hotelBook: HotelBook
}

export interface AccessAsk {
  source: Source
  hotelCode: string
  from: Night
  to: Night
}

/** How much of a hotel is sold for points, from the cache alone. */
export async function planAccess(deps: AccessDeps, ask: AccessAsk, dryRun: boolean): Promise<Planned> {
  const name = { source: ask.source.id, hotelCode: ask.hotelCode }
  const no = (await deps.hotels.findNos([name])).get(hotelKey(name))
  const pairs = no === undefined ? [] : await readPairs(deps.reads, no, ask)
  const price = nightPrice(ask.source)
  // Which nights were seen decides, not what was seen.
  const estimate = { cached: Array<Milli>(pairs.length).fill(price), live: [], free: 0 }
  if (dryRun) return quoteOnly(estimate)
  return {
    estimate,
    run: async (tab) => {
      for (const _ of pairs) tab.cached(price)
      const [longer, facts] = await Promise.all([
        no === undefined ? [] : readLongerStays(deps.reads, no, ask),
        deps.hotelBook.one(name),
      ])
      return served({
        query: { chain: ask.source.id, hotel_code: ask.hotelCode, from: ask.from, to: ask.to },
        hotel: hotelView(ask, null, facts),
        ...accessView(judgeAccess(pairs, longer)),
        pairs: pairs.length,
        ...seenView(pairs),
      })
    },
  }
}

function accessView(access: Access) {
  const { by, blocked, habits } = access
  return {
    ...shareView(access),
    by: {
      weekday: by.weekday.map((group) => Object.assign({ weekday: group.weekday }, shareView(group))),
      lead: by.lead.map((group) =>
        Object.assign({ lead_days: [group.leadDays.from, group.leadDays.to] }, shareView(group)),
      ),
      month: by.month.map((group) => Object.assign({ month: group.month }, shareView(group))),
    },
    blocked: blocked.map(({ night, how, minLos }) => ({ night, how, min_los: minLos })),
    habits: habits.map(habitView),
    why: whyOf(access),
  }
}

/** Four digits: more would not be more exact. */
function shareView({ nights, share }: Share) {
  return { nights, share: share === null ? null : Math.round(share * 10_000) / 10_000 }
}

function habitView({ on, how, nights, blocked, minLos }: Habit) {
  return { on, how, nights, blocked, min_los: minLos }
}

function seenView(pairs: readonly Pair[]) {
  const at = (moments: number[], pick: (...ms: number[]) => number) =>
    moments.length === 0 ? null : new Date(pick(...moments)).toISOString()
  return {
    seen_from: at(
      pairs.map(({ cashSeenMs, awardSeenMs }) => Math.min(cashSeenMs, awardSeenMs)),
      Math.min,
    ),
    seen_to: at(
      pairs.map(({ cashSeenMs, awardSeenMs }) => Math.max(cashSeenMs, awardSeenMs)),
      Math.max,
    ),
  }
}
