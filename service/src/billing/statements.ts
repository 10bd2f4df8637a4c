import { readInteger } from '../db/pool.ts'
import type { Milli } from '../kernel/credits.ts'
import type { Decision, Entry, LedgerVerdict } from './entry.ts'

/**
 * The fast path: decides a whole batch by sums per account. It returns an account only if all its entries clearly fit; the
 * others go to `ledger_decide`, entry by entry. A running sum in this statement was tried and is not exact when costs differ.
 *
 * Other statements add usage lines with `usage_add`; here one call per line took 1.4 times as long as this insert (64 lines),
 * and one call for all lines 1.1 to 1.5 times.
 *
 * It runs for every paid answer, so it does little: an account comes with one key (see `rounds`), because ten more arrays for
 * all five keys took a sixth of its time, and holds have their own statement. All credits that the account holds count against the
 * daily cap of a key here, which may be too many; then the exact path counts those of the key. Lines find their account through an array, which
 * is hashed: a join would be a nested loop, the only kind this connection allows.
 */
const TAKEN = `
clock as materialized (
  select moment, ledger_period(moment) as period, (moment at time zone 'UTC')::date as day,
    (extract(epoch from moment) * 1000000)::bigint as us
  from (select ledger_now() as moment) n
), taken as (
  update meters m set
    used = m.used + t.charged,
    held = m.held + t.held,
    tat = greatest(m.tat, clock.us) + t.tokens * m.emit_us,
    spend[t.slot] = m.spend[t.slot] + t.charged,
    today[t.slot] = m.today[t.slot] + t.charged
  from unnest($1::bigint[], $2::bigint[], $3::int[], $4::int[], $5::boolean[], $6::bigint[], $7::bigint[])
    as t(account, key, slot, tokens, admits, charged, held), clock
  where m.account = t.account and m.period = clock.period and m.day = clock.day and m.owners[t.slot] = t.key
    and (not t.admits or m.used + t.charged < m.allowance)
    and (t.charged + t.held = 0 or m.used + m.held + t.charged + t.held <= m.allowance)
    and (m.caps is null or m.caps[t.slot] is null or m.today[t.slot] + m.held + t.charged + t.held <= m.caps[t.slot])
    and greatest(m.tat, clock.us) + t.tokens * m.emit_us <= clock.us + m.burst * m.emit_us
  returning m.account, m.allowance - m.used as remaining, m.allowance - m.used - m.held as unreserved,
    m.tat - clock.us as ahead_us, m.emit_us
), lines as (
  insert into charged_lines (account, id, at, period, key, endpoint, request_id, credits, live, cached, free)
  select l.account, l.id, clock.moment, clock.period, l.key, l.endpoint, l.request_id, l.credits, l.live, l.cached, l.free
  from unnest($8::bigint[], $9::uuid[], $10::bigint[], $11::text[], $12::text[], $13::bigint[], $14::int[], $15::int[], $16::int[])
    as l(account, id, key, endpoint, request_id, credits, live, cached, free), clock
  where l.account = any(array(select account from taken))
)`

const SET_ASIDE = `, set_aside as (
  insert into holds (id, account, key, amount, expires_at)
  select h.id, h.account, h.key, h.amount, clock.moment + $21 * interval '1 ms'
  from unnest($17::uuid[], $18::bigint[], $19::bigint[], $20::bigint[]) as h(id, account, key, amount), clock
  where h.account = any(array(select account from taken))
)`

const VERDICTS = 'select account, remaining, unreserved, ahead_us, emit_us from taken'
const TAKE = `with ${TAKEN} ${VERDICTS}`
const TAKE_AND_HOLD = `with ${TAKEN}${SET_ASIDE} ${VERDICTS}`

/** What both statements return for an account. */
export interface MeterRow {
  remaining: Milli
  unreserved: Milli
  ahead_us: number
}

export interface TakenRow extends MeterRow {
  account: number
  emit_us: number
}

export interface DecidedRow extends MeterRow {
  entry: number
  verdict: Decision
  emit: number
}

export function toVerdict(decision: Decision, row: MeterRow, emitUs: number): LedgerVerdict {
  return { decision, remaining: row.remaining, unreserved: row.unreserved, aheadUs: row.ahead_us, emitUs }
}

/** The columns of `takeStatement`, in order. */
export function readTaken(fields: readonly string[]): TakenRow {
  return {
    account: readInteger(fields[0]),
    remaining: readInteger(fields[1]),
    unreserved: readInteger(fields[2]),
    ahead_us: readInteger(fields[3]),
    emit_us: readInteger(fields[4]),
  }
}

/** The sum of the entries of one account and key. */
interface Sum {
  account: number
  key: number
  slot: number
  tokens: number
  /** Whether it has free entries, which are refused when no credits are left. */
  admits: boolean
  charged: number
  held: number
}

type Of<Kind> = Entry & { kind: Kind }

/**
 * Splits the entries so that each part has one key per account. Usually that is one part; two keys of one account at the same
 * moment make a second.
 */
export function rounds<Item extends { entry: Entry }>(batch: readonly Item[]): (readonly Item[])[] {
  const keys = new Map<number, number>()
  const later: Item[] = []
  const now = batch.filter((item) => {
    const { account, key } = item.entry.payer
    const first = keys.get(account)
    if (first === undefined) keys.set(account, key)
    if (first === undefined || first === key) return true
    later.push(item)
    return false
  })
  return later.length === 0 ? [batch] : [now, ...rounds(later)]
}

/** Parameters of the fast path. Accounts ascend, so that all statements lock rows in the same order. */
export function takeStatement(entries: readonly Entry[], holdMs: number) {
  const sums = sumByAccount(entries)
  const charges = entries.filter((entry): entry is Of<'charge'> => entry.kind === 'charge')
  const holds = entries.filter((entry): entry is Of<'hold'> => entry.kind === 'hold')
  const values = [
    array(sums, (sum) => sum.account),
    array(sums, (sum) => sum.key),
    array(sums, (sum) => sum.slot),
    array(sums, (sum) => sum.tokens),
    array(sums, (sum) => sum.admits),
    array(sums, (sum) => sum.charged),
    array(sums, (sum) => sum.held),
    array(charges, (entry) => entry.payer.account),
    array(charges, (entry) => entry.id),
    array(charges, (entry) => entry.payer.key),
    array(charges, (entry) => entry.line.usage),
    array(charges, (entry) => entry.line.requestId),
    array(charges, (entry) => entry.amount),
    array(charges, (entry) => entry.line.counts.live),
    array(charges, (entry) => entry.line.counts.cached),
    array(charges, (entry) => entry.line.counts.free),
  ]
  if (holds.length === 0) return { name: 'ledger_take', text: TAKE, values }
  return {
    name: 'ledger_take_and_hold',
    text: TAKE_AND_HOLD,
    values: [
      ...values,
      array(holds, (entry) => entry.id),
      array(holds, (entry) => entry.payer.account),
      array(holds, (entry) => entry.payer.key),
      array(holds, (entry) => entry.amount),
      String(holdMs),
    ],
  }
}

/**
 * A PostgreSQL array of numbers, booleans, ids or names, none of which need quotes: a request id has at least eight letters,
 * digits, dots, dashes or underscores, so it is never `null`. The driver would scan each of about sixteen values per charge.
 */
function array<Item>(items: readonly Item[], read: (item: Item) => number | boolean | string): string {
  let text = '{'
  for (const item of items) text += text === '{' ? read(item) : `,${read(item)}`
  return `${text}}`
}

function sumByAccount(entries: readonly Entry[]): Sum[] {
  const sums = new Map<number, Sum>()
  for (const entry of entries) {
    const { account, key, slot } = entry.payer
    let sum = sums.get(account)
    if (!sum) {
      sum = { account, key, slot, tokens: 0, admits: false, charged: 0, held: 0 }
      sums.set(account, sum)
    }
    if (entry.kind === 'settle' || entry.kind === 'void') continue
    sum.tokens += entry.tokens
    if (entry.kind === 'admit') sum.admits ||= !entry.exempt
    else if (entry.kind === 'hold') sum.held += entry.amount
    else sum.charged += entry.amount
  }
  return [...sums.values()].toSorted((a, b) => a.account - b.account)
}

const KINDS = { admit: 'a', charge: 'c', hold: 'h', settle: 's', void: 'v' } as const

const DECIDE = `select entry, verdict, remaining, unreserved, ahead_us, emit from ledger_decide(
  $1::text[], $2::uuid[], $3::bigint[], $4::bigint[], $5::int[], $6::boolean[], $7::bigint[], $8::text[], $9::text[], $10::int[],
  $11::int[], $12::int[], $13::uuid[], $14::int[], $15::jsonb[], $16::text[], $17)`

/** Parameters of the exact path: one array per column, in order of arrival. */
export function decideStatement(entries: readonly Entry[], holdMs: number) {
  const column = (read: (entry: Entry) => unknown) => entries.map(read)
  const line = (entry: Entry) => ('line' in entry ? entry.line : undefined)
  const values = [
    column((entry) => KINDS[entry.kind]),
    column((entry) => entry.id),
    column((entry) => entry.payer.account),
    column((entry) => entry.payer.key),
    column((entry) => ('tokens' in entry ? entry.tokens : 0)),
    column((entry) => entry.kind === 'admit' && entry.exempt),
    column((entry) => ('amount' in entry ? entry.amount : 0)),
    column((entry) => line(entry)?.usage ?? null),
    column((entry) => line(entry)?.requestId ?? null),
    column((entry) => line(entry)?.counts.live ?? 0),
    column((entry) => line(entry)?.counts.cached ?? 0),
    column((entry) => line(entry)?.counts.free ?? 0),
    column((entry) => entry.keep?.claim ?? null),
    column((entry) => entry.keep?.status ?? null),
    column((entry) => (entry.keep ? JSON.stringify(entry.keep.headers) : null)),
    column((entry) => entry.keep?.body ?? null),
    holdMs,
  ]
  return { name: 'ledger_decide', text: DECIDE, values }
}
