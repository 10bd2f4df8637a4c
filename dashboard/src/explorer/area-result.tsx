import type { AreaResponse, AreaResponse202, MatrixCell, Place } from '@vacancy/client'
import { useAllCells } from '../api/v1-queries.ts'
import type { HotelId } from '../hotels/hotel-id.ts'
import { HotelLink } from '../hotels/hotel-link.tsx'
import { type NamedHotel, useNamedHotels } from '../hotels/hotel-names.tsx'
import { JobOutcome } from '../jobs/job-outcome.tsx'
import { HotelMap } from '../map/hotel-map.tsx'
import { milesBetween } from '../map/miles.ts'
import type { Spot } from '../map/spot.ts'
import { Empty, Loaded } from '../ui/feedback.tsx'
import { formatCount, formatMiles, formatMoney, formatPoints, formatRound, inWords } from '../ui/format.ts'
import { Heads, Table } from '../ui/page.tsx'

type Hotels = AreaResponse['hotels']

export function AreaResult({ area }: { area: AreaResponse | AreaResponse202 }) {
  if (!area.place) {
    return (
      <Empty icon="explorer" title="Place not found">
        <p>The call was free. Try a town with its country, or another spelling.</p>
      </Empty>
    )
  }
  const { place, hotels } = area
  if (!('job' in area)) return <AreaHotels place={place} hotels={hotels} />
  return (
    <JobOutcome jobs={[area.job]} during={<AreaHotels place={place} hotels={hotels} />}>
      {(ids) => <WithFetched ids={ids} place={place} hotels={hotels} />}
    </JobOutcome>
  )
}

interface AreaHotelsProps {
  place: Place
  hotels: Hotels
}

/** What was cached and what the job has fetched, ranked together. */
function WithFetched({ ids, place, hotels }: AreaHotelsProps & { ids: string[] }) {
  const query = useAllCells(ids)
  const named = useNamedHotels(query.data ?? [])
  return (
    <Loaded query={query}>
      {(cells) => (
        <AreaHotels place={place} hotels={ranked([...hotels, ...cells.map(hotelOf(place, named))])} />
      )}
    </Loaded>
  )
}

function AreaHotels({ place, hotels }: AreaHotelsProps) {
  const spots = spotsOf(hotels)
  return (
    <>
      {spots.length > 0 && (
        <HotelMap
          spots={spots}
          label={`${formatCount(spots.length, 'hotel')} around ${place.name ?? 'the place'}`}
        />
      )}
      {hotels.length > 0 && <AreaTable hotels={hotels} />}
    </>
  )
}

const hotelOf =
  (place: Place, named: (hotel: HotelId) => NamedHotel | undefined) =>
  (cell: MatrixCell): Hotels[number] => {
    const { chain, hotel_code } = cell
    const known = named(cell)
    const [lat, lng] = [known?.lat ?? null, known?.lng ?? null]
    return {
      rank: null,
      chain,
      hotel_code,
      name: known?.name ?? hotel_code,
      lat,
      lng,
      timezone: null,
      distance_mi: lat === null || lng === null ? null : milesBetween(place, { lat, lng }),
      comparable: null,
      comparison_note: null,
      cell,
    }
  }

/** Cheapest first. Prices of several currencies keep no rank, because the page does not convert. */
function ranked(hotels: Hotels): Hotels {
  const figure = ({ cell }: Hotels[number]) => (cell.kind === 'award' ? cell.lowest_points : cell.lowest_bar)
  const priced = hotels.filter((hotel) => figure(hotel) !== null)
  const currencies = new Set(priced.map(({ cell }) => (cell.kind === 'award' ? '' : cell.currency)))
  const sorted = hotels.toSorted(
    (a, b) => (figure(a) ?? Number.POSITIVE_INFINITY) - (figure(b) ?? Number.POSITIVE_INFINITY),
  )
  return sorted.map((hotel, index) =>
    Object.assign({}, hotel, { rank: currencies.size > 1 || figure(hotel) === null ? null : index + 1 }),
  )
}

function spotsOf(hotels: Hotels): Spot[] {
  return hotels.flatMap(({ chain, hotel_code, name, rank, lat, lng, cell }) => {
    if (lat === null || lng === null) return []
    const price = pinPrice(cell)
    return [{ hotel: { chain, hotel_code }, name, lat, lng, price, isBest: rank === 1, night: cell.night }]
  })
}

/** Without cents: pins are small. */
function pinPrice(cell: MatrixCell): string | null {
  const { kind, lowest_bar: price, currency } = cell
  return kind === 'cash' && price !== null ? formatRound(price, currency) : priceOf(cell)
}

function priceOf(cell: MatrixCell): string | null {
  if (cell.kind === 'award')
    return cell.lowest_points === null ? null : `${formatPoints(cell.lowest_points)} pts`
  return cell.lowest_bar === null ? null : formatMoney(cell.lowest_bar, cell.currency)
}

function AreaTable({ hotels }: { hotels: Hotels }) {
  return (
    <Table label="Hotels in the area">
      <Heads of={[{ number: 'Rank' }, 'Hotel', { number: 'Price' }, { number: 'Miles' }]} />
      <tbody>
        {hotels.map(({ rank, chain, hotel_code, name, distance_mi, cell }) => (
          <tr key={`${chain} ${hotel_code}`}>
            <td className="number">{rank ?? '–'}</td>
            <th scope="row">
              <HotelLink hotel={{ chain, hotel_code }} night={cell.night}>
                {name}
              </HotelLink>
              <span className="under">
                {chain} <code>{hotel_code}</code>
              </span>
            </th>
            <td className="number">
              {priceOf(cell) ?? <span className="faint">{inWords(cell.status)}</span>}
            </td>
            <td className="number">{distance_mi === null ? '–' : formatMiles(distance_mi)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
