import type { Status } from '@vacancy/client'
import { useKeys, useStatus } from '../api/own-queries.ts'
import { useChains } from '../api/v1-queries.ts'
import { Badge, Loaded, Settled } from '../ui/feedback.tsx'
import { formatShare, formatWhole } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Card, Heads, Page, Table } from '../ui/page.tsx'
import { SourceReason } from './source-reason.tsx'

const SENTENCES = {
  up: 'All sources are up.',
  degraded: 'Some sources are down or slow. The others are not affected, and failed calls are free.',
  down: 'The service itself has a problem.',
} as const

export function StatusPage() {
  const query = useStatus()
  const keys = useKeys()
  const chains = useChains()
  return (
    <Page
      title="Status"
      about="How each source has answered all processes of this server in the last five minutes."
    >
      <Settled of={[keys, chains]} lines={8}>
        <Loaded query={query} lines={8}>
          {(status) => (
            <>
              <div className={`banner ${status.status}`} role="status">
                <Badge of={status.status} />
                {SENTENCES[status.status]}
              </div>
              <Sources sources={status.sources} />
            </>
          )}
        </Loaded>
      </Settled>
    </Page>
  )
}

function Sources({ sources }: { sources: Status['sources'] }) {
  const { data } = useChains()
  const nameOf = (id: string) => data?.chains.find((chain) => chain.id === id)?.name ?? id
  const slowest = Math.max(...sources.map(({ latency_ms }) => latency_ms ?? 0), 1)
  return (
    <Card flush>
      <Table label="Sources">
        <Heads of={['Source', 'Status', 'Latency', { number: 'Errors' }, 'Last call']} />
        <tbody>
          {sources.map(({ id, status, latency_ms, error_share, checked_at, reason, since }) => (
            <tr key={id}>
              <th scope="row">
                {nameOf(id)} {nameOf(id) !== id && <code className="faint roomy">{id}</code>}
              </th>
              <td className="wordy">
                <Badge of={status} />
                <SourceReason reason={reason} since={since} />
              </td>
              <td>
                {latency_ms === null ? (
                  <span className="faint">{checked_at === null ? 'not called yet' : 'no answer yet'}</span>
                ) : (
                  <span className="inline-bar">
                    <span style={{ width: `${(latency_ms / slowest) * 100}%` }} />
                    <b>{formatWhole(latency_ms)} ms</b>
                  </span>
                )}
              </td>
              <td className="number">{error_share === null ? '–' : formatShare(error_share)}</td>
              <td>
                <Moment at={checked_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}
