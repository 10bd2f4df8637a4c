import type { Client } from '../db/pool.ts'
import { recordEvents } from '../webhooks/events.ts'

/** What somebody should look at, because the watch can no longer do what it was made for. */
export const ATTENTIONS = ['hotel_closed', 'currency_changed', 'source_disabled'] as const
export type Attention = (typeof ATTENTIONS)[number]

interface Warned {
  id: string
  account: number
  hook: number | null
  endpoints: number[]
  chain: string
  hotelCode: string
  name: string | null
  isBooking: boolean
}

/** Marks watches and sends one event each. Watches that have this mark already stay as they are. */
export async function raiseAttention(
  client: Client,
  watches: readonly number[],
  attention: Attention,
): Promise<void> {
  const { rows } = await client.query<Warned>({
    name: 'watches_warn',
    text: `with chosen as (
        select id from watches where id = any($1::bigint[]) and attention is distinct from $2 order by id for update
      ), warned as (
        update watches w set attention = $2 from chosen where w.id = chosen.id
        returning w.public_id, w.account, w.hook, w.endpoints, w.refresh, w.condition
      )
      select w.public_id as id, w.account, w.hook, w.endpoints, h.source as chain, h.code as "hotelCode", h.name,
        w.condition = 'booking' as "isBooking"
      from warned w join refreshes r on r.id = w.refresh join hotels h on h.source = r.source and h.code = r.code`,
    values: [watches, attention],
  })
  await recordEvents(
    client,
    rows.map(({ id, account, hook, endpoints, chain, hotelCode, name, isBooking }) => ({
      account,
      type: 'watch.attention',
      hook,
      endpoints,
      watchId: id,
      jobId: null,
      body: {
        ...(isBooking ? { booking_id: id } : { watch_id: id }),
        chain,
        hotel_code: hotelCode,
        name,
        attention,
      },
    })),
  )
}

/** Takes the mark away without an event. */
export async function clearAttention(
  client: Client,
  watches: readonly number[],
  attention: Attention,
): Promise<void> {
  await client.query({
    name: 'watches_unwarn',
    text: 'update watches set attention = null where id = any($1::bigint[]) and attention = $2',
    values: [watches, attention],
  })
}

/** Hotels, by their numbers, that left their source or came back. */
export async function followClosures(
  client: Client,
  { closed, reopened }: { closed: readonly number[]; reopened: readonly number[] },
): Promise<void> {
  const gone = await watchesOn(client, closed)
  if (gone.length > 0) await raiseAttention(client, gone, 'hotel_closed')
  const back = await watchesOn(client, reopened)
  if (back.length > 0) await clearAttention(client, back, 'hotel_closed')
}

async function watchesOn(client: Client, hotels: readonly number[]): Promise<number[]> {
  if (hotels.length === 0) return []
  const { rows } = await client.query<{ id: number }>({
    name: 'watches_on_hotels',
    text: `select w.id from hotels h join refreshes r on r.source = h.source and r.code = h.code
      join watches w on w.refresh = r.id
      where h.id = any($1::bigint[]) and w.status <> 'expired' and w.deleted_at is null order by w.id`,
    values: [hotels],
  })
  return rows.map(({ id }) => id)
}
