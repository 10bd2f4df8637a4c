import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import type { Session } from '../api/own-shapes.ts'

/** Leads to the page that the person chose as their first. */
const HOME = '/home'

/** The page that was asked for before the sign-in, else the person's first. In an address it counts only if it is a path of this server. */
export function useNext(): string {
  const { state, searchStr } = useLocation()
  const asked = new URLSearchParams(searchStr).get('next') ?? HOME
  const isPath = /^\/(?![/\\])/.test(asked) && new URL(asked, location.origin).origin === location.origin
  return state.next ?? (isPath ? asked : HOME)
}

/** What happens after a sign-in: everything of the one before is forgotten, and the page that was asked for opens. */
export function useArrival(): (session: Session) => void {
  const queries = useQueryClient()
  const { history } = useRouter()
  const next = useNext()
  return (session) => {
    queries.clear()
    queries.setQueryData(['session'], session)
    history.replace(next)
  }
}
