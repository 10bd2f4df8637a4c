import { cachedPrice, PRICE_OF } from '../../billing/prices.ts'
import { type Client, inTransaction } from '../../db/pool.ts'
import { one } from '../../db/rows.ts'
import { refusalOf } from '../../edge/metering.ts'
import type { Planned } from '../../edge/sale.ts'
import { accepted } from '../../edge/served.ts'
import { cellPrice } from '../../grids/prices.ts'
import type { Milli } from '../../kernel/credits.ts'
import { ApiError, invalid } from '../../kernel/errors.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { type Catalog, findSource, weightsOf } from '../../sources/catalog/catalog.ts'
import { unknownWatch } from '../making/change.ts'
import type { WatchDeps } from '../making/create.ts'
import { findWatch, lockWatch, noteAsked, takeUp } from '../store.ts'
import {
  cellsOf,
  isWhole,
  nightsLeft,
  refreshPrice,
  refreshUpstream,
  type Watch,
  watchView,
} from '../watch.ts'
import { lockRefresh } from './refreshes.ts'
import { beginRounds } from './rounds.ts'

/** Refreshes now. The refresh is charged when it ends, like any other, so the call itself is free. */
export async function planRefresh(
  deps: WatchDeps,
  account: number,
  id: string,
  requestId: string,
): Promise<Planned> {
  const known = await findWatch(deps.pool, account, id)
  if (!known) throw unknownWatch(id)
  refuseUnready(known)
  return {
    estimate: {
      live: pricesOf(deps.catalog, known),
      cached: [],
      free: 0,
      upstream: refreshUpstream(deps.catalog, known),
    },
    enqueue: async () => {
      const watch = await inTransaction(deps.pool, (client) => begin(deps, client, known, requestId))
      return accepted(watchView(deps.catalog, watch), `/v1/watches/${watch.id}`)
    },
  }
}

function refuseUnready({ id, status }: Watch): void {
  if (status === 'paused') throw invalid(`The watch ${id} is paused. Set its \`status\` to active first.`)
  if (status === 'expired') throw invalid(`The watch ${id} has expired: its nights are past.`)
}

/** The price of each cell: at most a quarter, and nothing if it fails. */
function pricesOf(catalog: Catalog, watch: Watch): number[] {
  const { direct, channel } = cellsOf(watch.terms, nightsLeft(watch))
  const quarter = (id: string) => {
    const source = findSource(catalog, id)
    if (!source) return 0
    return cachedPrice(
      isWhole(watch.terms) ? PRICE_OF.shop(weightsOf(source)) : cellPrice(source, watch.kind),
    )
  }
  const channelPrice = watch.terms.condition === 'undercut' ? quarter(watch.terms.channel) : 0
  return [...Array<number>(direct).fill(quarter(watch.source)), ...Array<number>(channel).fill(channelPrice)]
}

async function begin(
  { catalog }: WatchDeps,
  client: Client,
  known: Watch,
  requestId: string,
): Promise<Watch> {
  const { underWay } = await lockRefresh(client, known.refresh)
  const watch = await lockWatch(client, known.account, known.id)
  if (!watch) throw unknownWatch(known.id)
  refuseUnready(watch)
  await refuseHurry(client, watch)
  if (watch.status === 'suspended') await takeUp(client, [watch.no])
  await noteAsked(client, watch.no, requestId)
  if (underWay) await joinRound(catalog, client, watch)
  else await beginRounds(client, catalog, [watch.refresh])
  const now = await findWatch(client, watch.account, watch.id)
  if (!now) throw unknownWatch(watch.id)
  if (now.status === 'suspended') throw await tooDear(client, catalog, now)
  return now
}

/** Joins the running round, and pays for it unless the watch already does. */
async function joinRound(catalog: Catalog, client: Client, watch: Watch): Promise<void> {
  if (watch.held === 0) {
    const { charge } = refreshPrice(catalog, watch, cellsOf(watch.terms, nightsLeft(watch)))
    const { rows } = await client.query('select watch from watches_hold($1, $2, $3)', [
      [watch.no],
      [watch.account],
      [charge],
    ])
    if (rows.length > 0) throw await tooDear(client, catalog, watch)
  }
  await client.query(
    "update watches set pay_after = ledger_now() + refresh_sec * interval '1 second' where id = $1",
    [watch.no],
  )
}

async function refuseHurry(client: Client, { no }: Watch): Promise<void> {
  const { rows } = await client.query<{ wait: number | null }>(
    `select ceil(extract(epoch from asked_at + $2 * interval '1 second' - ledger_now()))::int as wait
     from watches where id = $1`,
    [no, LIMITS.watchAskSec],
  )
  const { wait } = one(rows)
  if (wait === null || wait <= 0) return
  throw new ApiError(
    'rate_limited',
    `A watch can be refreshed on demand once every ${LIMITS.watchAskSec} seconds. Retry after the time in Retry-After.`,
    { retryAfterSec: wait },
  )
}

async function tooDear(client: Client, catalog: Catalog, watch: Watch): Promise<ApiError> {
  const { charge } = refreshPrice(catalog, watch, cellsOf(watch.terms, nightsLeft(watch)))
  const { rows } = await client.query<{ unreserved: Milli; room: Milli | null }>(
    `select m.allowance - m.used - m.held as unreserved, key_room_now(w.account, w.key) as room
     from meters m join watches w on w.account = m.account where w.id = $1`,
    [watch.no],
  )
  const { unreserved, room } = one(rows)
  return room !== null && room < charge && charge <= unreserved
    ? refusalOf('capped', charge, room)
    : refusalOf('short', charge, unreserved)
}
