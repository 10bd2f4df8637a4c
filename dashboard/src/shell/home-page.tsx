import { Navigate } from '@tanstack/react-router'
import { useSession } from '../api/own-queries.ts'
import { pathOfHome } from './homes.ts'

/** Leads to the page that the person chose as their first. */
export function HomePage() {
  const session = useSession().data
  return session ? <Navigate to={pathOfHome(session.home_page)} replace /> : null
}
