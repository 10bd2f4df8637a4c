import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { type SourceDrift, useDriftBody, useOperatorDrift } from '../api/operator-queries.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog, Dialog, DialogClose } from '../ui/dialog.tsx'
import { Empty, Loaded } from '../ui/feedback.tsx'
import { formatWhole } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Card, Heads, Table } from '../ui/page.tsx'

/** Changes that nobody has accepted yet, by source; then what is known of each source. */
export function OperatorDrift() {
  const query = useOperatorDrift()
  return (
    <Loaded query={query}>
      {({ drifts, learnt }) => {
        const open = drifts.filter(({ learnt_at }) => learnt_at === null)
        const accepted = drifts.filter(({ learnt_at }) => learnt_at !== null)
        const bySource = [...Map.groupBy(open, ({ source }) => source).values()]
        return (
          <>
            {bySource.length === 0 && (
              <section className="card">
                <Empty icon="operator" title="Nothing has changed">
                  <p>Answers of all sources have the form in which they were learnt.</p>
                </Empty>
              </section>
            )}
            {bySource.map((list) => (
              <SourceCard key={list[0]?.source} drifts={list} />
            ))}
            {accepted.length > 0 && (
              <Card flush title="Accepted">
                <Drifts of={accepted} />
              </Card>
            )}
            <Card flush title="Learnt so far">
              <LearntTable rows={learnt} />
            </Card>
            <p className="hint">
              Some answers of each source are compared with earlier ones, after they were given. One that
              looks new is compared before. A change is shown if the prices that are read depend on it.
              Reading goes on as before: what cannot be read fails.
            </p>
          </>
        )
      }}
    </Loaded>
  )
}

function SourceCard({ drifts }: { drifts: readonly SourceDrift[] }) {
  const [asking, setAsking] = useState(false)
  const queries = useQueryClient()
  const [{ source, name } = { source: '', name: '' }] = drifts
  const learn = useMutation({
    mutationFn: () => call(`/operator/sources/${source}/learn-again`, { method: 'POST' }),
    onSuccess: async () => {
      setAsking(false)
      await queries.invalidateQueries()
    },
  })
  return (
    <Card
      flush
      title={name}
      aside={
        <Button className="small" onClick={() => setAsking(true)}>
          These changes are right
        </Button>
      }
    >
      <Drifts of={drifts} />
      {asking && (
        <ConfirmDialog
          title={`Learn ${name} again?`}
          keep="Not yet"
          action="Learn again"
          send={learn}
          onConfirm={() => learn.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            Its answers are learnt from the beginning, and the changes above are no alarm any more. Until some
            30 answers are learnt, further changes are not noticed.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

const CHANGES = { gone: 'Missing', retyped: 'Another type', new_value: 'Unknown word' } as const

function Drifts({ of }: { of: readonly SourceDrift[] }) {
  const [shown, setShown] = useState<SourceDrift | null>(null)
  return (
    <>
      <Table label="Changes at vendors">
        <Heads of={['Field', 'Change', 'Before', 'Now', 'First seen', 'Body']} />
        <tbody>
          {of.map((drift) => (
            <tr key={drift.id}>
              <th scope="row" className="wordy">
                <code>{drift.path}</code>
                <span className="under">
                  {drift.name}, {drift.request}
                </span>
              </th>
              <td>{CHANGES[drift.change]}</td>
              <td className="wordy">{drift.before}</td>
              <td className="wordy">{drift.after}</td>
              <td>
                <Moment at={drift.first_seen} />
                {drift.learnt_by !== null && <span className="under">accepted by {drift.learnt_by}</span>}
              </td>
              <td>
                <Button
                  className="small"
                  aria-label={`Show the body with ${drift.path}`}
                  onClick={() => setShown(drift)}
                >
                  Show
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {shown && <BodyDialog drift={shown} onClose={() => setShown(null)} />}
    </>
  )
}

function BodyDialog({ drift: { id, path }, onClose }: { drift: SourceDrift; onClose(): void }) {
  const query = useDriftBody(id)
  return (
    <Dialog title={`The first body with a change at ${path}`} onClose={onClose}>
      <p className="hint">Without credentials and personal data.</p>
      <Loaded query={query}>
        {(body) => (
          <pre className="kept" tabIndex={0} aria-label="Body">
            {indented(body)}
          </pre>
        )}
      </Loaded>
      <DialogClose onClose={onClose} />
    </Dialog>
  )
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

function LearntTable({
  rows,
}: {
  rows: readonly { source: string; name: string; requests: number; answers: number }[]
}) {
  if (rows.length === 0) return <p className="hint padded">No answers have been compared yet.</p>
  return (
    <Table label="What is known of each source">
      <Heads of={['Source', { number: 'Kinds of answers' }, { number: 'Answers compared' }]} />
      <tbody>
        {rows.map(({ source, name, requests, answers }) => (
          <tr key={source}>
            <th scope="row">{name}</th>
            <td className="number">{formatWhole(requests)}</td>
            <td className="number">{formatWhole(answers)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
