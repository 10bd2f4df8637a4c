import { listen } from '../db/listen.ts'
import type { Pool } from '../db/pool.ts'
import { hashKey, isWellFormed } from './api-key.ts'
import { CHANGED_CHANNEL } from './end-keys.ts'
import type { Scope } from './key-terms.ts'

/** The owner of an API key. `emitUs` is the account's time per request when the key was looked up. */
export interface KeyHolder {
  account: { no: number; id: string; emitUs: number }
  key: { no: number; id: string; slot: number; scopes: readonly Scope[] }
  /** The address that a token of an agent is for; null for keys. */
  resource: string | null
}

export interface KeyRing {
  /** Null if the key is malformed, unknown, revoked or past its end. Throws if the database cannot be reached. */
  check(key: string): KeyHolder | null | Promise<KeyHolder | null>
  /** The same for the token of an agent. */
  checkToken(token: string): KeyHolder | null | Promise<KeyHolder | null>
  /** Looks up a key by its id, for a signed-in user of the account. Always queries the database. */
  checkId(account: number, keyId: string): Promise<KeyHolder | null>
  /** Whether the key is still confirmed, for example after a long request. */
  trusts(holder: KeyHolder): boolean
  close(): Promise<void>
}

export interface KeyRingOptions {
  pool: Pool
  /** Where changes of keys are notified. */
  listenUrl: string
  log: { warn(detail: object, message: string): void }
}

interface Known {
  holder: KeyHolder
  /** When the key ends, on the monotonic clock. */
  endsAtMs: number
  /** Its end and its scopes as text. If they change, it is looked up again. */
  terms: string
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

  function check(key: string, prefix: 'vk' | 'va'): KeyHolder | null | Promise<KeyHolder | null> {
    const known = byKey.get(key)
    const nowMs = performance.now()
    if (known && isFresh(known, nowMs) && key.startsWith(prefix)) {
      known.usedAtMs = nowMs
      return known.holder
    }
    // Checked after the cache: only well-formed keys are cached, and a malformed one must not reach the database.
    if (!isWellFormed(prefix, key)) return null
    const under = lookups.get(key)
    if (under) return under
    const lookup = find(key, prefix).finally(() => lookups.delete(key))
    lookups.set(key, lookup)
    return lookup
  }

  async function find(key: string, prefix: 'vk' | 'va'): Promise<KeyHolder | null> {
    const sentAtMs = performance.now()
    const { rows } = await pool.query<HolderRow>({ ...FIND[prefix], values: [hashKey(key)] })
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
      key: { no: row.key_no, id: row.key_id, slot: row.slot, scopes: row.scopes },
      resource: row.resource,
    }
    const known = {
      holder,
      endsAtMs: row.ends_in_ms === null ? Number.POSITIVE_INFINITY : sentAtMs + row.ends_in_ms,
      terms: row.terms,
      confirmedAtMs: sentAtMs,
      usedAtMs: sentAtMs,
      notedAtMs: -NOTE_MS,
    }
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
    const { rows } = await pool.query<{ id: number; terms: string }>({
      name: 'key_recheck',
      text: RECHECK,
      values: [due.map(([, known]) => known.holder.key.no), used.map(([, known]) => known.holder.key.no)],
    })
    for (const [, known] of used) known.notedAtMs = sentAtMs
    const active = new Map(rows.map((row) => [row.id, row.terms]))
    for (const [key, known] of due) {
      if (active.get(known.holder.key.no) === known.terms)
        known.confirmedAtMs = Math.max(known.confirmedAtMs, sentAtMs)
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

  const revocations = listen(listenUrl, CHANGED_CHANNEL, (payload) => forget(Number(payload)))

  return {
    check: (key) => check(key, 'vk'),
    checkToken: (token) => check(token, 'va'),
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
  return nowMs - known.confirmedAtMs < TRUST_MS && nowMs < known.endsAtMs
}

interface HolderRow {
  account_no: number
  account_id: string
  emit_us: number
  key_no: number
  key_id: string
  slot: number
  scopes: Scope[]
  resource: string | null
  ends_in_ms: number | null
  terms: string
}

const ACTIVE = '(revoked_at is null and (expires_at is null or expires_at > ledger_now()))'
const TERMS = "concat_ws(' ', expires_at, scopes) as terms"

const HOLDER = `a.id as account_no, a.public_id as account_id, m.emit_us, k.id as key_no, k.public_id as key_id,
    array_position(m.owners, k.id) as slot, k.scopes, k.terms, k.resource,
    (extract(epoch from k.ends_at - ledger_now()) * 1000)::float8 as ends_in_ms`

const OF = 'join accounts a on a.id = k.account and a.deleted_at is null join meters m on m.account = a.id'

const FIND = {
  vk: {
    name: 'key_find',
    text: `
      select ${HOLDER}
      from (
        select *, ${TERMS}, expires_at as ends_at, null as resource from keys where hash = decode($1, 'hex') and ${ACTIVE}
      ) k ${OF}`,
  },
  va: {
    name: 'token_find',
    text: `
      select ${HOLDER}
      from (
        select k.*, least(k.expires_at, t.ends_at) as ends_at, g.resource
        from (
          select key, expires_at as ends_at from grant_tokens
          where hash = decode($1, 'hex') and kind = 'access' and expires_at > ledger_now()
        ) t join grants g on g.key = t.key join (select *, ${TERMS} from keys where ${ACTIVE}) k on k.id = t.key
      ) k ${OF}`,
  },
} as const

const FIND_BY_ID = `
  with used as (
    update keys set last_used_at = ledger_now() where account = $1 and public_id = $2 and kind = 'key' and ${ACTIVE}
    returning id, public_id, account, scopes, expires_at as ends_at, null as resource, ${TERMS}
  )
  select ${HOLDER} from used k ${OF}`

/** Another process may have just recorded the same key. */
const RECHECK = `
  with used as (
    update keys set last_used_at = ledger_now()
    where id = any($2::bigint[]) and ${ACTIVE}
      and (last_used_at is null or last_used_at < ledger_now() - interval '${NOTE_MS - RECHECK_MS} ms')
  )
  select id, ${TERMS} from keys where id = any($1::bigint[]) and ${ACTIVE}`
