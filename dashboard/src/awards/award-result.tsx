import type { AwardSearchResponse, AwardSearchResponse202, MatrixCell, Place } from '@vacancy/client'
import { useTexts } from '../address.ts'
import { useAllCells } from '../api/v1-queries.ts'
import { AwardAccess } from '../hotels/award-access.tsx'
import type { HotelId } from '../hotels/hotel-id.ts'
import { useNamedHotels } from '../hotels/hotel-names.tsx'
import { JobOutcome } from '../jobs/job-outcome.tsx'
import { HotelMap } from '../map/hotel-map.tsx'
import type { Spot } from '../map/spot.ts'
import { Empty, Loaded } from '../ui/feedback.tsx'
import { Field, Select } from '../ui/field.tsx'
import { formatFullDay, formatShort, formatWhole } from '../ui/format.ts'
import { AwardCalendar } from './award-calendar.tsx'
import { awardHotels, matching, nightsAcross } from './award-nights.ts'
import { AwardTable } from './award-table.tsx'

interface AwardResultProps {
  search: AwardSearchResponse | AwardSearchResponse202
  month: string
  cert: string
}

export function AwardResult({ search, month, cert }: AwardResultProps) {
  const { place, hotels } = search
  if (!place) {
    return (
      <Empty icon="explorer" title="Place not found">
        <p>The search was free. Try a town with its country, or another spelling.</p>
      </Empty>
    )
  }
  const shown = { place, found: hotels, month, cert }
  if (!('jobs' in search)) return <Month {...shown} fetched={NOTHING} unknown={search.nights_unknown} />
  return (
    <JobOutcome
      jobs={search.jobs}
      during={hotels.length > 0 && <Month {...shown} fetched={NOTHING} unknown={0} />}
    >
      {(ids) => <WithFetched ids={ids} {...shown} />}
    </JobOutcome>
  )
}

const NOTHING: readonly MatrixCell[] = []

interface Shown {
  place: Place
  found: AwardSearchResponse['hotels']
  month: string
  cert: string
}

function WithFetched({ ids, ...shown }: Shown & { ids: string[] }) {
  const query = useAllCells(ids)
  return <Loaded query={query}>{(cells) => <Month {...shown} fetched={cells} unknown={0} />}</Loaded>
}

interface MonthProps extends Shown {
  fetched: readonly MatrixCell[]
  /** Nights that nobody has looked at yet. */
  unknown: number
}

/** The calendar, the map and the list of one search. Choosing a night narrows the other two. */
function Month({ place, found, fetched, month, cert, unknown }: MonthProps) {
  const [{ min_value: minValue = '', night }, setTexts] = useTexts()
  const named = useNamedHotels(fetched)
  const all = awardHotels(place, found, fetched, named)
  const hotels = matching(all, { minCpp: Number(minValue) || 0, cert })
  const ofNight = night === undefined ? hotels : matching(onNight(hotels, night), { minCpp: 0, cert: '' })
  const spots = spotsOf(ofNight)
  return (
    <>
      <div className="result-head">
        <p className="note">
          {hotels.length === 0
            ? 'No award night matches.'
            : `${formatWhole(hotels.length)} hotels with award nights around ${place.name ?? 'the place'}.`}
          {unknown > 0 && ` ${formatWhole(unknown)} hotel nights have never been looked at.`}
        </p>
        <Field
          label="Minimum value per point (¢)"
          type="number"
          min={0}
          step="any"
          value={minValue}
          onChange={({ target }) => setTexts({ min_value: target.value === '' ? undefined : target.value })}
        />
      </div>
      <AwardCalendar
        month={month}
        nights={nightsAcross(hotels)}
        chosen={night}
        onChoose={(chosen) => setTexts({ night: chosen })}
      />
      <h3 aria-live="polite">{night === undefined ? 'The whole month' : formatFullDay(night)}</h3>
      {spots.length > 0 && (
        <HotelMap spots={spots} label={`Award nights around ${place.name ?? 'the place'}`} />
      )}
      {ofNight.length > 0 && <AwardTable hotels={ofNight} />}
      {hotels.length > 0 && <AccessOfOne hotels={hotels} />}
    </>
  )
}

/** Of one of the hotels. */
function AccessOfOne({ hotels }: { hotels: ReturnType<typeof matching> }) {
  const [{ access_hotel: chosen }, setTexts] = useTexts()
  const nameOf = ({ chain, hotel_code: code }: HotelId) => `${chain} ${code}`
  const hotel = hotels.find((one) => nameOf(one) === chosen) ?? hotels[0]
  if (!hotel) return null
  return (
    <AwardAccess
      key={nameOf(hotel)}
      hotel={{ chain: hotel.chain, hotel_code: hotel.hotel_code }}
      fields={
        <Select
          label="Hotel"
          value={nameOf(hotel)}
          onChange={({ target }) => setTexts({ access_hotel: target.value, access: undefined })}
        >
          {hotels.map((one) => (
            <option key={nameOf(one)} value={nameOf(one)}>
              {one.name}
            </option>
          ))}
        </Select>
      }
    />
  )
}

function onNight(hotels: ReturnType<typeof matching>, night: string) {
  return hotels.map((hotel) =>
    Object.assign({}, hotel, { nights: hotel.nights.filter((cell) => cell.night === night) }),
  )
}

function spotsOf(hotels: ReturnType<typeof matching>): Spot[] {
  return hotels.flatMap(({ chain, hotel_code, name, lat, lng, nights: [cheapest] }, index) => {
    if (lat === null || lng === null || !cheapest) return []
    const price = cheapest.lowest_points === null ? null : formatShort(cheapest.lowest_points)
    return [
      { hotel: { chain, hotel_code }, name, lat, lng, price, isBest: index === 0, night: cheapest.night },
    ]
  })
}
