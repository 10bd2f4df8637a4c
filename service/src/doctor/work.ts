import type { Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { type Finding, good, problem, warning } from './finding.ts'
import type { Installation } from './installation.ts'

/** Only from what is stored and set: `vacancy sources check` makes real calls. */
export function checkSources({ sourcesFile }: Installation, { sources }: Catalog): Finding {
  const unset = sources.filter(({ unconfigured }) => unconfigured !== null)
  const advice = 'Set their credentials, remove them in SOURCES_FILE, or run `vacancy sources check`.'
  if (unset.length === 0 && sources.every(({ sandbox }) => sandbox)) {
    return good('sources', 'all are of the sandbox: hotels and prices are invented')
  }
  if (unset.length === 0) {
    return good('sources', `all ${sources.length} are set up; \`vacancy sources check\` makes real calls`)
  }
  if (unset.length === sources.length && sourcesFile === '' && !process.env['SANDBOX_URL']) {
    return warning(
      'sources',
      'none is set up, so `vacancy serve` uses the bundled sandbox',
      'For real sources, set SOURCES_FILE and their credentials. Without `vacancy serve`, nothing can be asked.',
    )
  }
  const found = `${unset.length} of ${sources.length} lack settings: ${unset.map(({ id }) => id).join(', ')}`
  return unset.length === sources.length
    ? problem('sources', found, advice)
    : warning('sources', found, advice)
}

const STALE_HOURS = 48

export async function checkDirectory({ directorySync }: Installation, pool: Pool): Promise<Finding> {
  if (directorySync === 'off') return good('directory', 'reading it is switched off (DIRECTORY_SYNC)')
  const { rows } = await pool.query<{ source: string; error: string | null; stale: boolean; hotels: number }>(
    `select source, error, hotels, coalesce(synced_at, started_at, now()) < now() - make_interval(hours => $1) as stale
     from directory_syncs order by source`,
    [STALE_HOURS],
  )
  const hotels = rows.reduce((sum, row) => sum + row.hotels, 0)
  const bad = rows.filter(({ stale, error }) => stale || error !== null)
  if (bad.length === 0) return good('directory', `${hotels} hotels of ${rows.length} sources`)
  const named = bad.map(({ source, error }) => (error === null ? source : `${source} (${error})`)).join(', ')
  return warning(
    'directory',
    `not up to date: ${named}`,
    'Run `vacancy directory sync`, and look at the log of the workers.',
  )
}

interface Queue {
  check: string
  waiting: number
  oldest: number
}

/** Seconds that the oldest waiting row of each queue is late. */
const QUEUES = `
select 'tasks' as check, count(*)::int as waiting, coalesce(extract(epoch from max(now() - due)), 0)::float8 as oldest
  from tasks where state = 'q' and due <= now()
union all
select 'deliveries', count(*)::int, coalesce(extract(epoch from max(now() - due_at)), 0)::float8
  from deliveries where state in ('q', 'w') and due_at <= now()
union all
select 'reservations', count(*)::int, coalesce(extract(epoch from max(now() - expires_at)), 0)::float8
  from holds where expires_at <= now()
order by 1`

const LATE = { warnSec: 300, badSec: 3600 }

export async function checkQueues(pool: Pool): Promise<Finding[]> {
  const { rows } = await pool.query<Queue>(QUEUES)
  return rows.map(({ check, waiting, oldest }) => {
    const found =
      waiting === 0 ? 'nothing is late' : `${waiting} are due, the oldest for ${Math.round(oldest)} s`
    const advice = 'Start more workers (`vacancy worker`), and look at their log.'
    if (oldest >= LATE.badSec) return problem(check, found, advice)
    return oldest >= LATE.warnSec ? warning(check, found, advice) : good(check, found)
  })
}

export async function checkWorkers(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from workers where rows = 'tasks' and seen_at > now() - interval '10 seconds'",
  )
  const { count } = one(rows)
  return count === 0
    ? warning(
        'workers',
        'none is running',
        'Start one with `vacancy worker`, or everything with `vacancy serve`.',
      )
    : good('workers', `${count} running`)
}
