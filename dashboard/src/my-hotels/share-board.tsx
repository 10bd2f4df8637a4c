import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Board } from '@vacancy/client'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Button } from '../ui/button.tsx'
import { Copy } from '../ui/copy.tsx'
import { Dialog, DialogEnd } from '../ui/dialog.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { Select } from '../ui/field.tsx'
import { formatMoment } from '../ui/format.ts'

const ENDS = [
  { days: '7', label: 'In a week' },
  { days: '30', label: 'In 30 days' },
  { days: '365', label: 'In a year' },
  { days: '', label: 'When I end it' },
]

const DAY_MS = 86_400_000

/** The link to a board for people without an account. */
export function ShareBoard({ board, onClose }: { board: Board; onClose: () => void }) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const [days, setDays] = useState('30')
  const act = useMutation({
    mutationFn: (ask: { method: 'POST' | 'DELETE'; body?: object }) =>
      call(`/v1/boards/${board.id}/link`, { ...ask, keyId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['v1', keyId] }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const ends = days === '' ? {} : { ends_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }
    act.mutate({ method: 'POST', body: ends })
  }
  const { link } = board
  return (
    <Dialog title="Share this board" onClose={onClose}>
      <p>
        Anyone who has the link sees the newest figures of this board, without an account. They cannot spend
        anything, and see nothing else.
      </p>
      {link ? (
        <>
          {link.url && <SharedLink url={new URL(link.url, location.href).href} />}
          <p className="hint">
            {link.ends_at === null
              ? 'It works until you end it.'
              : `It ends on ${formatMoment(link.ends_at)}.`}
          </p>
          {act.error && <FaultNote error={act.error} />}
          <div className="dialog-actions">
            <Button look="quiet" busy={act.isPending} onClick={() => act.mutate({ method: 'DELETE' })}>
              End this link
            </Button>
            <Button onClick={onClose}>Close</Button>
          </div>
        </>
      ) : (
        <form onSubmit={submit}>
          <Select label="The link ends" value={days} onChange={(event) => setDays(event.target.value)}>
            {ENDS.map(({ days: value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          <DialogEnd action="Create link" send={act} onClose={onClose} />
        </form>
      )}
    </Dialog>
  )
}

function SharedLink({ url }: { url: string }) {
  const ref = useRef<HTMLElement>(null)
  return (
    <p className="feed-text">
      <code ref={ref}>{url}</code> <Copy text={url} from={ref} />
    </p>
  )
}
