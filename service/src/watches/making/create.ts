import type { KeyHolder } from '../../accounts/key-ring.ts'
import { type Client, inTransaction, type Pool } from '../../db/pool.ts'
import type { KnownHotels } from '../../hotels/directory/known.ts'
import { type HotelsMaster, numberOf } from '../../hotels/master.ts'
import { invalid } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { LIMITS } from '../../kernel/limits.ts'
import type { Vault } from '../../ops/vault.ts'
import { type Catalog, findSource } from '../../sources/catalog/catalog.ts'
import { createHook } from '../../webhooks/hooks.ts'
import type { ConditionTerms } from '../conditions/registry.ts'
import { joinPlace, joinRefresh, type Window } from '../refreshing/refreshes.ts'
import { beginRounds } from '../refreshing/rounds.ts'
import { countOpen, findWatch, insertWatch } from '../store.ts'
import type { Watch } from '../watch.ts'
import { requireQuoted, watchCurrency } from './currency.ts'
import { type ChannelIds, readConditionTerms, readWindow, type WatchBody } from './request.ts'

export interface WatchDeps {
  pool: Pool
  catalog: Catalog
  hotels: HotelsMaster
  vault: Vault
  knownHotels: KnownHotels
  checkAddress(url: string): void
  channelIds: ChannelIds
  now: () => number
}

/** Creates the watch, its secret and its first refresh in one transaction. */
export async function createWatch<Told>(
  deps: WatchDeps,
  { account, key }: KeyHolder,
  body: WatchBody,
  requestId: string,
  tell: (client: Client, watch: Watch, secret: string) => Promise<Told>,
): Promise<Told> {
  const { pool, catalog, vault } = deps
  const window = await readWindow(catalog, body, deps.now(), (hotel, asked) =>
    watchCurrency(deps, hotel, asked),
  )
  const terms = await readConditionTerms(catalog, body.condition, body, window, deps.channelIds)
  await requireQuoted(deps, window, { ...window, terms })
  deps.checkAddress(body.webhook_url)
  const caller = String(account.no)
  await deps.knownHotels.require(window.source.id, [window.hotelCode], caller)
  if (terms.condition === 'undercut') await deps.knownHotels.require(terms.channel, [terms.hotelCode], caller)
  const hotels = await hotelNos(deps, window, terms)
  return inTransaction(pool, async (client) => {
    const hook = await createHook(client, vault, { account: account.no, url: body.webhook_url })
    const refresh = await joinRefresh(client, window)
    const place = await joinPlace(client, hotels.direct, window)
    const channelPlace = await joinChannel(deps, client, window, terms, hotels.channel)
    const id = newId('wat')
    await insertWatch(client, {
      id,
      account: account.no,
      key: key.no,
      requestId,
      refresh: refresh.no,
      place,
      channelPlace,
      hook: hook.no,
      terms,
      refreshSec: body.refresh_sec ?? LIMITS.watchRefreshSecDefault,
    })
    // A running round began before this watch, so it waits for the next one.
    if (!refresh.underWay) await beginRounds(client, catalog, [refresh.no])
    if ((await countOpen(client, account.no)) > LIMITS.watches) {
      throw invalid(
        `An account can have at most ${LIMITS.watches} watches with nights ahead. Delete one first.`,
      )
    }
    const watch = await findWatch(client, account.no, id)
    if (!watch) throw new Error('a new watch was not found')
    return tell(client, watch, hook.secret)
  })
}

/** The hotels' numbers, assigned now if they were never requested before. */
export async function hotelNos(
  { hotels }: Pick<WatchDeps, 'hotels'>,
  window: Pick<Window, 'source' | 'hotelCode'>,
  terms: ConditionTerms,
): Promise<{ direct: number; channel: number | null }> {
  const direct = { source: window.source.id, hotelCode: window.hotelCode, record: null }
  const channel =
    terms.condition === 'undercut'
      ? { source: terms.channel, hotelCode: terms.hotelCode, record: null }
      : null
  const nos = await hotels.register(channel ? [direct, channel] : [direct])
  return {
    direct: numberOf(nos, direct),
    channel: channel && numberOf(nos, channel),
  }
}

export async function joinChannel(
  { catalog }: Pick<WatchDeps, 'catalog'>,
  client: Parameters<typeof joinPlace>[0],
  window: Pick<Window, 'los' | 'kind' | 'occupancy' | 'currency'>,
  terms: ConditionTerms,
  hotel: number | null,
): Promise<number | null> {
  const source = terms.condition === 'undercut' ? findSource(catalog, terms.channel) : undefined
  return source && hotel !== null ? joinPlace(client, hotel, { ...window, source }) : null
}
