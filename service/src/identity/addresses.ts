import type { Client, Pool } from '../db/pool.ts'
import { fold } from '../hotels/fold.ts'
import type { ChainHotel, MappedId } from './id-map.ts'

export const ADDRESS_FACTS = ['address', 'city', 'postal_code', 'country'] as const
export type AddressFact = (typeof ADDRESS_FACTS)[number]

/** What the directory says of a hotel and of its listing, fact by fact. A fact that either lacks is left out. */
export type AddressComparison = ReadonlyMap<AddressFact, boolean>

type Side = Record<AddressFact, string | null>

/** By source. Listings that the directory does not have are left out. */
export async function compareAddresses(
  database: Pool | Client,
  hotel: ChainHotel,
  ids: ReadonlyMap<string, MappedId>,
): Promise<ReadonlyMap<string, AddressComparison>> {
  if (ids.size === 0) return new Map()
  const { rows } = await database.query<{ source: string; own: Side; listed: Side }>({
    name: 'hotel_ids_addresses',
    text: `select a.source, to_jsonb(own) as own, to_jsonb(listed) as listed
      from unnest($3::text[], $4::text[]) as a(source, id)
      cross join (select address, city, postal_code, country from hotels where source = $1 and code = $2) own
      cross join lateral (
        select address, city, postal_code, country from hotels h where h.source = a.source and h.code = a.id
      ) listed`,
    values: [hotel.chain, hotel.hotelCode, [...ids.keys()], [...ids.values()].map(({ id }) => id)],
  })
  return new Map(rows.map(({ source, own, listed }) => [source, compareSides(own, listed)]))
}

function compareSides(own: Side, listed: Side): AddressComparison {
  return new Map(
    ADDRESS_FACTS.flatMap((fact) => {
      const [ours, theirs] = [own[fact], listed[fact]]
      return ours === null || theirs === null ? [] : [[fact, plain(ours) === plain(theirs)] as const]
    }),
  )
}

/** Without case, accents, punctuation and spaces. */
function plain(text: string): string {
  return fold(text).replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
