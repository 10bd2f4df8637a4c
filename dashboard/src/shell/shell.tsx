import { Link, Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Fault } from '../api/call.ts'
import { useSession } from '../api/own-queries.ts'
import type { Session } from '../api/own-shapes.ts'
import { FaultNote, Skeleton } from '../ui/feedback.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { ActingKey } from './acting-key.tsx'
import { KeyPicker } from './key-picker.tsx'
import { Mark } from './mark.tsx'
import { OwnEmail } from './own-email.tsx'
import { SignOut } from './sign-out.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

const LINKS: readonly { to: string; label: string; icon: IconName }[] = [
  { to: '/', label: 'Overview', icon: 'overview' },
  { to: '/explorer', label: 'Explorer', icon: 'explorer' },
  { to: '/jobs', label: 'Jobs', icon: 'jobs' },
  { to: '/watches', label: 'Watches', icon: 'watches' },
  { to: '/events', label: 'Events', icon: 'events' },
  { to: '/keys', label: 'API keys', icon: 'keys' },
  { to: '/status', label: 'Status', icon: 'status' },
]

/** The frame of every page that needs a session. */
export function Shell() {
  const { data, error, refetch } = useSession()
  if (error instanceof Fault && error.status === 401) return <Navigate to="/sign-in" />
  if (error && !data) {
    return (
      <main className="alone">
        <FaultNote error={error} onRetry={() => void refetch()} />
      </main>
    )
  }
  if (!data) {
    return (
      <main className="alone">
        <Skeleton lines={4} />
      </main>
    )
  }
  return (
    <ActingKey>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="shell">
        <Side session={data} />
        <main id="main" className="main" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </ActingKey>
  )
}

function Side({ session }: { session: Session }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On a phone the links are a scrolling row. Keep the current page visible.
  useEffect(() => {
    const here = nav.current?.querySelector(`[href="/${pathname.split('/')[1]}"]`)
    here?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <header className="side">
      <Link to="/" className="brand">
        <Mark />
        Vacancy
      </Link>
      <nav ref={nav} className="nav" aria-label="Pages">
        {LINKS.map(({ to, label, icon }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === '/' }}
            activeProps={{ className: 'here', 'aria-current': 'page' }}
          >
            <Icon name={icon} />
            {label}
          </Link>
        ))}
        <a href="/docs">
          <Icon name="docs" />
          API reference
        </a>
      </nav>
      <div className="side-foot">
        <KeyPicker />
        <div className="who">
          <div className="who-text">
            <OwnEmail email={session.email} />
            <span className="faint">{session.account.plan} plan</span>
          </div>
          <ThemeToggle />
          <SignOut />
        </div>
      </div>
    </header>
  )
}
