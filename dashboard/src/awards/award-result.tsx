import type { AwardSearchResponse, AwardSearchResponse202, Chain, MatrixCell, Place } from '@vacancy/client'
import type { ReactNode } from 'react'
import { useTexts } from '../address.ts'
import { useAllCells } from '../api/v1-queries.ts'
import { useNamedHotels } from '../hotels/hotel-names.tsx'
import { JobOutcome } from '../jobs/job-outcome.tsx'
import { HotelMap } from '../map/hotel-map.tsx'
import type { Spot } from '../map/spot.ts'
import { Empty, Loaded } from '../ui/feedback.tsx'
import { Field } from '../ui/field.tsx'
import { cppOf, cppUnit, formatCount, formatFullDay, formatShort } from '../ui/format.ts'
import type { OwnMoney } from '../wallet/own-currency.ts'
import { AwardCalendar } from './award-calendar.tsx'
import { AwardList } from './award-list.tsx'
import { type AwardHotel, awardHotels, byCheapest, matching, nightsAcross } from './award-nights.ts'
import { ValueWords } from './value-words.tsx'

interface AwardResultProps {
  search: AwardSearchResponse | AwardSearchResponse202
  /** The id of the answer. */
  ask: string | undefined
  chains: Chain[]
  month: string
  cert: string
  money: OwnMoney
  isPayable: (cell: MatrixCell) => boolean
  /** What is said once nothing is being fetched any more. */
  children: ReactNode
}

export function AwardResult({ search, children, ...terms }: AwardResultProps) {
  const { place, hotels } = search
  if (!place) {
    return (
      <Empty icon="explorer" title="Place not found">
        <p>The search was free. Try a town with its country, or another spelling.</p>
      </Empty>
    )
  }
  const shown = { place, found: hotels, ...terms }
  if (!('jobs' in search)) {
    return (
      <Month {...shown} fetched={NOTHING}>
        {children}
      </Month>
    )
  }
  return (
    <JobOutcome
      jobs={search.jobs}
      during={hotels.length > 0 && <Month {...shown} fetched={NOTHING} />}
      isBrief
    >
      {(ids) => (
        <WithFetched ids={ids} {...shown}>
          {children}
        </WithFetched>
      )}
    </JobOutcome>
  )
}

const NOTHING: readonly MatrixCell[] = []

interface Shown extends Omit<AwardResultProps, 'search' | 'children'> {
  place: Place
  found: AwardSearchResponse['hotels']
}

function WithFetched({ ids, children, ...shown }: Shown & { ids: string[]; children: ReactNode }) {
  const query = useAllCells(ids)
  // What was there while the jobs ran stays until the rest has come.
  if (query.isPending && shown.found.length > 0) return <Month {...shown} fetched={NOTHING} />
  return (
    <Loaded query={query}>
      {(cells) => (
        <Month {...shown} fetched={cells}>
          {children}
        </Month>
      )}
    </Loaded>
  )
}

/** The calendar, the list and the map of one search. Choosing a night narrows the other two. */
function Month({
  place,
  found,
  fetched,
  chains,
  month,
  cert,
  money,
  isPayable,
  ask,
  children,
}: Shown & { fetched: readonly MatrixCell[]; children?: ReactNode }) {
  const [{ min_value: minValue = '', night }, setTexts] = useTexts()
  const named = useNamedHotels(fetched)
  const all = awardHotels(place, found, fetched, named)
  const minWorth = cppOf(Number(minValue) || 0, money.currency)
  const hotels = matching(all, { money, minWorth, cert, isPayable })
  const ofNight = night === undefined ? hotels : byCheapest(hotels, (cell) => cell.night === night)
  const listed = new Set(hotels.map(({ chain, hotel_code: code }) => `${chain} ${code}`))
  const without = all.filter(({ chain, hotel_code: code }) => !listed.has(`${chain} ${code}`))
  const spots = spotsOf(ofNight)
  const [best] = hotels
  return (
    <>
      <p className="note">
        {hotels.length === 0
          ? 'No award night matches.'
          : `${formatCount(hotels.length, 'hotel')} with award nights around ${place.name ?? 'the place'}.`}
      </p>
      <AwardCalendar
        month={month}
        nights={nightsAcross(hotels, money)}
        currency={money.currency}
        chosen={night}
        onChoose={(chosen) => setTexts({ night: chosen })}
      />
      <div className="result-head">
        {best ? <ValueWords hotel={best} money={money} /> : <span />}
        <Field
          label={`Minimum value per point (${cppUnit(money.currency)})`}
          type="number"
          min={0}
          step="any"
          value={minValue}
          onChange={({ target }) => setTexts({ min_value: target.value === '' ? undefined : target.value })}
        />
      </div>
      <h3 aria-live="polite">{night === undefined ? 'The whole month' : formatFullDay(night)}</h3>
      <AwardList
        hotels={ofNight}
        without={night === undefined ? without : []}
        chains={chains}
        money={money}
        ask={ask}
        month={month}
      />
      {children}
      {spots.length > 0 && (
        <HotelMap spots={spots} label={`Award nights around ${place.name ?? 'the place'}`} />
      )}
    </>
  )
}

function spotsOf(hotels: readonly AwardHotel[]): Spot[] {
  return hotels.flatMap(({ chain, hotel_code, name, lat, lng, nights: [cheapest] }, index) => {
    if (lat === null || lng === null || !cheapest) return []
    const price = cheapest.lowest_points === null ? null : formatShort(cheapest.lowest_points)
    return [
      { hotel: { chain, hotel_code }, name, lat, lng, price, isBest: index === 0, night: cheapest.night },
    ]
  })
}
