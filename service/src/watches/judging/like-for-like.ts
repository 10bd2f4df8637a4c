import type { Client } from '../../db/pool.ts'
import type { Night } from '../../kernel/dates.ts'
import type { ObservationKey } from '../../observations/cell-row.ts'
import { readStay } from '../../observations/store.ts'
import { matchedRooms, type SameRoom, sameRooms } from '../../rates/same-rooms.ts'
import type { Rate, Room, StayAnswer } from '../../sources/source.ts'
import type { LikeForLike } from '../conditions/condition.ts'
import type { UndercutTerms } from '../conditions/undercut.ts'
import type { Watch } from '../watch.ts'

/** What a watch compares on each night; null where the rooms of either side are not known. */
export type LikeByNight = ReadonlyMap<Night, LikeForLike | 'none' | null>

/** Reads the stays of both sides. Their rooms are stored with them; cells have none. */
export async function readLikeForLike(
  client: Client,
  watch: Watch,
  terms: UndercutTerms,
  nights: readonly Night[],
): Promise<LikeByNight> {
  const { rows } = await client.query<ObservationKey & { id: number }>(
    'select id, hotel, los, occ, currency from watched_places where id = any($1::bigint[])',
    [[watch.place, watch.channelPlace]],
  )
  const [direct, channel] = [watch.place, watch.channelPlace].map((no) => rows.find(({ id }) => id === no))
  const found = new Map<Night, LikeForLike | 'none' | null>()
  for (const night of nights) {
    const ours = direct && (await readStay(client, direct, night, 0))
    const theirs = channel && (await readStay(client, channel, night, 0))
    const isTogether = ours && theirs && Math.abs(ours.seenMs - theirs.seenMs) <= watch.refreshSec * 1000
    found.set(night, isTogether ? deepest(terms, ours.value, theirs.value, watch.currency) : null)
  }
  return found
}

/** The deepest undercut among rooms that match, on the same conditions; `none` if there is no such pair. */
export function deepest(
  { channel, basis }: Pick<UndercutTerms, 'channel' | 'basis'>,
  direct: StayAnswer,
  answer: StayAnswer,
  currency: string,
): LikeForLike | 'none' {
  const same = sameRooms(matchedRooms(direct, [{ channel, answer }]))
  const pairs = same.flatMap((room) => pairsOf(room, basis, currency))
  const share = ({ direct: ours, rate }: LikeForLike) => (rate - ours) / ours
  return pairs.toSorted((a, b) => share(a) - share(b))[0] ?? 'none'
}

function pairsOf(
  { direct, channels }: SameRoom,
  basis: UndercutTerms['basis'],
  currency: string,
): LikeForLike[] {
  const theirs = offersOf(
    channels.flatMap(({ rooms }) => rooms),
    basis,
    currency,
  )
  return [...offersOf(direct, basis, currency)].flatMap(([kind, ours]) => {
    const other = theirs.get(kind)
    if (!other) return []
    const { refundable, mealPlan } = ours
    return [
      {
        direct: ours.price,
        rate: other.price,
        view: {
          room_name: ours.roomName,
          channel_room_name: other.roomName,
          refundable,
          meal_plan: mealPlan,
        },
      },
    ]
  })
}

interface Offer {
  price: number
  roomName: string
  refundable: boolean
  mealPlan: string
}

/** The cheapest public rate of each kind of conditions. */
function offersOf(
  rooms: readonly Room[],
  basis: UndercutTerms['basis'],
  currency: string,
): Map<string, Offer> {
  const offers = new Map<string, Offer>()
  for (const room of rooms) {
    for (const rate of room.rates) {
      const { refundable, mealPlan } = rate
      const price = priceOf(rate, basis, currency)
      if (price === null || refundable === null || mealPlan === null) continue
      // Prices with tax are never held against prices without.
      const kind = `${refundable}/${mealPlan}/${basis === 'bar' && rate.taxIncluded}`
      const known = offers.get(kind)
      if (!known || price < known.price)
        offers.set(kind, { price, roomName: room.name, refundable, mealPlan })
    }
  }
  return offers
}

function priceOf(rate: Rate, basis: UndercutTerms['basis'], currency: string): number | null {
  const isPublic = !rate.memberOnly && !rate.restricted && !rate.package && rate.pointsPerNight === null
  if (!isPublic || rate.currency !== currency) return null
  const price = basis === 'bar' ? rate.pricePerNight : rate.pricePerNightAfterTax
  return price !== null && price > 0 ? price : null
}
