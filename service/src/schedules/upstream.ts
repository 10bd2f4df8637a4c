import { upstreamOfCounts } from '../grids/prices.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Upstream } from '../kernel/upstream.ts'
import { type Foreseen, upstreamOf } from '../sources/budget/foresight.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import { RATE_FAMILIES } from '../sources/registry.ts'
import type { ReadAsk, RunAsk } from './request.ts'
import type { Schedule } from './schedule.ts'
import { localDay } from './timing.ts'

/** The requests of a run if nothing is cached. Looking up ids is not part of it: most are known. */
export function upstreamOfRun(asked: RunAsk): Upstream {
  if (asked.ask === 'matrix') return upstreamOfCounts(asked.grid, new Map())
  if (asked.ask === 'parity') {
    const shops = asked.hotels.flatMap(({ parity: { stay, channels } }) => [stay.source, ...channels])
    return upstreamOf(shops.map((source) => ({ source, verb: 'shop', questions: 1 })))
  }
  const { hotels, rates } = asked.compset
  const bySource = Map.groupBy(hotels, ({ source }) => source)
  return upstreamOf([...bySource].map(([source, of]) => compsetRows(source, of.length, rates === 'member')))
}

function compsetRows(source: Source, hotels: number, members: boolean): Foreseen {
  if (!source.batch) return { source, verb: 'shop', questions: hotels }
  const size = RATE_FAMILIES.find(({ name }) => name === source.family)?.batchSize ?? 1
  return { source, verb: 'lowest', questions: Math.ceil(hotels / size), members }
}

/** Those of the next run; null if its body can no longer be read, for instance because its set is gone. */
export async function upstreamOfSchedule(
  readAsk: ReadAsk,
  { account, ask, body, timezone }: Schedule,
  nowMs: number,
): Promise<Upstream | null> {
  try {
    return upstreamOfRun(await readAsk(account, ask, body, { day: localDay(nowMs, timezone), nowMs }))
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
