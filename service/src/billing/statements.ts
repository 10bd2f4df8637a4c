import type { Entry } from './entry.ts'

/**
 * The fast path: everything that arrived while the last commit was under way, decided by sums per account and committed
 * at once. An account comes back only if all its entries plainly fit; the others go to `ledger_decide`, entry by entry. A
 * running sum inside this statement was tried and is not exact when costs differ.
 */
const TAKE = `
with clock as materialized (
  select moment, ledger_period(moment) as period, (extract(epoch from moment) * 1000000)::bigint as us
  from (select ledger_now() as moment) n
), taken as (
  update meters m set
    used = m.used + t.charged,
    held = m.held + t.held,
    tat = greatest(m.tat, clock.us) + t.tokens * m.emit_us,
    spend = case when t.charged = 0 then m.spend else
      array[m.spend[1] + t.s1, m.spend[2] + t.s2, m.spend[3] + t.s3, m.spend[4] + t.s4, m.spend[5] + t.s5] end
  from unnest($1::int[], $2::int[], $3::boolean[], $4::bigint[], $5::bigint[],
      $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[],
      $11::int[], $12::int[], $13::int[], $14::int[], $15::int[])
    as t(account, tokens, admits, charged, held, s1, s2, s3, s4, s5, o1, o2, o3, o4, o5), clock
  where m.account = t.account and m.period = clock.period
    and (not t.admits or m.used + t.charged < m.allowance)
    and (t.charged + t.held = 0 or m.used + m.held + t.charged + t.held <= m.allowance)
    and greatest(m.tat, clock.us) + t.tokens * m.emit_us <= clock.us + m.burst * m.emit_us
    and (t.o1 = 0 or m.owners[1] = t.o1) and (t.o2 = 0 or m.owners[2] = t.o2) and (t.o3 = 0 or m.owners[3] = t.o3)
    and (t.o4 = 0 or m.owners[4] = t.o4) and (t.o5 = 0 or m.owners[5] = t.o5)
  returning m.account, m.allowance - m.used as remaining, m.allowance - m.used - m.held as unreserved,
    m.tat - clock.us as ahead_us, m.emit_us
), lines as (
  insert into usage_lines (account, id, at, period, key, endpoint, request_id, credits, live, cached, free)
  select l.account, l.id, clock.moment, clock.period, l.key, l.endpoint, l.request_id, l.credits, l.live, l.cached, l.free
  from unnest($16::int[], $17::uuid[], $18::int[], $19::text[], $20::text[], $21::bigint[], $22::int[], $23::int[], $24::int[])
    as l(account, id, key, endpoint, request_id, credits, live, cached, free), clock
  where l.account = any(array(select account from taken))
), set_aside as (
  insert into holds (id, account, key, amount, expires_at)
  select h.id, h.account, h.key, h.amount, clock.moment + $29 * interval '1 ms'
  from unnest($25::uuid[], $26::int[], $27::int[], $28::bigint[]) as h(id, account, key, amount), clock
  where h.account = any(array(select account from taken))
)
select account, remaining, unreserved, ahead_us, emit_us from taken`

/** What the entries of one account come to. */
interface Sum {
  account: number
  tokens: number
  /** Whether it has entries that cost nothing but are refused once the credits are spent. */
  admits: boolean
  charged: number
  held: number
  /** By slot: what is charged to the key there, and which key is expected there. */
  spend: [number, number, number, number, number]
  owners: [number, number, number, number, number]
}

type Slot = 0 | 1 | 2 | 3 | 4

const SLOTS: readonly Slot[] = [0, 1, 2, 3, 4]

type Of<Kind> = Entry & { kind: Kind }

/** The parameters of the fast path. Accounts ascend, so that the rows are locked in the order that every statement keeps. */
export function takeStatement(entries: readonly Entry[], holdMs: number) {
  const sums = sumByAccount(entries)
  const charges = entries.filter((entry): entry is Of<'charge'> => entry.kind === 'charge')
  const holds = entries.filter((entry): entry is Of<'hold'> => entry.kind === 'hold')
  const values = [
    array(sums, (sum) => sum.account),
    array(sums, (sum) => sum.tokens),
    array(sums, (sum) => sum.admits),
    array(sums, (sum) => sum.charged),
    array(sums, (sum) => sum.held),
    ...SLOTS.map((slot) => array(sums, (sum) => sum.spend[slot])),
    ...SLOTS.map((slot) => array(sums, (sum) => sum.owners[slot])),
    array(charges, (entry) => entry.payer.account),
    array(charges, (entry) => entry.id),
    array(charges, (entry) => entry.payer.key),
    charges.map((entry) => entry.line.endpoint),
    charges.map((entry) => entry.line.requestId),
    array(charges, (entry) => entry.amount),
    array(charges, (entry) => entry.line.counts.live),
    array(charges, (entry) => entry.line.counts.cached),
    array(charges, (entry) => entry.line.counts.free),
    array(holds, (entry) => entry.id),
    array(holds, (entry) => entry.payer.account),
    array(holds, (entry) => entry.payer.key),
    array(holds, (entry) => entry.amount),
    holdMs,
  ]
  return { name: 'ledger_take', text: TAKE, values }
}

/**
 * An array as PostgreSQL reads it, of numbers, booleans or ids, none of which need quotes. The driver would look for
 * characters to escape in every one of them, at some twenty values a charge.
 */
function array<Item>(items: readonly Item[], read: (item: Item) => number | boolean | string): string {
  let text = '{'
  for (const item of items) text += text === '{' ? read(item) : `,${read(item)}`
  return `${text}}`
}

function sumByAccount(entries: readonly Entry[]): Sum[] {
  const sums = new Map<number, Sum>()
  for (const entry of entries) {
    const { account, key } = entry.payer
    let sum = sums.get(account)
    if (!sum) {
      sum = newSum(account)
      sums.set(account, sum)
    }
    const slot = (entry.payer.slot - 1) as Slot
    sum.owners[slot] = key
    if (entry.kind === 'settle' || entry.kind === 'void') continue
    sum.tokens += entry.tokens
    if (entry.kind === 'admit') sum.admits ||= !entry.exempt
    else if (entry.kind === 'hold') sum.held += entry.amount
    else {
      sum.charged += entry.amount
      sum.spend[slot] += entry.amount
    }
  }
  return [...sums.values()].toSorted((a, b) => a.account - b.account)
}

function newSum(account: number): Sum {
  return {
    account,
    tokens: 0,
    admits: false,
    charged: 0,
    held: 0,
    spend: [0, 0, 0, 0, 0],
    owners: [0, 0, 0, 0, 0],
  }
}

const KINDS = { admit: 'a', charge: 'c', hold: 'h', settle: 's', void: 'v' } as const

const DECIDE = `select entry, verdict, remaining, unreserved, ahead_us, emit from ledger_decide(
  $1::text[], $2::uuid[], $3::int[], $4::int[], $5::int[], $6::boolean[], $7::bigint[], $8::text[], $9::text[], $10::int[],
  $11::int[], $12::int[], $13::uuid[], $14::int[], $15::jsonb[], $16::text[], $17)`

/** The parameters of the exact path, one array per column, in the order the entries came. */
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
    column((entry) => line(entry)?.endpoint ?? null),
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

/** Which of these requests have their line or their hold: how the outcome of a lost commit is found out. */
export const FOUND = `
  select l.id::text as id, 'line' as what from unnest($1::int[], $2::uuid[]) as a(account, id)
    join usage_lines l on l.account = a.account and l.id = a.id
  union all
  select h.id::text, 'hold' from holds h where h.id = any($2::uuid[])`
