import type { IconName } from '../ui/icon.tsx'

/** A page in the navigation. */
interface NavLink {
  to: string
  label: string
  icon: IconName
  /** Served outside the dashboard, so the browser loads it as a new page. */
  isOutside?: true
}

interface NavGroup {
  title: string
  /** Shown to operators of the server. */
  onlyOperator?: true
  links: readonly NavLink[]
}

/** The pages by what people come for. A group without links is not shown. */
export const NAVIGATION: readonly NavGroup[] = [
  {
    title: 'Explore',
    links: [
      { to: '/explorer', label: 'Explorer', icon: 'explorer' },
      { to: '/awards', label: 'Awards', icon: 'awards' },
      { to: '/trips', label: 'Trips', icon: 'trips' },
      { to: '/watches', label: 'Watches', icon: 'watches' },
      { to: '/bookings', label: 'Bookings', icon: 'bookings' },
    ],
  },
  {
    title: 'My hotels',
    links: [
      { to: '/my-hotels', label: 'My hotels', icon: 'hotel' },
      { to: '/schedules', label: 'Schedules', icon: 'schedules' },
      { to: '/endpoints', label: 'Endpoints', icon: 'endpoints' },
    ],
  },
  {
    title: 'Developer',
    links: [
      { to: '/start', label: 'Get started', icon: 'start' },
      { to: '/keys', label: 'API keys', icon: 'keys' },
      { to: '/requests', label: 'Requests', icon: 'requests' },
      { to: '/jobs', label: 'Jobs', icon: 'jobs' },
      { to: '/receipts', label: 'Receipts', icon: 'check' },
      { to: '/events', label: 'Events', icon: 'events' },
      { to: '/docs', label: 'API reference', icon: 'docs', isOutside: true },
    ],
  },
  {
    title: 'Account',
    links: [
      { to: '/', label: 'Overview', icon: 'overview' },
      { to: '/account', label: 'Account', icon: 'account' },
      { to: '/members', label: 'Members', icon: 'members' },
      { to: '/status', label: 'Status', icon: 'status' },
    ],
  },
  {
    title: 'Operator',
    onlyOperator: true,
    links: [{ to: '/operator', label: 'This server', icon: 'operator' }],
  },
]
