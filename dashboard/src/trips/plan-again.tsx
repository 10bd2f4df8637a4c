import type { TripResponse, TripResponse202 } from '@vacancy/client'
import type { HotelId } from '../hotels/hotel-id.ts'
import { startAsk } from '../paid/asks.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Button } from '../ui/button.tsx'
import { addDays, formatDay } from '../ui/format.ts'

export const AGAIN_PATH = '/trip/again'

interface PlanAgainProps {
  /** What the trip was fetched by. */
  fetched: TripResponse202
  /** The plan that followed. Its hotels may have been known before. */
  planned: TripResponse
  /** The wallet and the wishes, as they are now. */
  body: Record<string, unknown>
  isAsking: boolean
  onAsk: (id: string) => void
}

/** The same nights with another wallet, from the prices that were fetched for them. Free, so it has no quote. */
export function PlanAgain({
  fetched: { jobs, query, place },
  planned,
  body,
  isAsking,
  onAsk,
}: PlanAgainProps) {
  const { keyId } = useActingKey()
  const { wallet, point_value, max_moves } = body
  const hotels = hotelsIn(planned)
  const again = {
    jobs: jobs.map(({ id }) => id),
    ...(hotels.length > 0 && { hotels }),
    wallet,
    point_value,
    max_moves,
  }
  const nights = `${formatDay(query.checkin)} – ${formatDay(addDays(query.checkin, query.los))}`
  return (
    <div className="note again">
      <p>
        Changed your points, or how often you would move? The same nights
        {place && ` in ${place.name}`}, {nights}, can be planned again from the prices that were fetched for
        you.
      </p>
      <Button busy={isAsking} onClick={() => onAsk(startAsk({ path: AGAIN_PATH, body: again, keyId }))}>
        Plan again, free
      </Button>
    </div>
  )
}

/** Whether the form still asks for the trip that was fetched. */
export function isSameTrip(
  { query }: TripResponse202,
  { checkin, los, currency }: Record<string, unknown>,
): boolean {
  return query.checkin === checkin && query.los === los && query.currency === currency
}

function hotelsIn({ options }: TripResponse): HotelId[] {
  const named = options.flatMap(({ blocks }) =>
    blocks.map(({ chain, hotel_code }) => [`${chain} ${hotel_code}`, { chain, hotel_code }] as const),
  )
  return [...new Map(named).values()]
}
