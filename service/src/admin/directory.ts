import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import type { Pool } from '../db/pool.ts'
import { startSync } from '../hotels/directory/start-sync.ts'
import { readSyncs, type SyncState } from '../hotels/directory/sync-store.ts'
import { table } from './table.ts'
import { type Output, print, withPool } from './with-pool.ts'

interface SyncOptions extends Output {
  whole?: boolean
  wait: boolean
}

/** The directory of hotels: reads it now instead of once a day. */
export function addDirectoryCommands(program: Command): void {
  const directory = program.command('directory').description('the directory of hotels')
  directory
    .command('sync')
    .description('read the hotels of all sources, or of one, now; a running worker does it')
    .argument('[source]', 'id of a chain or travel agency')
    .option('--whole', 'read everything, not only what changed')
    .option('--no-wait', 'do not wait for the end')
    .option('--json', 'print JSON')
    .action(async (source: string | undefined, options: SyncOptions) => {
      const states = await withPool((pool) => sync(pool, source, options))
      const rows = states.map(({ source: id, hotels, hotelsRead, syncedAt, error }) => ({
        source: id,
        hotels,
        read: hotelsRead,
        synced_at: syncedAt?.toISOString() ?? null,
        error,
      }))
      const failed = rows.find(({ error }) => error !== null)
      print(
        options.json,
        rows,
        () => table(['source', 'hotels', 'read', 'synced_at', 'error'], rows),
        nextOf(failed?.source, options.wait),
      )
      if (failed) process.exitCode = 1
    })
}

function nextOf(failed: string | undefined, isAwaited: boolean): string {
  if (failed !== undefined) return `vacancy sources test ${failed} says what does not work`
  return isAwaited
    ? 'vacancy hotels search NAME finds them'
    : 'a running worker reads them; vacancy directory sync, without --no-wait, waits for it'
}

const LOOK_MS = 500

async function sync(
  pool: Pool,
  source: string | undefined,
  { whole = false, wait: isAwaited }: SyncOptions,
): Promise<SyncState[]> {
  const { sources, since } = await startSync(pool, source, whole)
  const told = new Map<string, number>()
  for (;;) {
    const states = (await readSyncs(pool)).filter((state) => sources.includes(state.source))
    for (const state of states) tell(told, state)
    if (!isAwaited || states.every((state) => isOver(state, since))) return states
    await wait(LOOK_MS)
  }
}

function isOver({ phase, syncedAt, error }: SyncState, since: Date): boolean {
  return error !== null || (phase === 'idle' && syncedAt !== null && syncedAt >= since)
}

/** Progress on stderr, a line per source and page. */
function tell(told: Map<string, number>, { source, phase, pages, hotelsRead }: SyncState): void {
  if (phase === 'idle' || told.get(source) === pages) return
  told.set(source, pages)
  process.stderr.write(`${source}: ${hotelsRead} hotels read, page ${pages}\n`)
}
