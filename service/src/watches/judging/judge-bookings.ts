import { databaseNow } from '../../db/clock.ts'
import type { Client } from '../../db/pool.ts'
import type { ObservationKey } from '../../observations/cell-row.ts'
import { figuresOf } from '../../observations/figures.ts'
import { readStay, type Seen } from '../../observations/store.ts'
import type { StayAnswer } from '../../sources/source.ts'
import type { NewEvent } from '../../webhooks/events.ts'
import { type BestOffer, type Booked, bestOf, bookingEventBody } from '../booked.ts'
import type { BookingTerms } from '../conditions/booking.ts'
import { EVENT_OF, judgeStep } from '../conditions/registry.ts'
import { isPastDeadline, subjectOf, type Watch } from '../watch.ts'
import { NEVER_JUDGED } from './judge-night.ts'
import { type Kept, type Look, readStates, type StateRow } from './judge-store.ts'
import { standInOf } from './stand-in.ts'

/** A watch that is a booking. */
export type BookingWatch = Omit<Watch, 'terms'> & { terms: BookingTerms }

export function isBooking(watch: Watch): watch is Watch & BookingWatch {
  return watch.terms.condition === 'booking'
}

export interface JudgedBookings {
  rows: StateRow[]
  events: NewEvent[]
  bests: { watch: number; best: BestOffer | null }[]
  raised: number[]
  cleared: number[]
}

/**
 * Judges the newest answer about each stay, if it is newer than the last one judged. Cells do not have rooms, and the price of one
 * room can change without that of the cheapest. An answer that was replaced before its turn is not judged: its offers are gone.
 */
export async function judgeBookings(
  client: Client,
  watches: readonly BookingWatch[],
  looks: readonly Look[],
): Promise<JudgedBookings> {
  const judged: JudgedBookings = { rows: [], events: [], bests: [], raised: [], cleared: [] }
  if (watches.length === 0) return judged
  const nowMs = (await databaseNow(client)).getTime()
  const open = watches.filter(({ terms }) => !isPastDeadline(terms, nowMs))
  if (open.length === 0) return judged
  const kept = await readStates(client, looks)
  const booked = await readBooked(client, open)
  const places = await readPlaces(client, open)
  for (const watch of open) {
    const look = looks.find((one) => one.watch === watch.no)
    const place = places.get(watch.place)
    if (!look || !place) continue
    const before = kept.get(`${watch.no}/${look.night}`) ?? NEVER_JUDGED
    const stay = await readStay(client, place, look.night, notBefore(before, look))
    if (stay) judgeBooking(watch, before, stay, booked.get(watch.no)?.reference ?? null, judged)
  }
  return judged
}

/** Later than the last answer judged; the first one is no older than the first sighting. */
function notBefore({ judged }: Kept, { firstSeen }: Look): number {
  return judged.direct === null ? (firstSeen ?? Number.MAX_SAFE_INTEGER) : judged.direct + 1
}

function judgeBooking(
  watch: BookingWatch,
  before: Kept,
  { seenMs, value: answer }: Seen<StayAnswer>,
  reference: string | null,
  judged: JudgedBookings,
): void {
  const { no, terms, currency } = watch
  const figures = figuresOf(answer)
  const standIn = standInOf(terms, answer, currency)
  const { holds, fired } = judgeStep(
    terms,
    {
      previous: before.state.direct?.figures ?? null,
      current: figures,
      previousChannel: null,
      channel: null,
      holds: before.state.holds,
      standIn,
    },
    subjectOf(watch),
  )
  const state = { direct: { seenMs, figures }, channel: null, holds }
  judged.rows.push({ watch: no, night: watch.first, state, judged: { direct: seenMs, channel: null } })
  if (watch.kind === 'cash' && answer.status === 'available') {
    const isForeign = standIn === null
    if (isForeign && watch.attention === null) judged.raised.push(no)
    if (!isForeign && watch.attention === 'currency_changed') judged.cleared.push(no)
  }
  if (standIn === null) return
  const best = bestOf(terms, watch, standIn, seenMs)
  judged.bests.push({ watch: no, best })
  if (fired) judged.events.push(betterEvent(watch, reference, best))
}

function betterEvent(watch: BookingWatch, reference: string | null, best: BestOffer | null): NewEvent {
  return {
    account: watch.account,
    type: EVENT_OF.booking,
    hook: watch.hook,
    endpoints: watch.endpoints,
    watchId: watch.id,
    jobId: null,
    body: bookingEventBody(watch, watch.terms, reference, best),
  }
}

async function readPlaces(
  client: Client,
  watches: readonly BookingWatch[],
): Promise<Map<number, ObservationKey>> {
  const { rows } = await client.query<ObservationKey & { id: number }>({
    name: 'watched_places_read',
    text: 'select id, hotel, los, occ, currency from watched_places where id = any($1::bigint[])',
    values: [watches.map(({ place }) => place)],
  })
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

/** What bookings have beside their watches, by the number of the watch. */
export async function readBooked(
  client: Pick<Client, 'query'>,
  watches: readonly { no: number }[],
): Promise<Map<number, Booked>> {
  if (watches.length === 0) return new Map()
  const { rows } = await client.query<Booked>({
    name: 'booked_read',
    text: 'select watch, reference, best from bookings where watch = any($1::bigint[])',
    values: [watches.map(({ no }) => no)],
  })
  return new Map(rows.map((row) => [row.watch, row]))
}

export async function writeBests(
  client: Client,
  bests: readonly { watch: number; best: BestOffer | null }[],
): Promise<void> {
  if (bests.length === 0) return
  await client.query({
    name: 'booked_write',
    text: `update bookings b set best = s.best from unnest($1::bigint[], $2::json[]) as s(watch, best)
      where b.watch = s.watch`,
    values: [
      bests.map(({ watch }) => watch),
      bests.map(({ best }) => (best === null ? null : JSON.stringify(best))),
    ],
  })
}
