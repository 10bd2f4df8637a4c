import { type Static, Type } from 'typebox'
import type { Pool } from '../../db/pool.ts'
import { nullable, Timestamp } from '../../edge/schemas.ts'
import { lastKnown } from '../../kernel/last-known.ts'
import type { Catalog } from '../../sources/catalog/catalog.ts'
import type { Gateway } from '../../sources/gateway.ts'
import { readSyncs, type SyncState } from './sync-store.ts'

const SYNC_STATES = ['waiting', 'reading', 'current', 'failing', 'unlisted'] as const
type ReadingState = (typeof SYNC_STATES)[number]

export const DirectoryStatusSchema = Type.Object(
  {
    hotels: Type.Integer({ description: 'Listed hotels and agencies’ listings that are not closed.' }),
    synced_at: nullable(
      Timestamp('When the last source was read.'),
      'When a source was last read to its end.',
    ),
    sources: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Id of the source.' }),
        hotels: Type.Integer({ description: 'Listed hotels that are not closed.' }),
        synced_at: nullable(Timestamp('When it was read.'), 'When it was last read to its end.'),
        state: Type.Enum(SYNC_STATES, {
          description:
            '`waiting`: not read yet. `reading`: being read. `current`: up to date. `failing`: the last try failed. `unlisted`: the source has no listing; hotels are added as they are seen.',
        }),
      }),
      { description: 'Chains first, then travel agencies.' },
    ),
  },
  { $id: 'DirectoryStatus', description: 'How far the directory of hotels has been read.' },
)

export type DirectoryStatus = Static<typeof DirectoryStatusSchema>

export interface DirectoryStatusDeps {
  pool: Pool
  catalog: Catalog
  gateway: Pick<Gateway, 'contentOf'>
}

/** Anyone may ask for the status as often as they like; the database is asked once in this time. */
const KEPT_MS = 2000

/** Reads how far the directory has been read. */
export function createDirectoryStatus(deps: DirectoryStatusDeps): () => Promise<DirectoryStatus> {
  return lastKnown(async () => viewOf(deps, await readSyncs(deps.pool)), viewOf(deps, []), KEPT_MS)
}

function viewOf({ catalog, gateway }: DirectoryStatusDeps, syncs: readonly SyncState[]): DirectoryStatus {
  const bySource = new Map(syncs.map((sync) => [sync.source, sync]))
  const sources = catalog.sources.map(({ id }) => {
    const sync = bySource.get(id)
    return {
      id,
      hotels: sync?.hotels ?? 0,
      synced_at: sync?.syncedAt?.toISOString() ?? null,
      state: stateOf(sync, gateway.contentOf(id)?.list ?? false),
    }
  })
  const times = sources.flatMap(({ synced_at }) => synced_at ?? [])
  return {
    hotels: sources.reduce((sum, { hotels }) => sum + hotels, 0),
    synced_at: times.toSorted().at(-1) ?? null,
    sources,
  }
}

function stateOf(sync: SyncState | undefined, isListed: boolean): ReadingState {
  if (!isListed) return 'unlisted'
  if (sync?.error) return 'failing'
  if (sync && sync.phase !== 'idle') return 'reading'
  return sync?.syncedAt ? 'current' : 'waiting'
}
