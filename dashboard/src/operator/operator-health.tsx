import { createElement, Fragment } from 'react'
import {
  type OperatorHealth as Health,
  type HealthFinding,
  useOperatorHealth,
} from '../api/operator-queries.ts'
import { Badge, Loaded } from '../ui/feedback.tsx'
import { formatCount, inWords } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Card, Heads, Table } from '../ui/page.tsx'

/** What `vacancy doctor` finds, what to do about it, and which processes run. */
export function OperatorHealth() {
  const query = useOperatorHealth()
  return (
    <Loaded query={query} lines={10}>
      {({ version, findings, processes }) => (
        <>
          <p className={isWell(findings) ? 'note' : 'caution'} role="status">
            {summaryOf(findings)}
          </p>
          <Findings findings={findings} />
          <Processes processes={processes} version={version} />
        </>
      )}
    </Loaded>
  )
}

const ORDER = ['problem', 'warning', 'good'] as const

function isWell(findings: readonly HealthFinding[]): boolean {
  return findings.every(({ state }) => state === 'good')
}

function summaryOf(findings: readonly HealthFinding[]): string {
  if (isWell(findings)) return 'All checks passed.'
  const count = (wanted: string) => findings.filter(({ state }) => state === wanted).length
  const [problems, warnings] = [count('problem'), count('warning')]
  const parts = [
    ...(problems > 0 ? [formatCount(problems, 'problem')] : []),
    ...(warnings > 0 ? [formatCount(warnings, 'warning')] : []),
  ]
  return `${parts.join(' and ')}, listed first. Each says what to do.`
}

function Findings({ findings }: { findings: HealthFinding[] }) {
  const sorted = findings.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
  return (
    <Card flush title="Checks">
      <Table label="Checks" isStacked>
        <Heads of={['What', 'State', 'Found', 'What to do']} />
        <tbody>
          {sorted.map(({ check, state, found, advice }) => (
            <tr key={check}>
              <th scope="row">{CHECKS[check] ?? inWords(check)}</th>
              <td>
                <Badge of={state} />
              </td>
              <td className="wordy" data-name="Found">
                <Marked text={found} />
              </td>
              <td className="wordy" data-name="What to do">
                {advice === null ? <span className="faint">–</span> : <Marked text={advice} />}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

const CHECKS: Readonly<Record<string, string>> = {
  database: 'Database',
  connections: 'Database connections',
  extensions: 'Database extensions',
  schema: 'Tables',
  disk: 'Disk',
  clock: 'Clock',
  secrets: 'Secret key',
  replica: 'Replica',
  directory: 'Hotel directory',
  version: 'Versions',
  workers: 'Workers',
  tasks: 'Queue of jobs and watches',
  deliveries: 'Queue of events',
  reservations: 'Reserved credits',
  mail: 'Mail',
  sources: 'Source settings',
  provider: 'Sign-in provider',
  certificate: 'Certificate',
}

/** Commands between backticks, as `vacancy doctor` prints them. */
function Marked({ text }: { text: string }) {
  const parts = text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? createElement('code', null, part) : part))
  return createElement(Fragment, null, ...parts)
}

function Processes({ processes, version }: Pick<Health, 'processes' | 'version'>) {
  return (
    <Card flush title={`${formatCount(processes.length, 'process', 'processes')}, version ${version}`}>
      <Table label="Processes">
        <Heads of={['Process', 'Machine', { number: 'Id' }, 'Version', 'Started', 'Last seen']} />
        <tbody>
          {processes.map(({ role, host, pid, version: own, started_at, seen_at }) => (
            <tr key={`${host} ${pid} ${started_at}`}>
              <th scope="row">{role === 'api' ? 'API' : 'Worker'}</th>
              <td>{host}</td>
              <td className="number">{pid}</td>
              <td>{own}</td>
              <td>
                <Moment at={started_at} />
              </td>
              <td>
                <Moment at={seen_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}
