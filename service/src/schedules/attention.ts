import type { HotelsOfSet } from '../rates/request.ts'
import { attentionOf } from '../sets/set.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import type { Schedule } from './schedule.ts'

export interface AttentionDeps {
  catalog: Catalog
  hotelsOfSet: HotelsOfSet
}

/** Of the hotels that its body names, those of its set included. */
export async function attentionOfSchedule(
  { catalog, hotelsOfSet }: AttentionDeps,
  { account, body }: Pick<Schedule, 'account' | 'body'>,
): Promise<'source_disabled' | null> {
  // It was checked when it was saved.
  const { chain, hotels = [], set } = body as { chain?: string; hotels?: { chain: string }[]; set?: string }
  const ofSet = set === undefined ? undefined : await hotelsOfSet(account, set)
  return attentionOf(catalog, [
    ...(chain === undefined ? [] : [{ chain }]),
    ...hotels,
    ...(ofSet?.hotels ?? []),
  ])
}
