import { Link } from '@tanstack/react-router'
import type { Chain } from '@vacancy/client'
import { addDays, formatDay } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import type { HotelId } from './hotel-id.ts'

interface HotelActionsProps {
  hotel: HotelId
  chain: Chain | undefined
  night: string
  /** Whether the night was chosen, or is only a suggestion. */
  isChosen: boolean
}

interface Action {
  title: string
  about: string
  icon: IconName
  to: string
  search: Record<string, string>
}

/** Links to forms that are filled in. Nothing is called or charged before they are sent. */
export function HotelActions({ hotel, chain, night, isChosen }: HotelActionsProps) {
  const { chain: source, hotel_code } = hotel
  const one = { chain: source, hotel_code }
  const when = isChosen ? `on ${formatDay(night)}` : 'on a night'
  const range = { from: night, to: addDays(night, 29) }
  const actions: (Action | false)[] = [
    {
      title: 'Rooms and rates',
      about: `Every room and rate plan ${when}, in cash, member rates and points.`,
      icon: 'hotel',
      to: '/explorer/stay',
      search: { ...one, checkin: night, los: '1' },
    },
    {
      title: 'Calendar',
      about: `The lowest price of each night, for a month from ${formatDay(night)}.`,
      icon: 'events',
      to: '/explorer/calendar',
      search: { ...one, ...range },
    },
    chain?.kind === 'chain' && {
      title: 'Parity',
      about: `The direct rate ${when} against each travel agency.`,
      icon: 'overview',
      to: '/explorer/parity',
      search: { ...one, checkin: night, los: '1' },
    },
    {
      title: 'Watch the price',
      about: 'An e-mail or a webhook when a price changes or falls below yours.',
      icon: 'watches',
      to: '/watches',
      search: { ...one, from: night, to: night, new: 'price_lte' },
    },
  ]
  return (
    <ul className="actions-list">
      {actions
        .filter((action) => action !== false)
        .map(({ title, about, icon, to, search }) => (
          <li key={title}>
            <Link to={to} search={search} className="action">
              <Icon name={icon} size={18} />
              <span>
                <span className="action-title">{title}</span>
                <span className="under">{about}</span>
              </span>
            </Link>
          </li>
        ))}
    </ul>
  )
}
