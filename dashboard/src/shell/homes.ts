import type { HomePage } from '../api/own-shapes.ts'
import type { IconName } from '../ui/icon.tsx'

interface Home {
  value: HomePage
  label: string
  /** The page that opens after the sign-in. */
  to: '/awards' | '/my-hotels' | '/start' | '/'
  icon: IconName
}

/** What people come for. */
export const HOMES: readonly Home[] = [
  { value: 'points', label: 'Points and free nights', to: '/awards', icon: 'awards' },
  { value: 'my_hotels', label: 'Prices of my hotels', to: '/my-hotels', icon: 'hotel' },
  { value: 'developer', label: 'Building with the API', to: '/start', icon: 'start' },
  { value: 'overview', label: 'Just looking', to: '/', icon: 'overview' },
]

export function pathOfHome(chosen: HomePage | null): Home['to'] {
  return HOMES.find(({ value }) => value === chosen)?.to ?? '/'
}
