import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Pool } from '../db/pool.ts'
import { VERSION } from '../kernel/version.ts'
import type { Mailed } from '../mail/mailer.ts'
import { type Finding, warning } from './finding.ts'

/** A process of the service, as it tells of itself. */
export interface Process {
  role: string
  host: string
  pid: number
  version: string
  started_at: Date
  seen_at: Date
}

/** Tells the others that a process runs, and how its mails went. */
export interface Presence {
  mailed(mailed: Mailed): void
  /** From now on it is not counted among those that run. */
  stop(): Promise<void>
}

interface PresenceOptions {
  pool: Pool
  role: string
  log: { warn(fields: object, message: string): void }
  everyMs?: number
}

const EVERY_MS = 5000

export function tellPresence({ pool, role, log, everyMs = EVERY_MS }: PresenceOptions): Presence {
  const id = randomUUID()
  const mail: { sentMs: number | null; failedMs: number | null; error: string | null } = {
    sentMs: null,
    failedMs: null,
    error: null,
  }
  // How long ago, so that the database's clock decides.
  const ago = (ms: number | null) => (ms === null ? null : (performance.now() - ms) / 1000)
  let telling: Promise<unknown> | null = null
  const tell = () => {
    telling ??= pool
      .query({
        name: 'processes_tell',
        text: `with gone as (delete from processes where seen_at < now() - interval '30 days')
          insert into processes (id, role, host, pid, version, started_at, seen_at, mailed_at, mail_failed_at, mail_error)
          values ($1, $2, $3, $4, $5, now(), now(), now() - make_interval(secs => $6), now() - make_interval(secs => $7), $8)
          on conflict (id) do update set seen_at = excluded.seen_at, mailed_at = excluded.mailed_at,
            mail_failed_at = excluded.mail_failed_at, mail_error = excluded.mail_error`,
        values: [
          id,
          role,
          hostname(),
          process.pid,
          VERSION,
          ago(mail.sentMs),
          ago(mail.failedMs),
          mail.error,
        ],
      })
      .catch((error: unknown) => log.warn({ err: error }, 'this process could not say that it runs'))
      .finally(() => {
        telling = null
      })
  }
  tell()
  const timer = setInterval(tell, everyMs).unref()
  return {
    mailed: ({ verdict, status, error }) => {
      if (verdict === 'delivered') mail.sentMs = performance.now()
      // What a mail server answers about one message says nothing about whether it can be used.
      const isOurs = verdict === 'unavailable' || (verdict === 'retry' && status === null)
      if (isOurs) Object.assign(mail, { failedMs: performance.now(), error })
    },
    stop: async () => {
      clearInterval(timer)
      await telling
      await pool
        .query("update processes set seen_at = least(seen_at, now() - interval '1 minute') where id = $1", [
          id,
        ])
        .catch(() => {})
    },
  }
}

/** Those that have been heard of lately, APIs first. */
export async function readProcesses(pool: Pool): Promise<Process[]> {
  const { rows } = await pool.query<Process>(
    `select role, host, pid, version, started_at, seen_at from processes
     where seen_at > now() - interval '20 seconds' order by role, started_at`,
  )
  return rows
}

/** Nothing as long as all are of one version. */
export async function checkVersions(pool: Pool): Promise<Finding[]> {
  const versions = new Set((await readProcesses(pool)).map(({ version }) => version))
  if (versions.size < 2) return []
  const found = `processes of ${[...versions].toSorted().join(' and ')} run side by side`
  return [warning('version', found, 'Upgrade and restart the processes of the older version.')]
}
