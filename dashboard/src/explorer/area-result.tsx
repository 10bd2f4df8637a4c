import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Area, Around, Cell } from '../api/shapes.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Button } from '../ui/button.tsx'
import { Empty, FaultNote } from '../ui/feedback.tsx'
import { formatCredits, formatMoney, formatPoints } from '../ui/format.ts'
import { Table } from '../ui/page.tsx'
import { AreaMap, type Spot } from './area-map.tsx'
import { JobStarted } from './grid-result.tsx'

export function AreaResult({ area, request }: { area: Area; request: Record<string, unknown> }) {
  const where = useWhereabouts(area, request)
  if (!area.place) {
    return (
      <Empty icon="explorer" title="That place was not found">
        <p>It cost nothing. Try a town with its country, or another spelling.</p>
      </Empty>
    )
  }
  const spots = spotsOf(area, where.data?.data)
  return (
    <>
      {area.job && <JobStarted job={area.job} />}
      {spots.length > 0 ? (
        <AreaMap place={area.place} spots={spots} />
      ) : (
        area.hotels.length > 0 && (
          <p className="note">
            <Button className="small" busy={where.isPending} onClick={() => where.mutate()}>
              Put them on a map
            </Button>{' '}
            One more call, <code>GET /hotels</code>, tells where they are. The lookup is cached by now: a
            quarter of a credit per chain.
          </p>
        )
      )}
      {where.error && <FaultNote error={where.error} />}
      {where.data && <p className="hint">GET /hotels: {formatCredits(where.data.charged)} credits</p>}
      <AreaTable area={area} />
    </>
  )
}

/** The ranking does not say where a hotel is; the place lookup that it was made from does. */
function useWhereabouts(area: Area, { q, radius, chains }: Record<string, unknown>) {
  const { keyId } = useActingKey()
  return useMutation({
    mutationFn: () => {
      const query = new URLSearchParams({ q: String(q), radius: String(radius), limit: '200' })
      if (Array.isArray(chains)) query.set('chains', chains.join(','))
      return call<Around>(`/v1/hotels?${query}`, { keyId })
    },
    mutationKey: ['whereabouts', area.place?.place_id],
  })
}

function spotsOf({ hotels }: Area, around: Around | undefined): Spot[] {
  const known = new Map(around?.hotels.map((hotel) => [`${hotel.chain} ${hotel.hotel_code}`, hotel]))
  return hotels.flatMap(({ chain, hotel_code, name, rank, lat, lng, cell }) => {
    const at = known.get(`${chain} ${hotel_code}`)
    const [north, east] = [lat ?? at?.lat, lng ?? at?.lng]
    if (typeof north !== 'number' || typeof east !== 'number') return []
    return [{ lat: north, lng: east, name: name ?? hotel_code, rank, price: priceOf(cell) }]
  })
}

function priceOf(cell: Cell | null): string | null {
  if (!cell) return null
  if (cell.kind === 'award')
    return cell.lowest_points === null ? null : `${formatPoints(cell.lowest_points)} pts`
  return cell.lowest_bar === null ? null : formatMoney(cell.lowest_bar, cell.currency)
}

function AreaTable({ area }: { area: Area }) {
  return (
    <Table label="Hotels of the area">
      <thead>
        <tr>
          <th scope="col" className="number">
            Rank
          </th>
          <th scope="col">Hotel</th>
          <th scope="col" className="number">
            Price
          </th>
          <th scope="col" className="number">
            Miles
          </th>
        </tr>
      </thead>
      <tbody>
        {area.hotels.map(({ rank, chain, hotel_code, name, distance_mi, cell }) => (
          <tr key={`${chain} ${hotel_code}`}>
            <td className="number">{rank ?? '–'}</td>
            <th scope="row">
              {name ?? hotel_code}
              <span className="under">
                {chain} <code>{hotel_code}</code>
              </span>
            </th>
            <td className="number">
              {priceOf(cell) ?? <span className="faint">{cell?.status ?? 'not known yet'}</span>}
            </td>
            <td className="number">{distance_mi.toFixed(1)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
