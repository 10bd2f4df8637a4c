import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { type OperatorSource, type SourceTest, useOperatorSources } from '../api/operator-queries.ts'
import { useConnected } from '../api/source-queries.ts'
import { SourceReason } from '../status/source-reason.tsx'
import { Button } from '../ui/button.tsx'
import { Badge, Empty, FaultNote, Loaded, Settled } from '../ui/feedback.tsx'
import { formatCount, formatShare, formatWhole, inWords } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Card, Heads, Table } from '../ui/page.tsx'
import { ConnectSource } from './connect-source.tsx'
import { SandboxSwitch } from './sandbox-switch.tsx'
import { SourceActions } from './source-actions.tsx'
import { Report } from './source-report.tsx'

export function OperatorSources() {
  const query = useOperatorSources()
  const connected = useConnected()
  return (
    <Settled of={[connected]}>
      <Loaded query={query}>
        {({ sources }) => (
          <>
            <ConnectSource />
            {sources.length === 0 ? (
              <Card>
                <Empty icon="explorer" title="No source yet">
                  <p>Add one to get prices.</p>
                </Empty>
              </Card>
            ) : (
              <Card flush>
                <Table label="Sources">
                  <Heads
                    of={[
                      'Source',
                      'State',
                      { number: 'Errors' },
                      { number: 'Latency' },
                      'Last failure',
                      'Test call',
                      'Settings',
                    ]}
                  />
                  <tbody>
                    {sources.map((source) => (
                      <SourceRow key={source.id} source={source} />
                    ))}
                  </tbody>
                </Table>
              </Card>
            )}
            <SandboxSwitch />
          </>
        )}
      </Loaded>
    </Settled>
  )
}

function SourceRow({ source }: { source: OperatorSource }) {
  const { id, name, family, sandbox, status, unconfigured, latency_ms, error_share } = source
  const { calls, since, reason, last_failure } = source
  const settings = useConnected().data?.sources.find((one) => one.id === id)
  return (
    <tr>
      <th scope="row">
        {name}
        <span className="under">
          <code>{id}</code> {family}
          {sandbox && ', sandbox'}
        </span>
      </th>
      <td className="wordy">
        <Badge of={status} />
        {unconfigured === null ? (
          <SourceReason reason={reason} since={since} />
        ) : (
          <span className="under">{unconfigured}</span>
        )}
      </td>
      <td className="number">
        {error_share === null ? <span className="faint">–</span> : formatShare(error_share)}
        <span className="under">{formatCount(calls, 'call')} in 5 minutes</span>
      </td>
      <td className="number">
        {latency_ms === null ? <span className="faint">–</span> : `${formatWhole(latency_ms)} ms`}
      </td>
      <td>
        {last_failure === null ? (
          <span className="faint">none</span>
        ) : (
          <>
            {inWords(last_failure.reason)}
            <span className="under">
              {last_failure.verb}, <Moment at={last_failure.at} />
            </span>
          </>
        )}
      </td>
      <td className="wordy">
        <TestCall source={source} />
      </td>
      <td>{settings && <SourceActions source={settings} />}</td>
    </tr>
  )
}

function TestCall({ source: { id, name } }: { source: OperatorSource }) {
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: async () => (await call<SourceTest>(`/operator/sources/${id}/test`, { method: 'POST' })).data,
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator', 'sources'] }),
  })
  return (
    <>
      <Button
        className="small"
        busy={test.isPending}
        aria-label={`Test ${name}`}
        onClick={() => test.mutate()}
      >
        Test
      </Button>
      {test.error && <FaultNote error={test.error} />}
      {test.data && <Report report={test.data} />}
    </>
  )
}
