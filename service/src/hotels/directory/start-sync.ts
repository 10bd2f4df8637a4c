import type { Client, Pool } from '../../db/pool.ts'
import { invalid } from '../../kernel/errors.ts'
import { askForSync, beginDueSyncs, readSyncs } from './sync-store.ts'

/** What is being read, and since when. */
interface StartedSync {
  sources: string[]
  since: Date
}

/** Begins to read the hotels of a source, or of all, now. A worker does it. */
export async function startSync(
  pool: Pool | Client,
  source: string | undefined,
  isWhole: boolean,
): Promise<StartedSync> {
  const known = await readSyncs(pool)
  const sources = known.map((state) => state.source).filter((id) => source === undefined || id === source)
  if (sources.length === 0) {
    throw invalid(
      source === undefined
        ? 'No worker has looked at the sources yet. Start one first, with `npm start` or `vacancy worker`.'
        : `No worker reads hotels from a source called ${source}. Check the id of the source.`,
    )
  }
  await requireWorker(pool)
  const since = await askForSync(pool, sources, isWhole)
  await beginDueSyncs(pool, sources)
  return { sources, since }
}

async function requireWorker(pool: Pool | Client): Promise<void> {
  const { rows } = await pool.query("select 1 from workers where rows = 'tasks' limit 1")
  if (rows.length === 0)
    throw invalid('No worker is running. Start one with `npm start` or `vacancy worker`.')
}
