import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { HotelId } from './hotel-id.ts'

interface HotelLinkProps {
  hotel: HotelId
  /** Opens the hotel on this night. */
  night?: string | undefined
  children: ReactNode
}

/** Every hotel and every night that is shown leads to the hotel's page. */
export function HotelLink({ hotel, night, children }: HotelLinkProps) {
  return (
    <Link
      to="/hotels/$chain/$code"
      params={{ chain: hotel.chain, code: hotel.hotel_code }}
      search={night === undefined ? {} : { night }}
    >
      {children}
    </Link>
  )
}
