import type { Hotel } from '@vacancy/client'
import type { ReactNode } from 'react'
import { HotelLink } from '../hotels/hotel-link.tsx'

interface HotelHeadProps {
  /** Null if the source gave no details. */
  hotel: Hotel | null
  /** The request. */
  query: { chain: string; hotel_code: string; checkin?: string }
  children?: ReactNode
}

export function HotelHead({ hotel, query, children }: HotelHeadProps) {
  const night = query.checkin
  return (
    <div className="hotel-head">
      <h2>
        <HotelLink hotel={query} night={night}>
          {hotel?.name ?? query.hotel_code}
        </HotelLink>
      </h2>
      <p className="faint">
        {[hotel?.city, hotel?.country].filter(Boolean).join(', ') || query.chain}{' '}
        <code>{query.hotel_code}</code>
      </p>
      {children}
    </div>
  )
}
