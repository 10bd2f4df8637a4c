import { useOperatorDirectory } from '../api/operator-queries.ts'
import { Badge, Loaded } from '../ui/feedback.tsx'
import { formatCount, formatWhole } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Card, Heads, Table } from '../ui/page.tsx'
import { ReadNow } from './read-now.tsx'

export function OperatorDirectory() {
  const query = useOperatorDirectory()
  return (
    <Loaded query={query}>
      {({ hotels, sources }) => (
        <>
          <Card flush title={formatCount(hotels, 'hotel')} aside={<ReadNow />}>
            <Table label="Sources of the directory">
              <Heads
                of={[
                  'Source',
                  'State',
                  { number: 'Hotels' },
                  { number: 'Pages read' },
                  'Last complete',
                  'Error',
                  { unseen: 'Actions' },
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
                    <td>{state !== 'unlisted' && <ReadNow source={id} />}</td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </Card>
          <p className="hint">Each source is read automatically once a day, unless DIRECTORY_SYNC is off.</p>
        </>
      )}
    </Loaded>
  )
}
