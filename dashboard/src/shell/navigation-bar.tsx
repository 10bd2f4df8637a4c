import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../api/own-queries.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { lastTexts, useRememberTexts } from './last-texts.ts'
import { groupsOf, isIn } from './navigation.ts'

/**
 * Shows the pages of one group at a time, so that no link is cut on a low window. The title of a group leads to its first page. On a phone
 * all are behind a button, which closes again on the next page.
 */
export function NavigationBar() {
  const { pathname } = useLocation()
  const session = useSession().data
  // Remembers where it was opened: on another page it is closed.
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const open = openedAt === pathname
  useRememberTexts()
  const groups = groupsOf(session?.home_page ?? null, session?.account.operator ?? false)
  const current = groups.find((group) => isIn(group, pathname)) ?? groups[0]
  return (
    <>
      <Button
        className="nav-toggle"
        icon="jobs"
        aria-expanded={open}
        aria-controls="pages"
        onClick={() => setOpenedAt(open ? null : pathname)}
      >
        Menu
      </Button>
      <nav id="pages" className={open ? 'nav open' : 'nav'} aria-label="Pages">
        <PageLink to="/" className="nav-head">
          <Icon name="overview" />
          Overview
        </PageLink>
        {groups.map((group) => (
          <div key={group.title} className={group === current ? 'nav-group current' : 'nav-group'}>
            <Link to={group.links[0]?.to ?? '/'} className="nav-head">
              <Icon name={group.icon} />
              {group.title}
            </Link>
            <ul>
              {group.links.map(({ to, label, isOutside }) => (
                <li key={to}>
                  {isOutside ? <a href={to}>{label}</a> : <PageLink to={to}>{label}</PageLink>}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </>
  )
}

function PageLink({
  to,
  className,
  children,
}: {
  to: string
  className?: string
  children: React.ReactNode
}) {
  return (
    <Link
      to={to}
      className={className}
      search={lastTexts(to)}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      activeProps={{ className: 'here', 'aria-current': 'page' }}
    >
      {children}
    </Link>
  )
}
