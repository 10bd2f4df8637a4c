import { Link, useParams } from '@tanstack/react-router'
import { useSession } from '../api/own-queries.ts'
import { Empty, Skeleton } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { OperatorAccounts } from './operator-accounts.tsx'
import { OperatorDirectory } from './operator-directory.tsx'
import { OperatorDrift } from './operator-drift.tsx'
import { OperatorHealth } from './operator-health.tsx'
import { OperatorSources } from './operator-sources.tsx'
import { OperatorSpending } from './operator-spending.tsx'
import { OperatorWork } from './operator-work.tsx'

const PARTS = [
  {
    id: 'sources',
    title: 'Sources',
    about: 'How the sources have answered all processes of this server in the last five minutes.',
    Part: OperatorSources,
  },
  {
    id: 'health',
    title: 'Health',
    about:
      'Database, disk, mail, queues and processes of this server, and what to do where something is wrong.',
    Part: OperatorHealth,
  },
  {
    id: 'drift',
    title: 'Drift',
    about: 'What vendors have changed in the fields that prices are read from.',
    Part: OperatorDrift,
  },
  {
    id: 'spending',
    title: 'Spending',
    about: 'What the sources are sent, what it costs, and how far their budgets reach.',
    Part: OperatorSpending,
  },
  {
    id: 'accounts',
    title: 'Accounts',
    about: 'All accounts of this server and their usage this month.',
    Part: OperatorAccounts,
  },
  {
    id: 'work',
    title: 'Jobs and queues',
    about: 'What is waiting and running, of all accounts.',
    Part: OperatorWork,
  },
  {
    id: 'directory',
    title: 'Directory',
    about: 'How far the hotels of each source have been read.',
    Part: OperatorDirectory,
  },
] as const

/** The whole server, for its operator. Anyone else is told how to become one. */
export function OperatorPage() {
  const { part } = useParams({ strict: false })
  const session = useSession().data
  const here = PARTS.find(({ id }) => id === part) ?? PARTS[0]
  if (!session) return <Skeleton />
  if (!session.account.operator) return <NotOperator />
  return (
    <Page title={here.title} about={here.about}>
      <nav className="tabs" aria-label="Parts">
        {PARTS.map(({ id, title }) => (
          <Link
            key={id}
            to="/operator/$part"
            params={{ part: id }}
            search={{}}
            aria-current={id === here.id ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      <here.Part />
    </Page>
  )
}

function NotOperator() {
  return (
    <Page title="Operator">
      <section className="card">
        <Empty icon="operator" title="Only for the operator of this server">
          <p>
            The person who runs the server can mark an account with{' '}
            <code>vacancy accounts operator EMAIL</code>.
          </p>
          <Link className="button plain" to="/">
            Go to the overview
          </Link>
        </Empty>
      </section>
    </Page>
  )
}
