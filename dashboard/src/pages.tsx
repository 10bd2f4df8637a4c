import { createRootRoute, createRoute, createRouter, Link, Outlet } from '@tanstack/react-router'
import { EventsPage } from './events/events-page.tsx'
import { ExplorerPage } from './explorer/explorer-page.tsx'
import { JobPage } from './jobs/job-page.tsx'
import { JobsPage } from './jobs/jobs-page.tsx'
import { KeysPage } from './keys/keys-page.tsx'
import { OverviewPage } from './overview/overview-page.tsx'
import { Shell } from './shell/shell.tsx'
import { ConfirmEmailPage, ForgotPasswordPage, ResetPasswordPage } from './signing/mail-pages.tsx'
import { SignInPage } from './signing/sign-in-page.tsx'
import { SignUpPage } from './signing/sign-up-page.tsx'
import { StatusPage } from './status/status-page.tsx'
import { Empty } from './ui/feedback.tsx'
import { WatchPage } from './watches/watch-page.tsx'
import { WatchesPage } from './watches/watches-page.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })

const under = <const Path extends string>(path: Path, component: () => React.ReactNode) =>
  createRoute({ getParentRoute: () => shell, path, component })

const tree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/sign-in', component: SignInPage }),
  createRoute({ getParentRoute: () => root, path: '/sign-up', component: SignUpPage }),
  createRoute({ getParentRoute: () => root, path: '/forgot-password', component: ForgotPasswordPage }),
  createRoute({ getParentRoute: () => root, path: '/reset-password', component: ResetPasswordPage }),
  createRoute({ getParentRoute: () => root, path: '/confirm-email', component: ConfirmEmailPage }),
  shell.addChildren([
    under('/', OverviewPage),
    under('/keys', KeysPage),
    under('/explorer', ExplorerPage),
    under('/explorer/$tool', ExplorerPage),
    under('/jobs', JobsPage),
    under('/jobs/$id', JobPage),
    under('/watches', WatchesPage),
    under('/watches/$id', WatchPage),
    under('/events', EventsPage),
    under('/status', StatusPage),
  ]),
])

export function createPages() {
  return createRouter({ routeTree: tree, defaultPreload: false, scrollRestoration: true })
}

function NotFound() {
  return (
    <Empty icon="warning" title="Page not found">
      <Link to="/">Go to the overview</Link>
    </Empty>
  )
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPages>
  }
}
