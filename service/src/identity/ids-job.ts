import { PRICE_OF } from '../billing/prices.ts'
import type { Pool } from '../db/pool.ts'
import { type MeteredRequest, refusalOf } from '../edge/metering.ts'
import type { KeepWith } from '../edge/repeats.ts'
import type { Planned } from '../edge/sale.ts'
import { accepted, type Served } from '../edge/served.ts'
import { requireEndpoints } from '../endpoints/store.ts'
import type { KnownHotels } from '../hotels/directory/known.ts'
import { jobView, locationOf } from '../jobs/job.ts'
import { createJob, listTasks, type NewJob } from '../jobs/making.ts'
import type { Vault } from '../ops/vault.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import { createHook } from '../webhooks/hooks.ts'
import { findUnmapped } from './id-map.ts'
import type { IdsQuestion } from './ids-work.ts'

export interface IdsJobAsk {
  source: Source
  hotelCodes: readonly string[]
  sources: readonly string[]
  webhookUrl: string | undefined
  endpoints: readonly string[] | undefined
}

export interface IdsJobDeps {
  pool: Pool
  vault: Vault
  knownHotels: KnownHotels
}

/** One task per hotel, each reserved as a live resolution; the worker finds out which need one. */
export function planIdsJob(deps: IdsJobDeps, ask: IdsJobAsk, requestId: string): Planned {
  const price = PRICE_OF.resolution()
  return {
    estimate: { cached: [], live: ask.hotelCodes.map(() => price), free: 0 },
    enqueue: (metered, keepWith) => enqueue(deps, ask, requestId, metered, keepWith),
  }
}

async function enqueue(
  { pool, vault, knownHotels }: IdsJobDeps,
  { source, hotelCodes, sources, webhookUrl: url, endpoints }: IdsJobAsk,
  requestId: string,
  metered: MeteredRequest,
  keepWith: KeepWith,
): Promise<Served> {
  const { account, key } = metered.payer
  // An account that cannot pay is refused for that, before any source is asked.
  const worst = hotelCodes.length * PRICE_OF.resolution()
  if (metered.remaining === null || metered.remaining >= worst) {
    const unmapped = await findUnmapped(pool, source.id, hotelCodes)
    await knownHotels.require(source.id, unmapped, String(account))
  }
  const wanted = sources.filter((id) => id !== source.id)
  let secret: string | undefined
  const job: NewJob = {
    account,
    key,
    kind: 'ids',
    work: 'ids',
    usage: 'ids',
    requestId,
    request: { chain: source.id, hotel_codes: hotelCodes, sources: wanted },
    cellsTotal: hotelCodes.length * wanted.length,
    stored: { cells: 0, charge: 0 },
    tasks: listTasks(
      hotelCodes.map((hotelCode, index) => ({
        source: source.id,
        firstCell: index * wanted.length,
        cells: wanted.length,
        worst: PRICE_OF.resolution(),
        ask: { chain: source.id, hotelCode, sources: wanted } satisfies IdsQuestion,
      })),
    ),
    receivers: async (client) => {
      if (endpoints !== undefined)
        return { hook: null, endpoints: await requireEndpoints(client, account, endpoints) }
      if (url === undefined) return { hook: null, endpoints: [] }
      const hook = await createHook(client, vault, { account, url })
      secret = hook.secret
      return { hook: hook.no, endpoints: [] }
    },
  }
  const made = await createJob(pool, job, async (client, queued) => {
    const told = { job: jobView(queued), ...(secret !== undefined && { secret }) }
    const answer: Served = {
      ...accepted(told, locationOf([queued])),
      confidential: secret !== undefined,
    }
    await keepWith(client, answer)
    return answer
  })
  if ('refused' in made) throw refusalOf(made.refused, made.worst, made.unreserved)
  metered.remaining = Math.max(0, made.remaining)
  return made.told
}
