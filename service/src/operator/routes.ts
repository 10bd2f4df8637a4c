import { Type } from 'typebox'
import { personOf, recordAct } from '../accounts/acts.ts'
import { countTry } from '../accounts/throttle.ts'
import { inTransaction } from '../db/pool.ts'
import type { Reads } from '../db/replica/reads.ts'
import { one } from '../db/rows.ts'
import type { DirectoryStatus } from '../hotels/directory/status.ts'
import { readSyncs } from '../hotels/directory/sync-store.ts'
import { toCredits } from '../kernel/credits.ts'
import { invalid } from '../kernel/errors.ts'
import { memberRoute, type OwnRoute } from '../sessions/own-route.ts'
import type { SpendingMeter } from '../sources/budget/meter.ts'
import type { Catalog, SearchEngine, Source } from '../sources/catalog/catalog.ts'
import type { SourceReport } from '../sources/checks/report.ts'
import type { Gateway } from '../sources/gateway.ts'
import type { SourceHealth } from '../sources/health.ts'
import type { SearchGateway } from '../sources/search-gateway.ts'
import type { SharedHealth } from '../sources/seen/merge.ts'
import type { Sightings } from '../sources/seen/watch.ts'
import { actRoutes } from './act-routes.ts'
import { reportView } from './report-view.ts'
import { connectUnreserved } from './reserved-address.ts'
import { type SourceRoutesDeps, sourceRoutes } from './source-routes.ts'
import { type AccountRow, type OperatorJob, readAccounts, readWork } from './store.ts'

export interface OperatorDeps extends SourceRoutesDeps {
  reads: Reads
  catalog: Catalog
  gateway: Pick<Gateway, 'state'>
  search: SearchGateway
  sightings: Sightings
  meter: SpendingMeter
  directory(): Promise<DirectoryStatus>
}

const closed = { additionalProperties: false } as const
const ACCOUNTS_PER_PAGE = 50

const AccountsQuery = Type.Object(
  {
    q: Type.Optional(Type.String({ maxLength: 254, pattern: '^[^\\u0000]*$' })),
    cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
  },
  closed,
)

/** What the operator of the server sees and does. Credentials are never part of an answer. */
export function operatorRoutes(deps: OperatorDeps): OwnRoute[] {
  const { pool, reads, catalog, gateway, search, sightings } = deps
  const engineState = ({ id, unconfigured }: SearchEngine): SourceHealth => {
    const used = [search.places, search.entities].find((engine) => engine?.id === id)
    return used?.state() ?? { ...UNASKED, status: unconfigured === null ? 'up' : 'down' }
  }
  return [
    ...sourceRoutes(deps),
    ...actRoutes(pool),
    memberRoute({ method: 'GET', path: '/operator/sources', needs: 'operator' }, async () => ({
      body: {
        sources: [
          ...catalog.sources.map((source) =>
            sourceView(source, sightings.health(source.id, gateway.state(source.id))),
          ),
          ...enginesOnly(catalog).map((engine) =>
            sourceView(engine, sightings.health(engine.id, engineState(engine))),
          ),
        ],
      },
    })),
    memberRoute(
      {
        method: 'POST',
        path: '/operator/sources/{id}/test',
        params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
        needs: 'operator',
      },
      async ({ params }, { account, email }) => {
        const known = [...catalog.sources, ...catalog.searchEngines]
        if (!known.some(({ id }) => id === params.id)) throw invalid('There is no such source.')
        await countTry(pool, 'testOfSource', params.id)
        const by = personOf(email)
        await inTransaction(pool, (client) =>
          recordAct(client, { account: account.no, by, action: 'source.test', subject: params.id }),
        )
        return { body: reportView(await testSource(deps, params.id)) }
      },
    ),
    memberRoute(
      { method: 'GET', path: '/operator/accounts', query: AccountsQuery, needs: 'operator' },
      async ({ query: { q = '', cursor } }) => {
        const rows = await readAccounts(reads, {
          text: q === '' ? null : q,
          before: cursor === undefined ? null : Number(cursor),
          limit: ACCOUNTS_PER_PAGE + 1,
        })
        const page = rows.slice(0, ACCOUNTS_PER_PAGE)
        const next = rows.length > page.length ? String(page.at(-1)?.no) : null
        return { body: { accounts: page.map(accountView), next_cursor: next } }
      },
    ),
    memberRoute({ method: 'GET', path: '/operator/work', needs: 'operator' }, async () => {
      const { open, ...work } = await readWork(reads)
      return {
        body: { ...work, open: open.map(jobView) },
      }
    }),
    memberRoute({ method: 'GET', path: '/operator/directory', needs: 'operator' }, async () => {
      const [status, syncs] = await Promise.all([deps.directory(), readSyncs(pool)])
      const bySource = new Map(syncs.map((sync) => [sync.source, sync]))
      const sources = status.sources.map((source) => {
        const sync = bySource.get(source.id)
        return { ...source, phase: sync?.phase ?? null, pages: sync?.pages ?? 0, error: sync?.error ?? null }
      })
      return { body: { ...status, sources } }
    }),
  ]
}

/** The check of `vacancy sources check`. Loaded on first use: only operators need it. */
async function testSource(
  { catalog, now, meter, sightings }: OperatorDeps,
  sourceId: string,
): Promise<SourceReport> {
  const { checkAll } = await import('../sources/checks/check-all.ts')
  const means = { meter, connect: connectUnreserved, onSeen: sightings.note }
  return one(await checkAll(catalog, sourceId, undefined, now, means))
}

/** Of a kind that another engine serves. */
const UNASKED = { latencyMs: null, errorShare: null, checkedAt: null }

/** Those that show no prices: the others are sources. */
function enginesOnly({ sources, searchEngines }: Catalog): SearchEngine[] {
  return searchEngines.filter(({ id }) => !sources.some((source) => source.id === id))
}

function sourceView(
  { id, name, kind, family, unconfigured, origin, sandbox, disabled }: Source | SearchEngine,
  { status, latencyMs, errorShare, checkedAt, calls, failingSince, reason, lastFailure }: SharedHealth,
) {
  return {
    id,
    name,
    kind,
    family,
    origin,
    sandbox,
    disabled,
    status,
    /** Names of settings that are missing; never their values. */
    unconfigured,
    latency_ms: latencyMs,
    error_share: errorShare === null ? null : Math.round(errorShare * 1000) / 1000,
    checked_at: momentOf(checkedAt),
    /** Of all processes, in the last five minutes. */
    calls,
    since: momentOf(failingSince),
    reason,
    last_failure: lastFailure && { ...lastFailure, at: momentOf(lastFailure.at) },
  }
}

function momentOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

function jobView({ spent, ...job }: OperatorJob) {
  return { ...job, credits: toCredits(spent) }
}

function accountView({ no: _no, used, allowance, ...account }: AccountRow) {
  return { ...account, credits_used: toCredits(used), credits_limit: toCredits(allowance) }
}
