import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRequests } from '../api/account-queries.ts'
import { isUsable, useKeys, useSession } from '../api/own-queries.ts'
import { CodeCard } from '../code/code-card.tsx'
import { FirstKey, type NewlyMade } from '../keys/first-key.tsx'
import { StatusBadge } from '../requests/status-badge.tsx'
import { dayFromNow, formatCount, formatWhole } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'

/** A hotel of the sandbox. With other sources, the reader puts in one of theirs. */
const EXAMPLE = { chain: 'aurelia', hotel_code: 'LONAU' }

/** From nothing to the first call from one's own code, on one page. */
export function StartPage() {
  const [made, setMade] = useState<NewlyMade | null>(null)
  const keys = useKeys().data?.keys ?? []
  const hasKey = keys.some(isUsable)
  const mayCreate = useSession().data?.role !== 'viewer'
  const call = {
    origin: location.origin,
    path: '/shop',
    body: { ...EXAMPLE, checkin: dayFromNow(30) },
    key: made?.key,
  }
  return (
    <Page title="Get started" about="Create a key, run one command, and watch the call arrive here.">
      <ol className="card steps">
        <Step number={1} title="Create an API key" isDone={made !== null}>
          {mayCreate ? (
            <FirstKey made={made} hasKey={hasKey} onMade={setMade} />
          ) : (
            <p>Viewers cannot create keys. Ask an owner of the account for one.</p>
          )}
        </Step>
        <Step number={2} title="Make a call from your code">
          <p>
            {made
              ? 'The code has your new key in it. In your program, read the key from a setting instead.'
              : 'Put your key into VACANCY_API_KEY. A live answer costs 1 credit, a cached one 0.25.'}
          </p>
          <CodeCard call={call} isPlain />
        </Step>
        <Step number={3} title="See it arrive">
          <Arrival />
        </Step>
      </ol>
      <p className="hint">
        Next: try other calls in the <Link to="/explorer">explorer</Link>, or read the{' '}
        <a href="/docs/guides/">guides</a>, the <a href="/docs">API reference</a> and the{' '}
        <Link to="/prices">prices</Link>.
      </p>
    </Page>
  )
}

interface StepProps {
  number: number
  title: string
  isDone?: boolean
  children: React.ReactNode
}

function Step({ number, title, isDone = false, children }: StepProps) {
  return (
    <li className={isDone ? 'step done' : 'step'}>
      <span className="step-mark">{isDone ? <Icon name="check" size={14} /> : number}</span>
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </li>
  )
}

/** The newest request that did not come from the dashboard itself. */
function Arrival() {
  const { data } = useRequests({}, 20)
  const newest = data?.requests.find(({ from_page }) => !from_page)
  return (
    <div role="status">
      {newest === undefined ? (
        <p>Waiting for your first call. It appears here a few seconds after it was answered.</p>
      ) : (
        <p>
          <Link to="/requests/$id" params={{ id: newest.id }}>
            {newest.method} {newest.path}
          </Link>{' '}
          <StatusBadge status={newest.status} error={newest.error} /> cost{' '}
          {formatCount(newest.credits, 'credit')} and took {formatWhole(newest.took_ms)} ms.{' '}
          <Link to="/requests">All requests</Link>
        </p>
      )}
    </div>
  )
}
