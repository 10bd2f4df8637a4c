import { type Client, inTransaction, type Pool } from '../../db/pool.ts'
import type { Night } from '../../kernel/dates.ts'
import { type Catalog, findSource } from '../../sources/catalog/catalog.ts'
import { recordEvents } from '../../webhooks/events.ts'
import { clearAttention, raiseAttention } from '../attention.ts'
import { EVENT_OF } from '../conditions/registry.ts'
import { lockOnDuty, readOnDuty } from '../store.ts'
import type { Watch } from '../watch.ts'
import { eventBody } from './event-body.ts'
import { isBooking, judgeBookings, writeBests } from './judge-bookings.ts'
import { judgeNight, NEVER_JUDGED } from './judge-night.ts'
import {
  type Look,
  type News,
  readLastSeen,
  readNews,
  readStates,
  type Sighting,
  takeSightings,
  writeStates,
} from './judge-store.ts'
import { readLikeForLike } from './like-for-like.ts'
import { isInOtherCurrency } from './other-currency.ts'

export interface JudgeDeps {
  pool: Pool
  catalog: Catalog
  now: () => number
}

/**
 * Judges new observations of watched cells, from any request or refresh. One transaction deletes the sightings, saves the
 * judged state and writes the events, so each transition is reported exactly once. Returns the number of sightings.
 */
export async function judgeSightings(deps: JudgeDeps, singly = false): Promise<number> {
  return inTransaction(deps.pool, async (client) => {
    const sightings = await takeSightings(client, singly)
    if (sightings.length === 0) return 0
    const places = [...new Set(sightings.map(({ place }) => place))]
    const candidates = await readOnDuty(client, places)
    // Most observations show no change, so only watches with something to judge are locked and read again.
    const concerned = await withNews(client, candidates, sightings)
    if (concerned.length === 0) return sightings.length
    const watches = await lockOnDuty(
      client,
      concerned.map(({ no }) => no),
    )
    await judgeWatches(client, deps, watches, sightings)
    return sightings.length
  })
}

async function withNews(
  client: Client,
  watches: readonly Watch[],
  sightings: readonly Sighting[],
): Promise<Watch[]> {
  const plain = watches.filter(isPlain)
  const news = await readNews(client, looksOf(plain, sightings))
  const nos = new Set(news.map(({ look }) => look.watch))
  return watches.filter((watch) => !isPlain(watch) || nos.has(watch.no))
}

/** Whether it is judged by the changes of the hotel's cells alone. */
function isPlain({ terms }: Watch): boolean {
  return terms.condition !== 'undercut' && terms.condition !== 'booking'
}

/** Every sighted night of a watch, at each of its places. */
function looksOf(watches: readonly Watch[], sightings: readonly Sighting[]): Look[] {
  const byPlace = Map.groupBy(sightings, ({ place }) => place)
  return watches.flatMap((watch) => {
    const legs = [
      { leg: 'direct' as const, place: watch.place },
      ...(watch.channelPlace === null ? [] : [{ leg: 'channel' as const, place: watch.channelPlace }]),
    ]
    const firsts = legs.map(({ place }) => firstSeen(watch, byPlace.get(place) ?? []))
    const nights = new Set(firsts.flatMap((first) => [...first.keys()]))
    return legs.flatMap(({ leg, place }, index) =>
      [...nights].map((night) => ({
        watch: watch.no,
        leg,
        place,
        night,
        firstSeen: firsts[index]?.get(night) ?? null,
      })),
    )
  })
}

/** When each night was first observed since the watch began. */
function firstSeen(watch: Watch, sightings: readonly Sighting[]): Map<Night, number | null> {
  const first = new Map<Night, number | null>()
  for (const { id, seen, nights } of sightings) {
    for (const night of nights) {
      if (night < watch.first || night > watch.last) continue
      const counts = id > watch.afterSighting ? seen : null
      first.set(night, first.get(night) ?? counts)
    }
  }
  return first
}

async function judgeWatches(
  client: Client,
  { catalog, now }: JudgeDeps,
  all: readonly Watch[],
  sightings: readonly Sighting[],
): Promise<void> {
  const bookings = all.filter(isBooking)
  const booked = await judgeBookings(client, bookings, looksOf(bookings, sightings))
  const watches = all.filter((watch) => !isBooking(watch))
  const looks = looksOf(watches, sightings)
  const byWatch = Map.groupBy(looks, ({ watch }) => watch)
  const news = Map.groupBy(await readNews(client, looks), ({ look }) => `${look.watch}/${look.night}`)
  const kept = await readStates(client, looks)
  const comparing = watches.filter(({ channelPlace }) => channelPlace !== null)
  const underWay = await roundsUnderWay(client, comparing)
  const comparingNos = new Set(comparing.map(({ no }) => no))
  const lastSeen = await readLastSeen(
    client,
    looks.filter(({ watch }) => comparingNos.has(watch)),
  )
  const { rows, events, raised, cleared } = booked
  const nowMs = now()
  for (const watch of watches) {
    const source = findSource(catalog, watch.source)
    if (!source) continue
    const told = [...new Set((byWatch.get(watch.no) ?? []).map(({ night }) => night))]
      .flatMap((night) => news.get(`${watch.no}/${night}`) ?? [])
      .toSorted((a, b) => a.seenMs - b.seenMs)
    const isOther = isInOtherCurrency(watch, told)
    if (isOther === true && watch.attention === null) raised.push(watch.no)
    if (isOther === false && watch.attention === 'currency_changed') cleared.push(watch.no)
    const nights = nightsOf(watch, byWatch.get(watch.no) ?? [], news)
    const { terms } = watch
    const isLike = terms.condition === 'undercut' && terms.likeForLike === true
    const like = isLike ? await readLikeForLike(client, watch, terms, nights) : null
    for (const night of nights) {
      const key = `${watch.no}/${night}`
      const before = kept.get(key) ?? NEVER_JUDGED
      const after = judgeNight(
        watch,
        before,
        news.get(key) ?? [],
        {
          underWay: underWay.has(watch.refresh),
          directSeen: lastSeen.get(`${watch.place}/${night}`),
          channelSeen: lastSeen.get(`${watch.channelPlace}/${night}`),
        },
        like?.get(night),
      )
      rows.push({ watch: watch.no, night, state: after.state, judged: after.judged })
      for (const fired of after.fired) {
        events.push({
          account: watch.account,
          type: EVENT_OF[terms.condition],
          hook: watch.hook,
          endpoints: watch.endpoints,
          watchId: watch.id,
          jobId: null,
          body: eventBody(watch, source, night, fired, nowMs),
        })
      }
    }
  }
  await writeStates(client, rows)
  await writeBests(client, booked.bests)
  await clearAttention(client, cleared, 'currency_changed')
  await recordEvents(client, events)
  await raiseAttention(client, raised, 'currency_changed')
}

/** In order. For a watch with one side, only nights with news. */
function nightsOf(watch: Watch, looks: readonly Look[], news: ReadonlyMap<string, News[]>): Night[] {
  const wanted = [...new Set(looks.map(({ night }) => night))].filter(
    (night) => watch.channelPlace !== null || news.has(`${watch.no}/${night}`),
  )
  return wanted.toSorted()
}

async function roundsUnderWay(client: Client, watches: readonly Watch[]): Promise<Set<number>> {
  if (watches.length === 0) return new Set()
  const { rows } = await client.query<{ id: number }>(
    'select id from refreshes where id = any($1::bigint[]) and tasks_open > 0',
    [watches.map(({ refresh }) => refresh)],
  )
  return new Set(rows.map(({ id }) => id))
}
