import type { HomePage } from '../api/own-shapes.ts'
import type { IconName } from '../ui/icon.tsx'

/** A page in the navigation. */
interface NavLink {
  to: string
  label: string
  /** Served outside the dashboard, so the browser loads it as a new page. */
  isOutside?: true
  /** Shown to operators of the server. */
  onlyOperator?: true
}

/** The pages of one kind of person. Its title leads to the first of them. */
interface NavGroup {
  title: string
  icon: IconName
  /** What people come for whose pages these are. */
  home?: HomePage
  links: readonly NavLink[]
}

const GROUPS: readonly NavGroup[] = [
  {
    title: 'Points',
    icon: 'awards',
    home: 'points',
    links: [
      { to: '/awards', label: 'Awards' },
      { to: '/trips', label: 'Trips' },
      { to: '/bookings', label: 'Bookings' },
      { to: '/watches', label: 'Watches' },
    ],
  },
  {
    title: 'My hotels',
    icon: 'hotel',
    home: 'my_hotels',
    links: [
      { to: '/my-hotels', label: 'Boards' },
      { to: '/schedules', label: 'Schedules' },
      { to: '/notifications', label: 'Notifications' },
    ],
  },
  {
    title: 'Developer',
    icon: 'start',
    home: 'developer',
    links: [
      { to: '/start', label: 'Get started' },
      { to: '/keys', label: 'API keys' },
      { to: '/requests', label: 'Requests' },
      { to: '/jobs', label: 'Jobs' },
      { to: '/receipts', label: 'Receipts' },
      { to: '/events', label: 'Events' },
      { to: '/explorer', label: 'Explorer' },
      { to: '/docs/guides/', label: 'Guides', isOutside: true },
      { to: '/docs', label: 'API reference', isOutside: true },
    ],
  },
  {
    title: 'Server',
    icon: 'operator',
    links: [
      { to: '/operator', label: 'This server', onlyOperator: true },
      { to: '/status', label: 'Status' },
    ],
  },
  {
    title: 'Account',
    icon: 'account',
    links: [
      { to: '/account', label: 'Profile and plan' },
      { to: '/prices', label: 'Plans and prices' },
      { to: '/members', label: 'Members' },
    ],
  },
]

/** The groups of a person, those that they come for first, each with the links that they see. */
export function groupsOf(home: HomePage | null, isOperator: boolean): NavGroup[] {
  const own = GROUPS.filter((group) => group.home !== undefined && group.home === home)
  const others = GROUPS.filter((group) => !own.includes(group))
  return [...own, ...others].map(({ links, ...group }) =>
    Object.assign(group, { links: links.filter(({ onlyOperator }) => !onlyOperator || isOperator) }),
  )
}

/** Whether a page is one of the group, or below one. */
export function isIn({ links }: NavGroup, pathname: string): boolean {
  return links.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
}
