import type { IconName } from '../ui/icon.tsx'

/** A page in the navigation. */
interface NavLink {
  to: string
  label: string
  icon: IconName
  /** Served outside the dashboard, so the browser loads it anew. */
  isOutside?: true
}

interface NavGroup {
  title: string
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
      { to: '/keys', label: 'API keys', icon: 'keys' },
      { to: '/jobs', label: 'Jobs', icon: 'jobs' },
      { to: '/events', label: 'Events', icon: 'events' },
      { to: '/docs', label: 'API reference', icon: 'docs', isOutside: true },
    ],
  },
  {
    title: 'Account',
    links: [
      { to: '/', label: 'Overview', icon: 'overview' },
      { to: '/status', label: 'Status', icon: 'status' },
    ],
  },
  { title: 'Operator', links: [] },
]
