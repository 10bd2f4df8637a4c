import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Booking } from '@vacancy/client'
import {
  type BookingProblem,
  bookingsFromCsv,
  bookingsToCsv,
  type ReadBooking,
} from '@vacancy/client/bookings-csv'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { call, saveText } from '../api/call.ts'
import { Fault } from '../api/fault.ts'
import { endpointOf } from '../endpoints/receivers.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Dialog, DialogClose, DialogEnd } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/feedback.tsx'
import { Field } from '../ui/field.tsx'
import { formatCount, formatWhole } from '../ui/format.ts'
import { Heads, Table } from '../ui/page.tsx'
import { TellField, useReceivers } from './tell-field.tsx'

/** Adds every booking of a table, or none while one of its rows cannot be read. */
export function ImportBookings({ onClose }: { onClose: () => void }) {
  const receivers = useReceivers()
  const [isRunning, setRunning] = useState(false)
  return (
    <Dialog title="Import bookings" onClose={onClose} byButtonOnly={isRunning}>
      {receivers ? (
        <ImportForm receivers={receivers} onRun={setRunning} onClose={onClose} />
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>
  )
}

interface ImportFormProps {
  receivers: NonNullable<ReturnType<typeof useReceivers>>
  onRun: (isRunning: boolean) => void
  onClose: () => void
}

/** Stands for the endpoint that is chosen for rows that name none, until it is known or made. */
const CHOSEN = 'chosen'

interface Outcome {
  made: number
  /** Not tried, because somebody stopped the import. */
  left: number
  refused: BookingProblem[]
}

function ImportForm({ receivers, onRun, onClose }: ImportFormProps) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const [text, setText] = useState<string | null>(null)
  const [via, setVia] = useState(receivers.choices[0] ?? '')
  const [done, setDone] = useState(0)
  const isStopped = useRef(false)
  const rows = text === null ? [] : bookingsFromCsv(text, via === '' ? [] : [CHOSEN])
  const problems = rows.filter((row) => 'problem' in row)
  const read = rows.filter((row) => 'booking' in row)
  const send = useMutation({
    mutationFn: async (): Promise<Outcome> => {
      onRun(true)
      const { endpoints, email } = receivers
      const isAsked = read.some(({ booking }) => booking.endpoints.includes(CHOSEN))
      const endpoint = isAsked ? await endpointOf(via, { endpoints, email, keyId }) : undefined
      const outcome: Outcome = { made: 0, left: 0, refused: [] }
      // The same rows, with the endpoint itself: it is part of what makes a repeated import recognizable.
      for (const row of bookingsFromCsv(text ?? '', endpoint ? [endpoint.id] : [])) {
        if ('problem' in row) continue
        if (isStopped.current) {
          outcome.left += 1
          continue
        }
        const refusal = await create(row, keyId)
        if (refusal === null) outcome.made += 1
        else outcome.refused.push(refusal)
        setDone(outcome.made + outcome.refused.length)
      }
      return outcome
    },
    onSettled: async () => {
      onRun(false)
      await queries.invalidateQueries({ queryKey: ['v1', keyId] })
    },
  })
  if (send.data) return <Imported outcome={send.data} onClose={onClose} />
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) =>
    setText((await target.files?.[0]?.text()) ?? null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  return (
    <form onSubmit={submit}>
      <p>
        A CSV file with one booking per row, its first row naming the columns.{' '}
        <button
          type="button"
          className="link"
          onClick={() => saveText('bookings.csv', bookingsToCsv([]), 'text/csv')}
        >
          Download an empty table
        </button>
      </p>
      <Field
        label="File"
        type="file"
        accept=".csv,text/csv"
        required
        onChange={(event) => void choose(event)}
      />
      <TellField receivers={receivers} value={via} hint="For rows that name no endpoints" onChoose={setVia} />
      {problems.length > 0 && (
        <Problems title="Nothing is imported until this is right" problems={problems} />
      )}
      <p className="hint" role="status">
        {send.isPending && `${formatWhole(done)} of ${formatCount(read.length, 'booking')}…`}
      </p>
      <DialogEnd
        action={
          read.length > 0 && problems.length === 0
            ? `Import ${formatCount(read.length, 'booking')}`
            : 'Import'
        }
        send={send}
        disabled={problems.length > 0 || read.length === 0}
        onClose={() => {
          // What was added so far is told before the dialog closes.
          if (send.isPending) isStopped.current = true
          else onClose()
        }}
      />
    </form>
  )
}

/** Null if the booking was created; why not, if the service refused it. Other failures end the import; it can be repeated. */
async function create(
  { line, booking, idempotencyKey }: ReadBooking,
  keyId: string | undefined,
): Promise<BookingProblem | null> {
  try {
    await call<Booking>('/v1/bookings', { method: 'POST', body: booking, keyId, idempotencyKey })
    return null
  } catch (error) {
    if (!(error instanceof Fault) || error.status !== 400) throw error
    return { line, field: fieldIn(error.message), problem: error.message }
  }
}

/** The field that the service names in its message. */
function fieldIn(message: string): string | null {
  return /`([\w.]+)`/.exec(message)?.[1]?.replace('.', '_') ?? null
}

function Imported({ outcome: { made, left, refused }, onClose }: { outcome: Outcome; onClose: () => void }) {
  return (
    <>
      <p role="status">
        {formatCount(made, 'booking')} added.
        {left > 0 && ` ${formatCount(left, 'row')} left out: import the file again to add them.`}
      </p>
      {refused.length > 0 && (
        <>
          <Problems title={`${formatCount(refused.length, 'row')} refused`} problems={refused} />
          <p className="hint">
            Correct these rows and import the file again. Those added are not added twice.
          </p>
        </>
      )}
      <DialogClose words="Done" onClose={onClose} />
    </>
  )
}

/** More are not read; they are mostly the same. */
const MOST_SHOWN = 50

function Problems({ title, problems }: { title: string; problems: readonly BookingProblem[] }) {
  return (
    <section role="alert" className="import-problems">
      <h3>{title}</h3>
      <Table label="Problems">
        <Heads of={[{ number: 'Line' }, 'Column', 'Problem']} />
        <tbody>
          {problems.slice(0, MOST_SHOWN).map(({ line, field, problem }) => (
            <tr key={`${line} ${field} ${problem}`}>
              <td className="number">{line}</td>
              <td>{field === null ? <span className="faint">–</span> : <code>{field}</code>}</td>
              <td className="wordy">{problem.replaceAll('`', '')}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {problems.length > MOST_SHOWN && (
        <p className="hint">And {formatWhole(problems.length - MOST_SHOWN)} more.</p>
      )}
    </section>
  )
}
