import type { ReactNode } from 'react'
import { Fault } from '../api/fault.ts'
import { Icon, type IconName } from './icon.tsx'

/** The server's error message, with the request id for its log. */
export function FaultNote({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const fault = error instanceof Fault ? error : null
  const message = fault?.message ?? 'The server cannot be reached. Check your connection and try again.'
  return (
    <div className="fault" role="alert">
      <Icon name="warning" />
      <div>
        <p className="fault-message">{message}</p>
        {fault && fault.requestId !== '' && (
          <p className="fault-detail">
            <code>{fault.code}</code> · request <code>{fault.requestId}</code>
          </p>
        )}
        {onRetry && (
          <button type="button" className="link" onClick={onRetry}>
            Try again
          </button>
        )}
      </div>
    </div>
  )
}

interface EmptyProps {
  icon: IconName
  title: string
  /** Where there is nothing else on the page. */
  head?: 'h1' | 'h2'
  children?: ReactNode
}

/** An empty state, with what to do next. */
export function Empty({ icon, title, head: Head = 'h2', children }: EmptyProps) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon name={icon} size={20} />
      </span>
      <Head>{title}</Head>
      {children}
    </div>
  )
}

export function Skeleton({ lines = 3, tall = false }: { lines?: number; tall?: boolean }) {
  return (
    <div className={tall ? 'skeleton tall' : 'skeleton'} role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  )
}

interface LoadedProps<T> {
  query: { data: T | undefined; error: unknown; refetch: () => unknown; isPending: boolean }
  lines?: number
  children: (data: T) => ReactNode
}

/** A skeleton while loading, the error if it failed, otherwise the content. */
export function Loaded<T>({ query, lines = 4, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) {
    // What was refused is refused again.
    const isRefused = query.error instanceof Fault && query.error.status === 400
    return <FaultNote error={query.error} onRetry={isRefused ? undefined : () => void query.refetch()} />
  }
  return <Skeleton lines={lines} />
}

interface SettledProps {
  of: readonly { isLoading: boolean }[]
  lines?: number
  children: ReactNode
}

/** A skeleton until all of these are read, so that nothing moves when the last one comes. */
export function Settled({ of, lines = 4, children }: SettledProps) {
  return of.some(({ isLoading }) => isLoading) ? <Skeleton lines={lines} /> : children
}

const TONES: Readonly<Record<string, string>> = {
  up: 'good',
  good: 'good',
  warning: 'warn',
  problem: 'bad',
  win: 'good',
  meet: 'calm',
  lose: 'bad',
  active: 'good',
  watching: 'good',
  done: 'good',
  delivered: 'good',
  available: 'good',
  degraded: 'warn',
  running: 'info',
  queued: 'calm',
  pending: 'info',
  paused: 'calm',
  canceled: 'calm',
  expired: 'calm',
  revoked: 'calm',
  suspended: 'warn',
  unverified: 'warn',
  no_credits: 'warn',
  hotel_closed: 'bad',
  currency_changed: 'bad',
  source_disabled: 'warn',
  refused: 'warn',
  restricted_los: 'warn',
  down: 'bad',
  failed: 'bad',
  sold_out: 'bad',
  closed: 'calm',
}

/** The status of a stay, with the minimum stay if that is the reason. */
export function StayBadge({ status, minLos }: { status: string; minLos: number | null }) {
  if (status !== 'restricted_los') return <Badge of={status} />
  return <span className="badge warn">{minLos === null ? 'minimum stay' : `min. ${minLos} nights`}</span>
}

export function Badge({ of }: { of: string }) {
  return <span className={`badge ${TONES[of] ?? 'calm'}`}>{of.replaceAll('_', ' ')}</span>
}
