import type { KeyHolder } from '../../accounts/key-ring.ts'
import { type Client, inTransaction, type Pool } from '../../db/pool.ts'
import type { KnownHotels } from '../../hotels/directory/known.ts'
import { type HotelsMaster, numberOf } from '../../hotels/master.ts'
import { invalid } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { LIMITS } from '../../kernel/limits.ts'
import type { Vault } from '../../ops/vault.ts'
import { type Catalog, findSource } from '../../sources/catalog/catalog.ts'
import type { ConditionTerms } from '../conditions/registry.ts'
import { joinPlace, joinRefresh, type Window } from '../refreshing/refreshes.ts'
import { beginRounds } from '../refreshing/rounds.ts'
import { countOpen, findWatch, insertWatch, type NewWatch } from '../store.ts'
import type { Watch } from '../watch.ts'
import { requireQuoted, watchCurrency } from './currency.ts'
import { createReceivers, type Receivers, requireReceiver } from './receivers.ts'
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
  tell: (client: Client, watch: Watch, secret: string | undefined) => Promise<Told>,
): Promise<Told> {
  const { pool, catalog, vault } = deps
  const window = await readWindow(catalog, body, deps.now(), (hotel, asked) =>
    watchCurrency(deps, hotel, asked),
  )
  const terms = await readConditionTerms(catalog, body.condition, body, window, deps.channelIds)
  await requireQuoted(deps, window, { ...window, terms })
  requireReceiver(body)
  if (body.webhook_url !== undefined) deps.checkAddress(body.webhook_url)
  const caller = String(account.no)
  await deps.knownHotels.require(window.source.id, [window.hotelCode], caller)
  if (terms.condition === 'undercut') await deps.knownHotels.require(terms.channel, [terms.hotelCode], caller)
  const hotels = await hotelNos(deps, window, terms)
  return inTransaction(pool, async (client) => {
    const receivers = await createReceivers(client, vault, account.no, body)
    const id = newId('wat')
    await enterWatch(deps, client, {
      id,
      account: account.no,
      key: key.no,
      requestId,
      window,
      hotels,
      receivers,
      terms,
      refreshSec: body.refresh_sec ?? LIMITS.watchRefreshSecDefault,
    })
    if ((await countOpen(client, account.no)) > LIMITS.watches) {
      throw invalid(
        `An account can have at most ${LIMITS.watches} watches with nights ahead. Delete one first.`,
      )
    }
    const watch = await findWatch(client, account.no, id)
    if (!watch) throw new Error('a new watch was not found')
    return tell(client, watch, receivers.secret)
  })
}

/** A watch whose hotels are registered. */
export type Entry = Pick<NewWatch, 'id' | 'account' | 'key' | 'requestId' | 'terms' | 'refreshSec'> & {
  window: Window
  hotels: { direct: number; channel: number | null }
  receivers: Pick<Receivers, 'hook' | 'endpoints'>
}

/** Writes a watch and begins its first refresh. A running round began before it, so it waits for the next one. */
export async function enterWatch(
  deps: Pick<WatchDeps, 'catalog'>,
  client: Client,
  { window, hotels, receivers, ...watch }: Entry,
): Promise<void> {
  const refresh = await joinRefresh(client, window)
  const place = await joinPlace(client, hotels.direct, window, watch.terms.condition === 'booking')
  const channelPlace = await joinChannel(deps, client, window, watch.terms, hotels.channel)
  await insertWatch(client, {
    ...watch,
    refresh: refresh.no,
    place,
    channelPlace,
    hook: receivers.hook,
    endpoints: receivers.endpoints,
  })
  if (!refresh.underWay) await beginRounds(client, deps.catalog, [refresh.no])
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
