import { Link, Outlet, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { loadPart } from '../api/connection.ts'
import { Fault } from '../api/fault.ts'
import { useInvented, useSession } from '../api/own-queries.ts'
import type { Session } from '../api/own-shapes.ts'
import { FaultNote, Skeleton } from '../ui/feedback.tsx'
import { ActingKey } from './acting-key.tsx'
import { KeyPicker } from './key-picker.tsx'
import { Mark } from './mark.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { OwnEmail } from './own-email.tsx'
import { SandboxNote } from './sandbox-note.tsx'
import { SignOut } from './sign-out.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

/** Few people ever see it. */
const Enrol = lazy(async () => ({ default: (await loadPart(() => import('./enrol.tsx'))).Enrol }))

/** The frame of every page that needs a session. */
export function Shell() {
  const { data, error, refetch } = useSession()
  const invented = useInvented()
  if (error instanceof Fault && error.status === 401) return <ToSignIn />
  if (error && !data) {
    return (
      <main className="alone">
        <FaultNote error={error} onRetry={() => void refetch()} />
      </main>
    )
  }
  // Not before it is known what stands above the page, which would move otherwise.
  if (!data || invented.isLoading) {
    return (
      <main className="alone">
        <Skeleton lines={4} />
      </main>
    )
  }
  if (data.needs_second_factor) {
    return (
      <Suspense fallback={null}>
        <Enrol />
      </Suspense>
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
          {invented.data?.sandbox && (
            <SandboxNote invented={invented.data} isOperator={data.account.operator} />
          )}
          <Outlet />
        </main>
      </div>
    </ActingKey>
  )
}

/** After the sign-in, the page that was asked for opens. */
function ToSignIn() {
  const router = useRouter()
  // Once: the address changes by this, and must not be taken for the one that was asked for.
  useEffect(() => {
    const { href } = router.latestLocation
    void router.navigate({ to: '/sign-in', ...(href !== '/' && { state: { next: href } }), replace: true })
  }, [router])
  return null
}

function Side({ session }: { session: Session }) {
  return (
    <header className="side">
      <Link to="/home" className="brand">
        <Mark />
        Vacancy
      </Link>
      <NavigationBar />
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
