import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { type OperatorSource, type SourceTest, useOperatorSources } from '../api/operator-queries.ts'
import { Button } from '../ui/button.tsx'
import { Badge, FaultNote, Loaded } from '../ui/feedback.tsx'
import { formatCount, formatShare, formatWhole, inWords } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Card, Heads, Table } from '../ui/page.tsx'

export function OperatorSources() {
  const query = useOperatorSources()
  return (
    <Loaded query={query}>
      {({ sources }) => (
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
    </Loaded>
  )
}

function SourceRow({ source }: { source: OperatorSource }) {
  const { id, name, family, status, unconfigured, latency_ms, error_share, outcomes, last_failure } = source
  const calls = Object.values(outcomes).reduce((sum, count) => sum + count, 0)
  return (
    <tr>
      <th scope="row">
        {name}
        <span className="under">
          <code>{id}</code> {family}
        </span>
      </th>
      <td className="wordy">
        <Badge of={status} />
        {unconfigured !== null && <span className="under">{unconfigured}</span>}
      </td>
      <td className="number">
        {error_share === null ? <span className="faint">–</span> : formatShare(error_share)}
        <span className="under">{formatCount(calls, 'call')} since the start</span>
      </td>
      <td className="number">
        {latency_ms === null ? <span className="faint">–</span> : `${formatWhole(latency_ms)} ms`}
      </td>
      <td>
        {last_failure === null ? (
          <span className="faint">none</span>
        ) : (
          <>
            {inWords(last_failure.kind)}
            <span className="under">
              {last_failure.verb}, <Moment at={last_failure.at} />
            </span>
          </>
        )}
      </td>
      <td className="wordy">
        <TestCall source={source} />
      </td>
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

function Report({ report: { works, problem, capabilities, quotas } }: { report: SourceTest }) {
  return (
    <div className="source-report" role="status">
      <span className={`badge ${works ? 'good' : 'bad'}`}>{works ? 'works' : 'does not work'}</span>
      {problem !== null && <span className="under">{problem}</span>}
      <ul>
        {capabilities.map(({ capability, result, detail, latency_ms }) => (
          <li key={capability}>
            <strong>{capability}</strong> {result}
            {latency_ms !== null && ` in ${formatWhole(latency_ms)} ms`}
            {result === 'fails' && `: ${detail}`}
          </li>
        ))}
        {quotas.map(({ window, remaining, limit, unit }) => (
          <li key={`${window}${unit}`}>
            <strong>quota</strong> {formatWhole(remaining)}
            {unit === 'percent' ? ' %' : limit === null ? ' requests' : ` of ${formatWhole(limit)} requests`}{' '}
            left
            {window !== null && ` this ${window}`}
          </li>
        ))}
      </ul>
      {quotas.length === 0 && <span className="under">The vendor states no quota.</span>}
    </div>
  )
}
