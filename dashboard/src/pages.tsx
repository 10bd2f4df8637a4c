import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { anyTexts, parseTexts, type Texts, textsOf, writeTexts } from './address.ts'
import { loadPart } from './api/connection.ts'
import { BrokenPage } from './shell/broken-page.tsx'
import { ConnectionNote } from './shell/connection-note.tsx'
import { HomePage } from './shell/home-page.tsx'
import { Shell } from './shell/shell.tsx'
import { JoinPage } from './signing/join-page.tsx'
import { ConfirmEmailPage, ForgotPasswordPage, ResetPasswordPage } from './signing/mail-pages.tsx'
import { SignInPage } from './signing/sign-in-page.tsx'
import { SignUpPage } from './signing/sign-up-page.tsx'
import { Empty } from './ui/feedback.tsx'

const root = createRootRoute({ component: Root, notFoundComponent: NotFound })
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })

/** A page of its own file, loaded when it is opened. */
const page: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadPart(load), name)

/** A page below the shell whose address carries no form, choice or answer. */
const under = <const Path extends string>(path: Path, component: ReturnType<typeof page>) =>
  withTexts(path, component, textsOf())

/** A page below the shell whose address also carries what `validateSearch` reads. */
const withTexts = <const Path extends string, Search extends Texts>(
  path: Path,
  component: ReturnType<typeof page>,
  validateSearch: (search: Record<string, unknown>) => Search,
) => createRoute({ getParentRoute: () => shell, path, component, validateSearch })

const tree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/sign-in', component: SignInPage }),
  createRoute({ getParentRoute: () => root, path: '/sign-up', component: SignUpPage }),
  createRoute({ getParentRoute: () => root, path: '/forgot-password', component: ForgotPasswordPage }),
  createRoute({ getParentRoute: () => root, path: '/reset-password', component: ResetPasswordPage }),
  createRoute({ getParentRoute: () => root, path: '/confirm-email', component: ConfirmEmailPage }),
  createRoute({ getParentRoute: () => root, path: '/join', component: JoinPage }),
  createRoute({
    getParentRoute: () => root,
    path: '/claim/$token',
    component: page(() => import('./signing/claim-page.tsx'), 'ClaimPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/shared/$token',
    component: page(() => import('./shared/shared-page.tsx'), 'SharedPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/oauth/authorize',
    component: page(() => import('./consent/consent-page.tsx'), 'ConsentPage'),
    validateSearch: anyTexts,
  }),
  shell.addChildren([
    under(
      '/',
      page(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
    ),
    createRoute({ getParentRoute: () => shell, path: '/home', component: HomePage }),
    createRoute({
      getParentRoute: () => shell,
      path: '/endpoints',
      beforeLoad: () => redirect({ to: '/notifications', throw: true, replace: true }),
    }),
    withTexts(
      '/keys',
      page(() => import('./keys/keys-page.tsx'), 'KeysPage'),
      textsOf('q', 'order'),
    ),
    under(
      '/prices',
      page(() => import('./prices/prices-page.tsx'), 'PricesPage'),
    ),
    withTexts(
      '/explorer',
      page(() => import('./explorer/explorer-page.tsx'), 'ExplorerPage'),
      anyTexts,
    ),
    withTexts(
      '/explorer/$tool',
      page(() => import('./explorer/explorer-page.tsx'), 'ExplorerPage'),
      anyTexts,
    ),
    withTexts(
      '/hotels/$chain/$code',
      page(() => import('./hotels/hotel-page.tsx'), 'HotelPage'),
      anyTexts,
    ),
    withTexts(
      '/my-hotels',
      page(() => import('./my-hotels/my-hotels-page.tsx'), 'MyHotelsPage'),
      textsOf('q', 'order'),
    ),
    withTexts(
      '/my-hotels/$id',
      page(() => import('./my-hotels/set-page.tsx'), 'SetPage'),
      anyTexts,
    ),
    withTexts(
      '/my-hotels/$id/$night',
      page(() => import('./my-hotels/night-page.tsx'), 'NightPage'),
      anyTexts,
    ),
    withTexts(
      '/schedules',
      page(() => import('./schedules/schedules-page.tsx'), 'SchedulesPage'),
      textsOf('q', 'order', 'status'),
    ),
    under(
      '/schedules/$id',
      page(() => import('./schedules/schedule-page.tsx'), 'SchedulePage'),
    ),
    withTexts(
      '/notifications',
      page(() => import('./endpoints/endpoints-page.tsx'), 'EndpointsPage'),
      textsOf('q', 'order', 'status'),
    ),
    withTexts(
      '/awards',
      page(() => import('./awards/awards-page.tsx'), 'AwardsPage'),
      anyTexts,
    ),
    withTexts(
      '/awards/value',
      page(() => import('./awards/value-page.tsx'), 'ValuePage'),
      anyTexts,
    ),
    withTexts(
      '/trips',
      page(() => import('./trips/trips-page.tsx'), 'TripsPage'),
      anyTexts,
    ),
    withTexts(
      '/jobs',
      page(() => import('./jobs/jobs-page.tsx'), 'JobsPage'),
      textsOf('q', 'order', 'status'),
    ),
    under(
      '/jobs/$id',
      page(() => import('./jobs/job-page.tsx'), 'JobPage'),
    ),
    withTexts(
      '/watches',
      page(() => import('./watches/watches-page.tsx'), 'WatchesPage'),
      anyTexts,
    ),
    under(
      '/watches/$id',
      page(() => import('./watches/watch-page.tsx'), 'WatchPage'),
    ),
    withTexts(
      '/bookings',
      page(() => import('./bookings/bookings-page.tsx'), 'BookingsPage'),
      textsOf('status', 'sort', 'q'),
    ),
    under(
      '/bookings/$id',
      page(() => import('./bookings/booking-page.tsx'), 'BookingPage'),
    ),
    withTexts(
      '/events',
      page(() => import('./events/events-page.tsx'), 'EventsPage'),
      textsOf('type', 'endpoint', 'status', 'from', 'to'),
    ),
    under(
      '/start',
      page(() => import('./start/start-page.tsx'), 'StartPage'),
    ),
    withTexts(
      '/requests',
      page(() => import('./requests/requests-page.tsx'), 'RequestsPage'),
      textsOf('outcome', 'key', 'status', 'from', 'to', 'q'),
    ),
    under(
      '/requests/$id',
      page(() => import('./requests/request-page.tsx'), 'RequestPage'),
    ),
    withTexts(
      '/receipts',
      page(() => import('./receipts/receipts-page.tsx'), 'ReceiptsPage'),
      textsOf('q', 'order', 'status'),
    ),
    under(
      '/receipts/$id',
      page(() => import('./receipts/receipt-page.tsx'), 'ReceiptPage'),
    ),
    under(
      '/account',
      page(() => import('./account/account-page.tsx'), 'AccountPage'),
    ),
    withTexts(
      '/members',
      page(() => import('./account/members-page.tsx'), 'MembersPage'),
      textsOf('q', 'order'),
    ),
    under(
      '/operator',
      page(() => import('./operator/operator-page.tsx'), 'OperatorPage'),
    ),
    withTexts(
      '/operator/$part',
      page(() => import('./operator/operator-page.tsx'), 'OperatorPage'),
      textsOf('q'),
    ),
    under(
      '/status',
      page(() => import('./status/status-page.tsx'), 'StatusPage'),
    ),
  ]),
])

export function createPages() {
  return createRouter({
    routeTree: tree,
    defaultPreload: 'intent',
    defaultErrorComponent: BrokenPage,
    scrollRestoration: true,
    parseSearch: parseTexts,
    stringifySearch: writeTexts,
  })
}

function Root() {
  return (
    <>
      <ConnectionNote />
      <Outlet />
    </>
  )
}

function NotFound() {
  return (
    <main className="alone">
      <Empty icon="warning" title="Page not found" head="h1">
        <p>The address may be old or mistyped.</p>
        <Link className="button primary" to="/">
          Go to the overview
        </Link>
      </Empty>
    </main>
  )
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPages>
  }
}
