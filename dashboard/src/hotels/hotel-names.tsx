import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { HotelId } from './hotel-id.ts'
import { HotelLink } from './hotel-link.tsx'

/** What the directory knows of a hotel, as far as pages need it for many hotels at once. */
export interface NamedHotel extends HotelId {
  name: string
  lat: number | null
  lng: number | null
}

/** The most hotels per request, and in all. */
const MOST = { atOnce: 200, inAll: 1000 } as const

const keyOf = ({ chain, hotel_code }: HotelId) => `${chain} ${hotel_code}`

/** Names and positions of the hotels on a page, if known. Free, and no source is asked. */
export function useNamedHotels(hotels: readonly HotelId[]): NamedOf {
  const wanted = withoutTwins(hotels)
  const { data } = useQuery({
    queryKey: ['hotel-names', ...wanted.map(keyOf).toSorted()],
    enabled: wanted.length > 0,
    staleTime: 300_000,
    placeholderData: keepPreviousData,
    queryFn: () => readNames(wanted),
  })
  return (hotel) => data?.(hotel)
}

function withoutTwins(hotels: readonly HotelId[]): HotelId[] {
  return [...new Map(hotels.map((hotel) => [keyOf(hotel), hotel])).values()].slice(0, MOST.inAll)
}

type NamedOf = (hotel: HotelId) => NamedHotel | undefined

/** The same, outside a component. */
export async function readNames(hotels: readonly HotelId[]): Promise<NamedOf> {
  const wanted = withoutTwins(hotels)
  const named = new Map<string, NamedHotel>()
  for (let from = 0; from < wanted.length; from += MOST.atOnce) {
    const asked = wanted
      .slice(from, from + MOST.atOnce)
      .map(({ chain, hotel_code }) => ({ chain, hotel_code }))
    const ask = { method: 'POST', body: { hotels: asked } } as const
    const { data } = await call<{ hotels: NamedHotel[] }>('/hotels/names', ask)
    for (const hotel of data.hotels) named.set(keyOf(hotel), hotel)
  }
  return (hotel) => named.get(keyOf(hotel))
}

export function useHotelNames(hotels: readonly HotelId[]): (hotel: HotelId) => string | undefined {
  const named = useNamedHotels(hotels)
  return (hotel) => named(hotel)?.name
}

interface HotelNameProps {
  hotel: HotelId
  name: string | undefined
}

/** The name, which leads to the hotel, with the API's code below it; only the code if the name is unknown. */
export function HotelName({ hotel, name, night }: HotelNameProps & { night?: string }) {
  return (
    <>
      <HotelLink hotel={hotel} night={night}>
        {name ?? hotel.hotel_code}
      </HotelLink>
      <HotelCode hotel={hotel} name={name} />
    </>
  )
}

/** The line below a name. */
export function HotelCode({ hotel, name }: HotelNameProps) {
  return (
    <span className="under">
      {hotel.chain} {name !== undefined && <code>{hotel.hotel_code}</code>}
    </span>
  )
}
