import { listen } from '../db/listen.ts'
import type { Pool } from '../db/pool.ts'
import { hashKey, isWellFormedKey } from './api-key.ts'
import { REVOKED_CHANNEL } from './store.ts'

/** The owner of an API key. `emitUs` is the account's time per request when the key was looked up. */
export interface KeyHolder {
  account: { no: number; id: string; emitUs: number }
  key: { no: number; id: string; slot: number }
}

export interface KeyRing {
  /** Null if the key is malformed, unknown or revoked. Throws if the database cannot be reached. */
  check(key: string): KeyHolder | null | Promise<KeyHolder | null>
  /** Looks up a key by its id, for a signed-in user of the account. Always queries the database. */
  checkId(account: number, keyId: string): Promise<KeyHolder | null>
  /** Whether the key is still confirmed, for example after a long request. */
  trusts(holder: KeyHolder): boolean
  close(): Promise<void>
}

export interface KeyRingOptions {
  pool: Pool
  /** Called when a revocation is notified. */
  listenUrl: string
  log: { warn(detail: object, message: string): void }
}

interface Known {
  holder: KeyHolder
  /** When the confirming query was *sent*, on the monotonic clock, so that a process that was paused sees it as stale. */
  confirmedAtMs: number
  usedAtMs: number
  /** When this process last recorded that the key was used. */
  notedAtMs: number
}

/** A key is trusted this long after its confirmation. Including query time this stays under ten seconds. */
const TRUST_MS = 8000
const RECHECK_MS = 2500
/** A key unused for this long is dropped from the cache. */
const FORGET_MS = 60_000
/** How often the use of a key is recorded. Without this a busy process would rewrite all its keys every few seconds. */
const NOTE_MS = 30_000

/**
 * A cache of recently used keys. Every few seconds one statement confirms all of them and records their use; notifications
 * only make revocation faster. While the database is down confirmations expire, and then all keys are refused.
 */
export function createKeyRing({ pool, listenUrl, log }: KeyRingOptions): KeyRing {
  /** By the key itself: hashing it takes longer than everything else that is done with a known key. */
  const byKey = new Map<string, Known>()
  const byHolder = new WeakMap<KeyHolder, Known>()
  const lookups = new Map<string, Promise<KeyHolder | null>>()

  function check(key: string): KeyHolder | null | Promise<KeyHolder | null> {
    const known = byKey.get(key)
    const nowMs = performance.now()
    if (known && isFresh(known, nowMs)) {
      known.usedAtMs = nowMs
      return known.holder
    }
    // Checked after the cache: only well-formed keys are cached, and a malformed one must not reach the database.
    if (!isWellFormedKey(key)) return null
    const under = lookups.get(key)
    if (under) return under
    const lookup = find(key).finally(() => lookups.delete(key))
    lookups.set(key, lookup)
    return lookup
  }

  async function find(key: string): Promise<KeyHolder | null> {
    const sentAtMs = performance.now()
    const { rows } = await pool.query<HolderRow>({ name: 'key_find', text: FIND, values: [hashKey(key)] })
    const [row] = rows
    if (!row) {
      byKey.delete(key)
      return null
    }
    const known = confirmed(row, sentAtMs)
    byKey.set(key, known)
    return known.holder
  }

  function confirmed(row: HolderRow, sentAtMs: number): Known {
    const holder = {
      account: { no: row.account_no, id: row.account_id, emitUs: row.emit_us },
      key: { no: row.key_no, id: row.key_id, slot: row.slot },
    }
    const known = { holder, confirmedAtMs: sentAtMs, usedAtMs: sentAtMs, notedAtMs: -NOTE_MS }
    byHolder.set(holder, known)
    return known
  }

  async function checkId(account: number, keyId: string): Promise<KeyHolder | null> {
    const sentAtMs = performance.now()
    const { rows } = await pool.query<HolderRow>({
      name: 'key_find_id',
      text: FIND_BY_ID,
      values: [account, keyId],
    })
    return rows[0] ? confirmed(rows[0], sentAtMs).holder : null
  }

  async function recheck(): Promise<void> {
    const sentAtMs = performance.now()
    const due: [string, Known][] = []
    for (const [key, known] of byKey) {
      if (sentAtMs - known.usedAtMs > FORGET_MS) byKey.delete(key)
      else due.push([key, known])
    }
    if (due.length === 0) return
    const used = due.filter(
      ([, known]) => known.usedAtMs > known.notedAtMs && sentAtMs - known.notedAtMs >= NOTE_MS,
    )
    const { rows } = await pool.query<{ id: number }>({
      name: 'key_recheck',
      text: RECHECK,
      values: [due.map(([, known]) => known.holder.key.no), used.map(([, known]) => known.holder.key.no)],
    })
    for (const [, known] of used) known.notedAtMs = sentAtMs
    const active = new Set(rows.map((row) => row.id))
    for (const [key, known] of due) {
      if (active.has(known.holder.key.no)) known.confirmedAtMs = Math.max(known.confirmedAtMs, sentAtMs)
      else drop(key, known)
    }
  }

  function drop(key: string, known: Known): void {
    byKey.delete(key)
    byHolder.delete(known.holder)
  }

  const timer = setInterval(() => {
    recheck().catch((error: unknown) => log.warn({ err: error }, 'API keys could not be confirmed'))
  }, RECHECK_MS)
  timer.unref()

  function forget(keyNo: number): void {
    for (const [key, known] of byKey) {
      if (known.holder.key.no === keyNo) drop(key, known)
    }
  }

  const revocations = listen(listenUrl, REVOKED_CHANNEL, (payload) => forget(Number(payload)))

  return {
    check,
    checkId,
    trusts: (holder) => {
      const known = byHolder.get(holder)
      return known !== undefined && isFresh(known, performance.now())
    },
    close: async () => {
      clearInterval(timer)
      await recheck().catch(() => {})
      await revocations.close()
    },
  }
}

function isFresh(known: Known, nowMs: number): boolean {
  return nowMs - known.confirmedAtMs < TRUST_MS
}

interface HolderRow {
  account_no: number
  account_id: string
  emit_us: number
  key_no: number
  key_id: string
  slot: number
}

const FIND = `
  select a.id as account_no, a.public_id as account_id, m.emit_us, k.id as key_no, k.public_id as key_id,
    array_position(m.owners, k.id) as slot
  from keys k join accounts a on a.id = k.account join meters m on m.account = a.id
  where k.hash = decode($1, 'hex') and k.revoked_at is null`

const FIND_BY_ID = `
  with used as (
    update keys set last_used_at = ledger_now() where account = $1 and public_id = $2 and revoked_at is null
    returning id, public_id, account
  )
  select a.id as account_no, a.public_id as account_id, m.emit_us, k.id as key_no, k.public_id as key_id,
    array_position(m.owners, k.id) as slot
  from used k join accounts a on a.id = k.account join meters m on m.account = a.id`

/** Another process may have just recorded the same key. */
const RECHECK = `
  with used as (
    update keys set last_used_at = ledger_now()
    where id = any($2::bigint[]) and revoked_at is null
      and (last_used_at is null or last_used_at < ledger_now() - interval '${NOTE_MS - RECHECK_MS} ms')
  )
  select id from keys where id = any($1::bigint[]) and revoked_at is null`
