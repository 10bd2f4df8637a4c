import type { Change } from './change.ts'
import { FREE_CHANGES } from './free-changes.ts'
import { PAID_CHANGES } from './paid-changes.ts'
import { SOURCE_CHANGES } from './source-changes.ts'
import { STRANGER_CHANGES } from './stranger-changes.ts'

const SRC = 'service/src'
const TEST = 'service/test'

export const CHANGES: readonly Change[] = [
  ...STRANGER_CHANGES,
  ...FREE_CHANGES,
  ...SOURCE_CHANGES,
  {
    name: 'answer before commit',
    file: `${SRC}/edge/sale.ts`,
    find: 'await pay(metered, cost, line, reserved, await keep(answer))',
    replace: `void pay(metered, cost, line, reserved, await keep(answer)).catch(() => {})
        metered.charged = cost`,
    caughtBy: {
      file: `${TEST}/billing/crash.test.ts`,
      test: 'an answer waits until its charge is stored',
    },
  },
  ...PAID_CHANGES,
  {
    name: 'no unique key on usage lines',
    file: `${SRC}/migrations/0001_baseline.sql`,
    find: `  watch text,
  primary key (account, id)
) partition by range (id);`,
    replace: `  watch text
) partition by range (id);
create index usage_lines_id on usage_lines (account, id);`,
    caughtBy: {
      file: `${TEST}/billing/ledger.test.ts`,
      test: 'a charge that is sent a second time under its id changes nothing',
    },
  },
  {
    name: 'a lost statement goes on, and is not thought of',
    file: `${SRC}/billing/ledger.ts`,
    find: 'const isOver = await endStatements(database, lost)',
    replace: 'const isOver = lost.length > 0',
    caughtBy: {
      file: `${TEST}/billing/broken-connection.test.ts`,
      test: 'a settlement whose connection breaks while it waits is made once and ends its hold',
    },
  },
  {
    name: 'who lost its claim charges all the same',
    file: `${SRC}/schema/functions/ledger_decide.sql`,
    find: "if e.kind in ('c', 's') and e.claim is not null then",
    replace: 'if false then',
    caughtBy: {
      file: `${TEST}/billing/sale.test.ts`,
      test: 'is charged only to the repeat that took over from a first request that was away too long',
    },
  },
  {
    name: 'a lost claim on tasks is kept',
    file: `${SRC}/leases/claiming.ts`,
    find: 'await member.keepOnly(inHand())',
    replace: 'inHand()',
    caughtBy: {
      file: `${TEST}/leases/engine.test.ts`,
      test: 'rows whose claim was never answered are returned by the worker that is still alive',
    },
  },
  {
    name: 'a lost commit is answered with no',
    file: `${SRC}/db/pool.ts`,
    find: ': new OutcomeUnknown(',
    replace: ': new Error(',
    caughtBy: {
      file: `${TEST}/grids/lost-answers.test.ts`,
      test: 'if the reply to a commit is lost, the client is not told that no job was made',
    },
  },
  {
    name: 'no fence on tasks',
    file: `${SRC}/schema/functions/tasks_settle.sql`,
    find: "where t.id = asked.id and t.attempt = asked.attempt and t.state = 'r'",
    replace: "where t.id = asked.id and t.state = 'r'",
    caughtBy: {
      file: `${TEST}/grids/crash.test.ts`,
      test: 'a task is settled once, in its current attempt only',
    },
  },
  {
    name: 'address guard off',
    file: `${SRC}/webhooks/address.ts`,
    find: "if (isIP(text) === 0 || text.includes('%')) return false",
    replace: 'if (isIP(text) !== 0) return true',
    caughtBy: {
      file: `${TEST}/webhooks/addresses.test.ts`,
      test: 'sixty hostile addresses are refused when they are given',
    },
  },
  {
    name: 'one public address of a name is enough',
    file: `${SRC}/webhooks/agent.ts`,
    find: '!addresses.every(({ address }) => isAllowedIp(address, allowPrivate))',
    replace: '!addresses.some(({ address }) => isAllowedIp(address, allowPrivate))',
    caughtBy: { file: `${TEST}/webhooks/addresses.test.ts`, test: 'a public name that resolves to' },
  },
  {
    name: 'member rate counted as public',
    file: `${SRC}/observations/figures.ts`,
    find: 'open: cash.filter((rate) => !rate.memberOnly)',
    replace: 'open: cash',
    caughtBy: {
      file: `${TEST}/rates/answers.test.ts`,
      test: 'each figure is the least of its own over the public, or the member rates, and bar is never a member rate',
    },
  },
  {
    name: 'tax basis swapped',
    file: `${SRC}/sources/families/rapid/pricing.ts`,
    find: `    pricePerNight: divideMinor(total, shares),
    pricePerNightAfterTax: totalAfterTax === null ? null : divideMinor(totalAfterTax, shares),`,
    replace: `    pricePerNight: divideMinor(totalAfterTax ?? total, shares),
    pricePerNightAfterTax: totalAfterTax === null ? null : divideMinor(total, shares),`,
    caughtBy: {
      file: `${TEST}/sources/tax-bases.test.ts`,
      test: 'the agency that quotes before tax (ostello)',
    },
  },
  {
    name: 'revocation cache too long',
    file: `${SRC}/accounts/key-ring.ts`,
    find: `const TRUST_MS = 8000
const RECHECK_MS = 2500`,
    replace: `const TRUST_MS = 30_000
const RECHECK_MS = 30_000`,
    caughtBy: {
      file: `${TEST}/accounts/revocation.test.ts`,
      test: 'within ten seconds when every notification is lost',
    },
  },
  {
    name: 'holds do not count',
    file: `${SRC}/billing/statements.ts`,
    find: 'm.used + m.held + t.charged + t.held <= m.allowance',
    replace: 'm.used + t.charged + t.held <= m.allowance',
    caughtBy: {
      file: `${TEST}/billing/crash.test.ts`,
      test: 'a process killed between hold and settle charges nothing, and its hold expires',
    },
  },
  {
    name: 'an error is charged',
    file: `${SRC}/edge/sale.ts`,
    find: 'if (reserved && metered.charged === 0) await metering.release(metered).catch(() => {})',
    replace:
      'if (reserved) await metering.settle(metered, worst, lineOf(order, { live: 1, cached: 0, free: 0 })).catch(() => {})',
    caughtBy: {
      file: `${TEST}/billing/sale.test.ts`,
      test: 'an error costs nothing and leaves nothing on hold',
    },
  },
  {
    name: 'half a cent is lost',
    file: `${SRC}/kernel/money.ts`,
    find: ">= '5' ? 1 : 0",
    replace: ">= '6' ? 1 : 0",
    caughtBy: {
      file: `${TEST}/kernel/money.test.ts`,
      test: 'is read exactly, and rounded half away from zero',
    },
  },
  {
    name: 'somebody else’s job is told',
    file: `${SRC}/jobs/store.ts`,
    find: "'j.account = $1 and j.public_id = $2'",
    replace: "'$1::int is not null and j.public_id = $2'",
    caughtBy: {
      file: `${TEST}/grids/limits.test.ts`,
      test: "another account's job is answered exactly like one that never was, on every route",
    },
  },
  {
    name: 'a job reads what everybody pays for',
    file: `${SRC}/grids/job-cells.ts`,
    find: 'from job_cells where job = ${integer(job)} and job_cells.hotel = h.hotel ${within}',
    replace: 'from cells where ${integer(job)} > 0 and cells.hotel = h.hotel ${within}',
    caughtBy: {
      file: `${TEST}/jobs/paid-cells.test.ts`,
      test: 'a canceled job never shows cells that another account pays for',
    },
  },
  {
    name: 'two couriers take one delivery',
    file: `${SRC}/webhooks/deliveries.ts`,
    find: 'order by due_at limit due.room for update skip locked',
    replace: 'order by due_at limit due.room',
    caughtBy: {
      file: `${TEST}/webhooks/work.test.ts`,
      test: 'a delivery that one courier is taking is passed over by the others',
    },
  },
  {
    name: 'a repeated event has a new id',
    file: `${SRC}/endpoints/kinds/webhook/send.ts`,
    find: "'x-event-id': eventId,",
    replace: "'x-event-id': `${eventId}${performance.now()}`,",
    caughtBy: {
      file: `${TEST}/webhooks/storm.test.ts`,
      test: 'every event that can arrive does, under its own id and rightly signed',
    },
  },
  {
    name: 'the signature leaves the time out',
    file: `${SRC}/endpoints/kinds/webhook/sign.ts`,
    find: '.update(`${atSec}.`).update(body)',
    replace: '.update(body)',
    caughtBy: {
      file: `${TEST}/webhooks/delivery.test.ts`,
      test: 'signed so that the stripe package accepts it',
    },
  },
  {
    name: 'writers of events do not take turns',
    file: `${SRC}/schema/functions/events_begin.sql`,
    find: 'order by id for no key update;',
    replace: 'order by id;',
    caughtBy: {
      file: `${TEST}/webhooks/events.test.ts`,
      test: 'a reader who pages while twenty writers write sees every event once',
    },
  },
  {
    name: 'a test of a watch uses a price that is not its own',
    file: `${SRC}/watches/making/sample.ts`,
    find: 'const step = sampleStep(watch)',
    replace: `const step = sampleStep(watch)
  const { rows } = await pool.query<{ bar: number }>(
    'select c.bar from watched_places p join cells c on c.hotel = p.hotel where p.id = $1 and c.bar > 0 limit 1',
    [watch.place],
  )
  step.current.bar = rows[0]?.bar ?? step.current.bar`,
    caughtBy: {
      file: `${TEST}/watches/lifecycle.test.ts`,
      test: 'a sample never shows a stored price, not even of a suspended watch',
    },
  },
  {
    name: 'one caller opens the breaker of a source for all',
    file: `${SRC}/sources/breakers.ts`,
    find: 'return byCaller.isLost(CALLERS) && byHotel.isLost(HOTELS)',
    replace: 'return byHotel.isLost(HOTELS)',
    caughtBy: {
      file: `${TEST}/sources/breaker.test.ts`,
      test: 'never closes the source to others with any number of failing hotels',
    },
  },
  {
    name: 'calls for a failing hotel count against the whole source',
    file: `${SRC}/sources/breakers.ts`,
    find: 'byHotel.vote(asker.hotel, hotel?.ballot.isLost(ANY) ?? false)',
    replace: 'byHotel.vote(`${asker.hotel} ${calls}`, hotel?.ballot.isLost(ANY) ?? false)',
    caughtBy: {
      file: `${TEST}/sources/breaker.test.ts`,
      test: 'stays open while three callers fail at a few test hotels only',
    },
  },
  {
    name: 'planning before admission',
    file: `${SRC}/http/auth.ts`,
    find: 'if (metered && holder) metering.enter(metered, holder.account.emitUs)',
    replace: 'if (!metered || !holder) metering.leave(metered)',
    caughtBy: {
      file: `${TEST}/billing/admission.test.ts`,
      test: 'are refused before anything is planned: paid calls',
    },
  },
  {
    name: 'duplicates wait without a limit',
    file: `${SRC}/edge/repeats.ts`,
    find: 'if (ahead.waiting >= LIMITS.idempotencyWaiting) throw tooManyWaiting()',
    replace: 'if (ahead.waiting < 0) throw tooManyWaiting()',
    caughtBy: {
      file: `${TEST}/billing/repeats.test.ts`,
      test: 'wait for it, at most eight; the others are refused at once',
    },
  },
  {
    name: 'any secret key will do',
    file: `${SRC}/secrets/open-vault.ts`,
    find: 'if (lacking.length === 0) return',
    replace: 'if (lacking.length >= 0) return',
    caughtBy: {
      file: `${TEST}/secrets/secret-key.test.ts`,
      test: 'rotate encrypts everything with the new key, after which the old one is refused',
    },
  },
  {
    name: 'a backup without a snapshot',
    file: `${SRC}/db/pool.ts`,
    find: "'begin isolation level repeatable read, read only'",
    replace: "'begin isolation level read committed, read only'",
    caughtBy: {
      file: `${TEST}/backup/backup.test.ts`,
      test: 'a backup of a busy service has exact books, and the restored one goes on from there',
    },
  },
  {
    name: 'a key that does not decrypt costs an attempt',
    file: `${SRC}/webhooks/delivery-work.ts`,
    find: `    complain(error)
    return null`,
    replace: '    throw error',
    caughtBy: {
      file: `${TEST}/webhooks/delivery.test.ts`,
      test: 'an event whose secret this process cannot decrypt waits for one that can, and loses no attempt',
    },
  },
  {
    name: 'the embedded database is given up after a few tries',
    file: `${SRC}/db/database.ts`,
    find: `      onFailure(error)
      await wait(REVIVE_AGAIN_MS)`,
    replace: '      throw error',
    caughtBy: {
      file: `${TEST}/db/keep-alive.test.ts`,
      test: 'an embedded database that cannot start is tried again until it can, but not with files of another version',
    },
  },
  {
    name: 'nobody hears a database die while it is announced',
    file: `${SRC}/db/embedded/server.ts`,
    find: 'return supervise(home, child, ended, url)',
    replace: "return supervise(home, child, once(child, 'exit').then(() => {}), url)",
    caughtBy: {
      file: `${TEST}/db/keep-alive.test.ts`,
      test: 'an embedded database that cannot start is tried again until it can, but not with files of another version',
    },
  },
]
