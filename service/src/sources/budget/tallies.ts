import { databaseNow } from '../../db/clock.ts'
import type { Pool } from '../../db/pool.ts'
import { nightAt } from '../../kernel/dates.ts'
import type { Tally } from '../../ops/metrics.ts'
import type { Catalog, Connection } from '../catalog/catalog.ts'
import { readUsed } from './spent.ts'

/** How much of its budget each source has used, for alerts. */
export function budgetTallies(pool: Pool, catalog: Catalog): Tally[] {
  return [
    {
      name: 'vacancy_source_budget_used_ratio',
      help: "Share of a source's budget that is used: of the day or of the month, whichever is more.",
      label: 'source',
      count: async () => {
        const limited = [...catalog.sources, ...catalog.searchEngines].filter(({ budget }) => budget !== null)
        if (limited.length === 0) return new Map()
        const today = nightAt((await databaseNow(pool)).getTime())
        const ids = limited.map(({ id }) => id)
        const used = await readUsed(pool, ids, today)
        return new Map(limited.map((source) => [source.id, shareOf(source, used.get(source.id))]))
      },
    },
  ]
}

function shareOf({ budget }: Connection, used = { day: 0, month: 0 }): number {
  const share = (count: number, limit: number | null | undefined) => (limit ? count / limit : 0)
  return Math.max(share(used.day, budget?.requestsPerDay), share(used.month, budget?.requestsPerMonth))
}
