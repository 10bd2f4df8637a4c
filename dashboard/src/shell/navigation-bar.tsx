import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../api/own-queries.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { lastTexts, useRememberTexts } from './last-texts.ts'
import { NAVIGATION } from './navigation.ts'

/** On a phone the links are behind a button, which closes again on the next page. */
export function NavigationBar() {
  const { pathname } = useLocation()
  const isOperator = useSession().data?.account.operator ?? false
  // Remembers where it was opened: on another page it is closed.
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const open = openedAt === pathname
  useRememberTexts()
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
        {NAVIGATION.filter(
          ({ links, onlyOperator }) => links.length > 0 && (!onlyOperator || isOperator),
        ).map(({ title, links }) => (
          <div key={title} className="nav-group" role="group" aria-label={title}>
            <p className="nav-title" aria-hidden="true">
              {title}
            </p>
            {links.map(({ to, label, icon, isOutside }) =>
              isOutside ? (
                <a key={to} href={to}>
                  <Icon name={icon} />
                  {label}
                </a>
              ) : (
                <Link
                  key={to}
                  to={to}
                  search={lastTexts(to)}
                  activeOptions={{ exact: to === '/', includeSearch: false }}
                  activeProps={{ className: 'here', 'aria-current': 'page' }}
                >
                  <Icon name={icon} />
                  {label}
                </Link>
              ),
            )}
          </div>
        ))}
      </nav>
    </>
  )
}
