import type { Hotel } from '@vacancy/client'
import type { ReactNode } from 'react'

interface HotelHeadProps {
  /** Null if the source gave no details. */
  hotel: Hotel | null
  /** The request. */
  query: { chain: string; hotel_code: string }
  children?: ReactNode
}

export function HotelHead({ hotel, query, children }: HotelHeadProps) {
  return (
    <div className="hotel-head">
      <h2>{hotel?.name ?? query.hotel_code}</h2>
      <p className="faint">
        {[hotel?.city, hotel?.country].filter(Boolean).join(', ') || query.chain}{' '}
        <code>{query.hotel_code}</code>
      </p>
      {children}
    </div>
  )
}
