import { hotelKey } from '../hotels/master.ts'
import type { Night } from '../kernel/dates.ts'
import type { AutoAges } from '../observations/auto-ages.ts'
import type { Kind } from '../observations/cell-row.ts'
import type { Stay } from '../observations/key.ts'
import type { ListedHotel, RateTerms } from './request.ts'

/** What is known of prices that change, for `max_age: "auto"`. */
export interface AgeDeps {
  ages: AutoAges
}

/** The cells of a request, apart from its hotels. */
interface AgedCells {
  nights: readonly Night[]
  lengths: readonly number[]
  kind: Kind
}

/** The hotels, each with its own age if the request leaves that to us. */
export async function withAges<Hotel extends ListedHotel>(
  { ages }: AgeDeps,
  hotels: readonly Hotel[],
  { isAuto, occupancy, currency }: Pick<RateTerms, 'isAuto' | 'occupancy' | 'currency'>,
  cells: AgedCells,
): Promise<Hotel[]> {
  if (!isAuto || hotels.length === 0) return [...hotels]
  const known = await ages({ hotels, ...cells, party: { occupancy, currency } })
  return hotels.map((hotel) => {
    const maxAgeSec = known.get(hotelKey({ source: hotel.source.id, hotelCode: hotel.hotelCode }))
    return maxAgeSec === undefined ? hotel : { ...hotel, maxAgeSec }
  })
}

/** One stay, or several of the same hotel. */
export async function withAge<Asked extends { stay: Omit<Stay, 'checkin'>; terms: RateTerms }>(
  deps: AgeDeps,
  asked: Asked,
  { kind = 'cash', ...cells }: { kind?: Kind; nights: readonly Night[]; lengths?: readonly number[] },
): Promise<Asked> {
  const { stay, terms } = asked
  const [aged] = await withAges(deps, [stay], terms, { lengths: [stay.los], ...cells, kind })
  return aged ? { ...asked, stay: aged } : asked
}
