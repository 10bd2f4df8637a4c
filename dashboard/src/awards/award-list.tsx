import type { Chain } from '@vacancy/client'
import { useState } from 'react'
import { HotelLink } from '../hotels/hotel-link.tsx'
import { Button } from '../ui/button.tsx'
import {
  certificateWords,
  formatCount,
  formatCpp,
  formatMiles,
  formatNight,
  formatPoints,
} from '../ui/format.ts'
import type { OwnMoney } from '../wallet/own-currency.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { type AwardHotel, worthOf } from './award-nights.ts'
import { RowAccess } from './row-access.tsx'

/** The others are a click away, so that the page stays short. */
const AT_FIRST = 5

interface AwardListProps {
  hotels: AwardHotel[]
  /** Hotels that were looked at and have no award night that matches. */
  without: readonly AwardHotel[]
  chains: Chain[]
  money: OwnMoney
  /** The search, for the pages of its hotels. */
  ask: string | undefined
  /** The month that was searched. */
  month: string
}

/** The hotels of a search, cheapest night first. */
export function AwardList({ hotels, without, chains, money, ask, month }: AwardListProps) {
  const [isWhole, setWhole] = useState(false)
  const [alert, setAlert] = useState<AwardHotel>()
  const shown = isWhole ? hotels : hotels.slice(0, AT_FIRST)
  return (
    <section aria-label="Hotels with award nights">
      <ul className="award-list">
        {shown.map((hotel) => (
          <AwardRow
            key={`${hotel.chain} ${hotel.hotel_code}`}
            hotel={hotel}
            money={money}
            ask={ask}
            month={month}
            onAlert={setAlert}
          />
        ))}
      </ul>
      {hotels.length > shown.length && (
        <Button onClick={() => setWhole(true)}>Show all {hotels.length} hotels</Button>
      )}
      {without.length > 0 && <Without hotels={without} ask={ask} month={month} onAlert={setAlert} />}
      {alert && <AlertDialog hotel={alert} chains={chains} onClose={() => setAlert(undefined)} />}
    </section>
  )
}

interface RowProps {
  hotel: AwardHotel
  ask: string | undefined
  month: string
  onAlert: (hotel: AwardHotel) => void
}

function AwardRow({ hotel, money, ask, month, onAlert }: RowProps & { money: OwnMoney }) {
  const [cheapest] = hotel.nights
  if (!cheapest) return null
  const certs = (cheapest.certs ?? '').split(';').flatMap((entry) => {
    const words = certificateWords(entry.split(':')[0] ?? '')
    return words === '' ? [] : [words]
  })
  const facts = [
    hotel.chain,
    hotel.distance === null ? null : `${formatMiles(hotel.distance)} miles`,
    formatCount(hotel.nights.length, 'night'),
  ]
  const worth = worthOf(cheapest, money)
  const about = [
    formatNight(cheapest.night),
    worth === null ? null : `${formatCpp(worth, money.currency)} per point`,
    certs.length === 0 ? null : `certificate ${certs.join(', ')}`,
  ]
  return (
    <li>
      <div>
        <HotelLink hotel={hotel} night={cheapest.night} found={ask}>
          {hotel.name}
        </HotelLink>
        <span className="under">{facts.filter(Boolean).join(' · ')}</span>
        <RowAccess hotel={hotel} month={month} />
      </div>
      <div>
        <strong>{formatPoints(cheapest.lowest_points)} points</strong>
        <span className="under">{about.filter(Boolean).join(' · ')}</span>
      </div>
      <AlertButton hotel={hotel} onAlert={onAlert} />
    </li>
  )
}

/** What an alert is best for: nothing is to be had today. */
function Without({
  hotels,
  ask,
  month,
  onAlert,
}: Omit<RowProps, 'hotel'> & { hotels: readonly AwardHotel[] }) {
  return (
    <details className="award-others">
      <summary>{formatCount(hotels.length, 'hotel')} without such a night</summary>
      <ul className="award-list">
        {hotels.map((hotel) => (
          <li key={`${hotel.chain} ${hotel.hotel_code}`}>
            <div>
              <HotelLink hotel={hotel} found={ask}>
                {hotel.name}
              </HotelLink>
              <span className="under">
                {hotel.chain} · {formatCount(hotel.nights.length, 'night')} looked at
              </span>
              <RowAccess hotel={hotel} month={month} />
            </div>
            <AlertButton hotel={hotel} onAlert={onAlert} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function AlertButton({ hotel, onAlert }: Pick<RowProps, 'hotel' | 'onAlert'>) {
  return (
    <Button icon="events" aria-label={`Alert me about ${hotel.name}`} onClick={() => onAlert(hotel)}>
      Alert me
    </Button>
  )
}
