import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** A hotel as the API names it. */
export interface HotelId {
  chain: string
  hotel_code: string
}

interface Named extends HotelId {
  name: string
}

/** The most hotels per request. */
const MOST = 200

const keyOf = ({ chain, hotel_code }: HotelId) => `${chain} ${hotel_code}`

/** Names of the hotels on a page, if known. Free, and no source is asked. */
export function useHotelNames(hotels: readonly HotelId[]): (hotel: HotelId) => string | undefined {
  const wanted = [...new Map(hotels.map((hotel) => [keyOf(hotel), hotel])).values()].slice(0, MOST)
  const { data } = useQuery({
    queryKey: ['hotel-names', ...wanted.map(keyOf).toSorted()],
    enabled: wanted.length > 0,
    staleTime: 300_000,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const body = { hotels: wanted.map(({ chain, hotel_code }) => ({ chain, hotel_code })) }
      const { hotels: named } = (await call<{ hotels: Named[] }>('/hotels/names', { method: 'POST', body }))
        .data
      return new Map(named.map((hotel) => [keyOf(hotel), hotel.name]))
    },
  })
  return (hotel) => data?.get(keyOf(hotel))
}

interface HotelNameProps {
  hotel: HotelId
  name: string | undefined
}

/** The name with the API's code below it, or only the code if the name is unknown. */
export function HotelName({ hotel, name }: HotelNameProps) {
  return (
    <>
      {name ?? hotel.hotel_code}
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
