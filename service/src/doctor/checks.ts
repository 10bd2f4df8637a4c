import { statfs } from 'node:fs/promises'
import { readMigrations } from '../db/migrate.ts'
import type { Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { fingerprintOf, keyFileOf, readMasterKey } from '../ops/master-key.ts'
import { readFingerprints } from '../secrets/open-vault.ts'
import { type Finding, good, problem, warning } from './finding.ts'
import type { Installation } from './installation.ts'

const OLDEST = 150_000

export async function checkServer(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<{ version: number; text: string; size: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as text,
       pg_size_pretty(pg_database_size(current_database())) as size`,
  )
  const { version, text, size } = one(rows)
  const found = `PostgreSQL ${text}, ${size} of data`
  return version < OLDEST
    ? problem('database', found, 'Upgrade PostgreSQL to version 15 or newer.')
    : good('database', found)
}

const CONNECTIONS = { warn: 0.8 }

export async function checkConnections(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<{ open: number; most: number }>(
    `select (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as open,
       current_setting('max_connections')::int as most`,
  )
  const { open, most } = one(rows)
  const found = `${open} of ${most} are open`
  return open >= most * CONNECTIONS.warn
    ? warning('connections', found, 'Raise max_connections of the database, or run fewer processes.')
    : good('connections', found)
}

export async function checkExtension(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<{ installed: boolean; available: boolean }>(
    `select exists (select 1 from pg_extension where extname = 'pg_trgm') as installed,
       exists (select 1 from pg_available_extensions where name = 'pg_trgm') as available`,
  )
  const { installed, available } = one(rows)
  if (installed) return good('extensions', 'pg_trgm is installed')
  return available
    ? warning('extensions', 'pg_trgm is not installed yet', 'Run `vacancy migrate`, which creates it.')
    : problem('extensions', 'the server lacks pg_trgm', 'Install postgresql-contrib on the database server.')
}

export async function checkSchema(pool: Pool): Promise<Finding> {
  const { rows: tables } = await pool.query<{ made: boolean }>(
    "select to_regclass('schema_migrations') is not null as made",
  )
  const { rows: applied } = one(tables).made
    ? await pool.query<{ version: number }>('select version from schema_migrations')
    : { rows: [] }
  const known = new Set((await readMigrations()).map(({ version }) => version))
  const done = new Set(applied.map(({ version }) => version))
  const missing = [...known].filter((version) => !done.has(version)).length
  const newer = [...done].filter((version) => !known.has(version)).length
  if (newer > 0) {
    return problem(
      'schema',
      `${newer} migrations are of a newer version`,
      'Run the newer version of Vacancy.',
    )
  }
  return missing > 0
    ? problem('schema', `${missing} migrations are missing`, 'Take a backup, then run `vacancy migrate`.')
    : good('schema', `all ${known.size} migrations are applied`)
}

const CLOCK = { warnSec: 2, badSec: 60 }

/** Half of the time that the question took is taken for its way. */
export async function checkClock(pool: Pool): Promise<Finding> {
  const askedMs = Date.now()
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now')
  const offSec = Math.abs(one(rows).now.getTime() - (askedMs + Date.now()) / 2) / 1000
  const found = `${offSec.toFixed(1)} s apart from the database`
  const advice = 'Synchronise the clocks of this machine and the database server (NTP).'
  if (offSec >= CLOCK.badSec) return problem('clock', found, advice)
  return offSec >= CLOCK.warnSec ? warning('clock', found, advice) : good('clock', found)
}

const DISK = { warn: 0.7, bad: 0.9 }

/** Of the embedded database; the disk of another server cannot be seen from here. */
export async function checkDisk({ isEmbedded, home }: Installation): Promise<Finding> {
  if (!isEmbedded) {
    return good('disk', 'not visible: the database is on a server of its own; watch its disk there')
  }
  const { blocks, bavail, bsize } = await statfs(home)
  const used = 1 - bavail / blocks
  const found = `${Math.round(used * 100)}% used, ${((bavail * bsize) / 1e9).toFixed(1)} GB free`
  const advice = 'Free some space or move VACANCY_HOME. HISTORY_DAYS, USAGE_DAYS and JOB_DAYS keep less.'
  if (used >= DISK.bad) return problem('disk', found, advice)
  return used >= DISK.warn ? warning('disk', found, advice) : good('disk', found)
}

export async function checkSecrets(config: Installation, pool: Pool): Promise<Finding> {
  const known = await readFingerprints(pool)
  const key = readMasterKey(config)
  if (key === null) {
    return known.length === 0
      ? good('secrets', 'no key yet; the first start makes one')
      : problem(
          'secrets',
          'the secret key is missing',
          `Set SECRET_KEY, or restore ${keyFileOf(config.home)}.`,
        )
  }
  const isKnown = known.length === 0 || known.some((each) => each.equals(fingerprintOf(key)))
  if (!isKnown) {
    return problem('secrets', 'the secret key is not the one of this database', 'Set the right SECRET_KEY.')
  }
  if (known.length > 1) {
    return warning(
      'secrets',
      'values of an earlier key are left',
      'Run `vacancy secrets rotate` with SECRET_KEY_OLD set.',
    )
  }
  return !config.isEmbedded && config.secretKey === ''
    ? warning(
        'secrets',
        `the key is only in ${keyFileOf(config.home)}`,
        'Set SECRET_KEY for every process, and keep a copy elsewhere.',
      )
    : good('secrets', 'the key fits the database')
}
