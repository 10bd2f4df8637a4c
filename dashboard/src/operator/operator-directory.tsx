import { useOperatorDirectory } from '../api/operator-queries.ts'
import { Badge, Loaded } from '../ui/feedback.tsx'
import { formatWhole } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Card, Heads, Table } from '../ui/page.tsx'

export function OperatorDirectory() {
  const query = useOperatorDirectory()
  return (
    <Loaded query={query}>
      {({ hotels, sources }) => (
        <>
          <Card flush title={`${formatWhole(hotels)} hotels`}>
            <Table label="Sources of the directory">
              <Heads
                of={[
                  'Source',
                  'State',
                  { number: 'Hotels' },
                  { number: 'Pages read' },
                  'Last complete',
                  'Error',
                ]}
              />
              <tbody>
                {sources.map(({ id, state, hotels: listed, pages, synced_at, error }) => (
                  <tr key={id}>
                    <th scope="row">{id}</th>
                    <td>
                      <Badge of={state} />
                    </td>
                    <td className="number">{formatWhole(listed)}</td>
                    <td className="number">{formatWhole(pages)}</td>
                    <td>
                      <Moment at={synced_at} />
                    </td>
                    <td className="wordy">{error ?? <span className="faint">none</span>}</td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </Card>
          <p className="hint">
            Read a source at once with <code>vacancy directory sync SOURCE</code>.
          </p>
        </>
      )}
    </Loaded>
  )
}
