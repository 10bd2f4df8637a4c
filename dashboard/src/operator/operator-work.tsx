import { useOperatorWork, type OperatorWork as Work } from '../api/operator-queries.ts'
import { Badge, Empty, Loaded } from '../ui/feedback.tsx'
import { formatCredits, formatWhole, inWords } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Card, FactList, Heads, Table } from '../ui/page.tsx'
import { CancelJob } from './cancel-job.tsx'

export function OperatorWork() {
  const query = useOperatorWork()
  return (
    <Loaded query={query}>
      {(work) => (
        <>
          <Figures work={work} />
          <Queues queues={work.queues} />
          <OpenJobs jobs={work.open} />
        </>
      )}
    </Loaded>
  )
}

function Figures({ work: { jobs, deliveries, workers } }: { work: Work }) {
  const facts: [string, string][] = [
    ['Workers', formatWhole(workers)],
    ...jobs.map(({ status, count }): [string, string] => [
      status === 'queued' || status === 'running' ? `Jobs ${status}` : `Jobs ${status}, 24 h`,
      formatWhole(count),
    ]),
    ['Deliveries due', formatWhole(deliveries.due)],
    ['Being delivered', formatWhole(deliveries.running)],
    ['Deliveries waiting', formatWhole(deliveries.later)],
  ]
  return (
    <Card>
      <FactList facts={facts} />
      {workers === 0 && <p className="note">No worker is running: jobs and deliveries wait.</p>}
    </Card>
  )
}

function Queues({ queues }: { queues: Work['queues'] }) {
  if (queues.length === 0) {
    return (
      <section className="card">
        <Empty icon="jobs" title="Nothing is waiting">
          <p>Tasks of jobs, watches and the directory appear here while they wait for a worker.</p>
        </Empty>
      </section>
    )
  }
  return (
    <Card flush title="Queues">
      <Table label="Queues">
        <Heads of={['Source', 'Work', { number: 'Waiting' }, { number: 'Running' }]} />
        <tbody>
          {queues.map(({ kind, source, waiting, running }) => (
            <tr key={`${kind} ${source}`}>
              <th scope="row">{source}</th>
              <td>{inWords(kind)}</td>
              <td className="number">{formatWhole(waiting)}</td>
              <td className="number">{formatWhole(running)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

function OpenJobs({ jobs }: { jobs: Work['open'] }) {
  if (jobs.length === 0) return null
  return (
    <Card flush title="Open jobs">
      <Table label="Open jobs">
        <Heads
          of={[
            'Job',
            'Status',
            'Account',
            { number: 'Cells' },
            { number: 'Credits' },
            'Created',
            { unseen: 'Actions' },
          ]}
        />
        <tbody>
          {jobs.map((job) => (
            <tr key={job.id}>
              <th scope="row">
                {inWords(job.kind)}
                <span className="under">
                  <code>{job.id}</code>
                </span>
              </th>
              <td>
                <Badge of={job.status} />
              </td>
              <td>
                <code>{job.account}</code>
              </td>
              <td className="number">
                {formatWhole(job.cells_done)} of {formatWhole(job.cells_total)}
              </td>
              <td className="number">{formatCredits(job.credits)}</td>
              <td>
                <Moment at={job.created_at} />
              </td>
              <td>
                <CancelJob id={job.id} account={job.account} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}
