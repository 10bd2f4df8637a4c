import type { Chain } from '@vacancy/client'
import { useState } from 'react'
import type { HotelId } from '../hotels/hotel-id.ts'
import { HotelPicker } from '../hotels/hotel-picker.tsx'
import { Card } from '../ui/page.tsx'
import { AlertForm } from './alert-form.tsx'

const withPoints = ({ award_points }: Chain) => award_points

/** A mail when a hotel has an award night that is cheap enough: choose the hotel, one click. */
export function AlertCard({ chains }: { chains: Chain[] }) {
  const [hotel, setHotel] = useState<HotelId>()
  return (
    <Card title="Alert me about award nights">
      <HotelPicker value={hotel} chains={chains.filter(withPoints)} onPick={setHotel} />
      {hotel ? (
        <AlertForm key={`${hotel.chain} ${hotel.hotel_code}`} hotel={hotel} chains={chains} />
      ) : (
        <p className="hint">
          Choose a hotel and say how many points a night may cost. You get a mail when a night costs that or
          less.
        </p>
      )}
    </Card>
  )
}
