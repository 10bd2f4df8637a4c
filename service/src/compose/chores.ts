import { forgetOldActs } from '../accounts/acts.ts'
import { endExpiredKeys } from '../accounts/end-keys.ts'
import { forgetRevokedKeys } from '../accounts/forget-keys.ts'
import { expireHolds } from '../billing/expire.ts'
import { forgetOldAnswers } from '../billing/idempotency.ts'
import { forgetBoardRuns } from '../boards/store.ts'
import { endDeadlines, remindOfDeadlines } from '../bookings/deadlines.ts'
import type { Config } from '../config.ts'
import { keepMonths } from '../db/months.ts'
import type { Pool } from '../db/pool.ts'
import { forgetOldTurns } from '../endpoints/kinds/email/turn.ts'
import { hideOldAddresses } from '../endpoints/kinds/slack/address.ts'
import { forgetOldTables } from '../fx/store.ts'
import { forgetOldClients } from '../grants/clients.ts'
import { endUnusedGrants, forgetOldTokens } from '../grants/end.ts'
import { forgetOldLookups } from '../hotels/chain-lookups.ts'
import { beginDueSyncs } from '../hotels/directory/sync-store.ts'
import { forgetOldPlaceLookups } from '../hotels/place-store.ts'
import { forgetNameLookups } from '../hotels/search/live.ts'
import { tellOfOtherEnds } from '../identity/job-done.ts'
import { forgetOldTries } from '../identity/outlook.ts'
import { forgetOldJobs } from '../jobs/forget.ts'
import { nightAt } from '../kernel/dates.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { PersonMail } from '../mail/person-mail.ts'
import { tellOfEndingKeys } from '../members/ending-keys.ts'
import { forgetOldInvitations } from '../members/store.ts'
import { createPastNightsSweep } from '../observations/past-nights.ts'
import { forgetOldSaleStays } from '../observations/sale-stays.ts'
import { forgetOldStays } from '../observations/store.ts'
import type { Metrics } from '../ops/metrics.ts'
import type { Vault } from '../ops/vault.ts'
import { createSettling } from '../outlook/settling.ts'
import { forgetOldReceipts } from '../receipts/store.ts'
import { forgetOldRequests } from '../requests/store.ts'
import { forgetOldRuns } from '../schedules/store.ts'
import { forgetOldSessions } from '../sessions/store.ts'
import { forgetDeletedSets } from '../sets/store.ts'
import { forgetOldSpending } from '../sources/budget/store.ts'
import { forgetOldShapes } from '../sources/drift/store.ts'
import { createLooksRefresh } from '../value/refresh-looks.ts'
import { createFollowSources } from '../watches/follow-sources.ts'
import { expirePast, forgetExpired, resumeSuspended, sweep } from '../watches/refreshing/upkeep.ts'
import { forgetRetiredHooks } from '../webhooks/hooks.ts'
import { forgetOldEvents, forgetOldPlaces } from '../webhooks/store.ts'
import type { Chore } from '../workers/chores.ts'
import { emptyDeletedAccounts } from './deleted-accounts.ts'
import type { Runtime } from './runtime.ts'

/** What every worker does at intervals. */
export function choresOf(pool: Pool, config: Config, metrics: Metrics, now: () => number): Chore[] {
  const keptDays = { cell_history: config.historyDays, usage_lines: config.usageDays }
  return [
    { name: 'expire holds', everyMs: 2000, run: () => counted(expireHolds(pool), metrics.expired) },
    { name: 'end keys whose time is over', everyMs: 2000, run: () => endExpiredKeys(pool) },
    { name: 'end grants that nobody can use', everyMs: 60_000, run: () => endUnusedGrants(pool) },
    { name: 'tell of ended jobs', everyMs: 2000, run: () => tellOfOtherEnds(pool) },
    { name: 'take suspended watches up', everyMs: 2000, run: () => resumeSuspended(pool) },
    { name: 'end watches whose nights are past', everyMs: 60_000, run: () => expirePast(pool) },
    { name: 'remind of deadlines of bookings', everyMs: 5000, run: () => remindOfDeadlines(pool) },
    { name: 'end bookings past their deadline', everyMs: 5000, run: () => endDeadlines(pool) },
    { name: 'sweep up after watches', everyMs: 60_000, run: () => sweep(pool) },
    { name: 'forget old answers', everyMs: 600_000, run: () => forgetOldAnswers(pool) },
    { name: 'forget old jobs', everyMs: 600_000, run: () => forgetOldJobs(pool, config.jobDays) },
    {
      name: 'forget revoked keys',
      everyMs: 3_600_000,
      run: () => forgetRevokedKeys(pool, LIMITS.revokedKeyDays),
    },
    {
      name: 'forget expired watches',
      everyMs: 600_000,
      run: () => forgetExpired(pool, LIMITS.expiredWatchDays),
    },
    { name: 'forget deleted sets', everyMs: 600_000, run: () => forgetDeletedSets(pool) },
    {
      name: 'forget old receipts',
      everyMs: 600_000,
      run: () => forgetOldReceipts(pool, config.receiptDays),
    },
    { name: 'forget old runs of boards', everyMs: 3_600_000, run: () => forgetBoardRuns(pool) },
    { name: 'forget old runs', everyMs: 600_000, run: () => forgetOldRuns(pool, LIMITS.runDays) },
    { name: 'forget old searches for ids', everyMs: 3_600_000, run: () => forgetOldTries(pool) },
    { name: 'forget old acts', everyMs: 3_600_000, run: () => forgetOldActs(pool, LIMITS.actDays) },
    {
      name: 'forget old spending',
      everyMs: 3_600_000,
      run: () => forgetOldSpending(pool, LIMITS.spendingDays),
    },
    { name: 'forget old tokens of agents', everyMs: 600_000, run: () => forgetOldTokens(pool) },
    { name: 'forget old clients of agents', everyMs: 3_600_000, run: () => forgetOldClients(pool) },
    {
      name: 'forget old shapes of sources',
      everyMs: 3_600_000,
      run: () => forgetOldShapes(pool, LIMITS.shapeDays),
    },
    { name: 'forget old sessions', everyMs: 600_000, run: () => forgetOldSessions(pool) },
    { name: 'forget old invitations', everyMs: 3_600_000, run: () => forgetOldInvitations(pool) },
    { name: 'forget old requests', everyMs: 600_000, run: () => forgetOldRequests(pool) },
    { name: 'forget old places', everyMs: 600_000, run: () => forgetOldPlaceLookups(pool) },
    { name: 'forget old lookups', everyMs: 600_000, run: () => forgetOldLookups(pool) },
    { name: 'forget old searches by name', everyMs: 600_000, run: () => forgetNameLookups(pool) },
    {
      name: 'forget old stays',
      everyMs: 600_000,
      run: () => forgetOldStays(pool, now() - LIMITS.keptDays * DAY_MS),
    },
    {
      name: 'forget old stays of points of sale',
      everyMs: 600_000,
      run: () => forgetOldSaleStays(pool, now() - LIMITS.keptDays * DAY_MS),
    },
    { name: 'forget when mails were sent', everyMs: 600_000, run: () => forgetOldTurns(pool) },
    { name: 'forget old events', everyMs: 60_000, run: () => forgetOldEvents(pool, LIMITS.eventDays) },
    {
      name: 'forget where old events stood',
      everyMs: 600_000,
      run: () => forgetOldPlaces(pool, LIMITS.eventPlaceDays),
    },
    {
      name: 'forget retired hooks',
      everyMs: 600_000,
      // One day after their events, which are deleted in batches.
      run: () => forgetRetiredHooks(pool, LIMITS.eventDays + 1),
    },
    {
      name: 'make months ahead and drop old ones',
      everyMs: 60_000,
      run: () => keepMonths(pool, keptDays, now()),
    },
    {
      name: 'forget old reference rates',
      everyMs: 600_000,
      run: () => forgetOldTables(pool, nightAt(now() - config.historyDays * DAY_MS)),
    },
    { name: 'forget past nights', everyMs: 600_000, run: createPastNightsSweep(pool, now) },
    { name: 'refresh what is known for rankings', everyMs: 600_000, run: createLooksRefresh(pool, now) },
  ]
}

export function accountsChore(runtime: Runtime): Chore {
  return {
    name: 'empty deleted accounts',
    everyMs: 60_000,
    run: () => emptyDeletedAccounts(runtime),
  }
}

export function sealingChores(pool: Pool, vault: Vault): Chore[] {
  return [{ name: 'hide addresses of chats', everyMs: 600_000, run: () => hideOldAddresses(pool, vault) }]
}

/** None without a mail server. */
export function mailChores(pool: Pool, { publicUrl }: Config, mail: PersonMail | null): Chore[] {
  if (!mail) return []
  return [
    { name: 'tell of keys that end', everyMs: 60_000, run: () => tellOfEndingKeys(pool, mail, publicUrl) },
  ]
}

/** `listing` are the sources that can list their hotels now. */
export function directoryChores(pool: Pool, config: Config, listing: () => readonly string[]): Chore[] {
  if (config.directorySync === 'off') return []
  return [{ name: 'begin to read directories', everyMs: 2000, run: () => beginDueSyncs(pool, listing()) }]
}

export function sourcesChore({ pool, catalog, sourcesWatch: { revision }, now }: Runtime): Chore {
  const run = createFollowSources(pool, { catalog, revision }, now)
  return { name: 'mark watches whose source is off', everyMs: 3000, run }
}

/** A night is over at midnight (UTC). It takes effect within minutes. */
export function outlookChore({ pool, catalog, now }: Runtime): Chore {
  return { name: 'settle what became of prices', everyMs: 600_000, run: createSettling(pool, catalog, now) }
}

const DAY_MS = 86_400_000

async function counted(work: Promise<number>, count: (howMany: number) => void): Promise<number> {
  const howMany = await work
  count(howMany)
  return howMany
}
