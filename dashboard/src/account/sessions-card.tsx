import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type OpenSession, useSessions } from '../api/account-queries.ts'
import { call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { FaultNote, Loaded } from '../ui/feedback.tsx'
import { Moment } from '../ui/moment.tsx'
import { Card, Heads, Table } from '../ui/page.tsx'
import { browserOf } from './browser-name.ts'

export function SessionsCard() {
  const query = useSessions()
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: (id: string | null) =>
      call(id === null ? '/sessions' : `/sessions/${id}`, { method: 'DELETE' }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  })
  return (
    <Loaded query={query}>
      {(sessions) => (
        <Card
          flush
          title="Where you are signed in"
          aside={
            sessions.length > 1 && (
              <Button className="small" busy={end.isPending} onClick={() => end.mutate(null)}>
                Sign out everywhere else
              </Button>
            )
          }
        >
          {end.error && <FaultNote error={end.error} />}
          <SessionTable sessions={sessions} onEnd={(id) => end.mutate(id)} />
        </Card>
      )}
    </Loaded>
  )
}

function SessionTable({ sessions, onEnd }: { sessions: OpenSession[]; onEnd: (id: string) => void }) {
  return (
    <Table label="Sessions">
      <Heads of={['Browser', 'Address', 'Signed in', { unseen: 'Actions' }]} />
      <tbody>
        {sessions.map(({ id, agent, address, created_at, current }) => (
          <tr key={id}>
            <th scope="row" title={agent ?? undefined}>
              {browserOf(agent)}
              {current && <span className="under">this browser</span>}
            </th>
            <td>{address ?? <span className="faint">unknown</span>}</td>
            <td>
              <Moment at={created_at} />
            </td>
            <td className="row-actions">
              {!current && (
                <Button
                  className="small"
                  look="quiet"
                  aria-label={`Sign out ${browserOf(agent)}`}
                  onClick={() => onEnd(id)}
                >
                  Sign out
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
