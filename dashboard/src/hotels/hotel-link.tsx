import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { HotelId } from './hotel-id.ts'

interface HotelLinkProps {
  hotel: HotelId
  /** Opens the hotel on this night. */
  night?: string | undefined
  /** The award search that led here: the hotel shows its nights again, free. */
  found?: string | undefined
  children: ReactNode
}

/** Every hotel and every night that is shown leads to the hotel's page. */
export function HotelLink({ hotel, night, found, children }: HotelLinkProps) {
  return (
    <Link
      to="/hotels/$chain/$code"
      params={{ chain: hotel.chain, code: hotel.hotel_code }}
      search={{ ...(night !== undefined && { night }), ...(found !== undefined && { found }) }}
    >
      {children}
    </Link>
  )
}
