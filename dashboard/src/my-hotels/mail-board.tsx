import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Endpoint, HotelSet, Schedule } from '@vacancy/client'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { useSession, useUsage } from '../api/own-queries.ts'
import { useEndpoints } from '../api/v1-queries.ts'
import { costWords, runsPerMonth, useRunCost } from '../schedules/schedule-fields.tsx'
import { whenOf } from '../schedules/schedule-words.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Dialog, DialogClose, DialogEnd } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { formatCredits } from '../ui/format.ts'
import { ownTimeZone } from '../ui/own-time-zone.ts'
import type { Span } from './spans.ts'
import { type BoardKind, nightsOf } from './use-board.ts'

interface MailBoardProps {
  set: HotelSet
  kind: BoardKind
  span: Span
  /** The body of the grid, without its nights. */
  body: Record<string, unknown>
  /** The schedule that fetches it already, if there is one. */
  schedule: Schedule | undefined
  onClose: () => void
}

const DAILY = { every: 'day', on: [] } satisfies Parameters<typeof runsPerMonth>[0]

/** This board by mail every morning, with its workbook. */
export function MailBoard({ set, kind, span, body, schedule, onClose }: MailBoardProps) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const session = useSession().data
  const endpoints = useEndpoints().data?.endpoints ?? []
  const [typed, setTyped] = useState<string | null>(null)
  const [at, setAt] = useState('07:00')
  const timezone = ownTimeZone()
  const address = typed ?? session?.email ?? ''
  const cost = useRunCost(body, Number(span))
  const limit = useUsage().data?.credits_limit
  const month = (cost.data?.credits_max ?? 0) * runsPerMonth(DAILY)
  const create = useMutation({
    mutationFn: async () => {
      const known = endpoints.find((one) => one.kind === 'email' && one.address === address)
      const endpoint = known ?? (await addAddress(address, keyId))
      await call<Schedule>('/v1/schedules', {
        method: 'POST',
        keyId,
        body: {
          name: `${kind === 'market' ? 'Market' : 'Parity'} of ${set.name}`.slice(0, 80),
          ask: 'matrix',
          body: { ...body, nights: nightsOf(span) },
          every: 'day',
          at,
          timezone,
          format: 'xlsx',
          deliver: 'attachment',
          max_credits: Math.ceil(cost.data?.credits_max ?? 0),
          endpoints: [endpoint.id],
        },
      })
      return endpoint
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['v1', keyId] }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  if (create.data) return <Sent endpoint={create.data} at={at} onClose={onClose} />
  if (schedule) return <Scheduled schedule={schedule} onClose={onClose} />
  return (
    <Dialog title="Mail me this board" onClose={onClose} byButtonOnly={create.isPending}>
      <form onSubmit={submit}>
        <p>
          Every morning the board is fetched again. The mail says how you stand, what changed and which nights
          stand out, and has the workbook.
        </p>
        <div className="request-fields">
          <Field
            label="E-mail address"
            type="email"
            required
            value={address}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Field
            label="At"
            type="time"
            required
            value={at}
            onChange={(event) => setAt(event.target.value)}
            hint={timezone.replaceAll('_', ' ')}
          />
        </div>
        <p className="hint" role="status">
          {costWords(cost, DAILY)} Days and nights can be changed under Schedules.
        </p>
        {limit !== undefined && month > limit && (
          <p className="caution">
            Your plan has {formatCredits(limit)} credits a month. Once they are used up, no more boards are
            sent until the month ends. Choose fewer nights, or fewer days under Schedules.
          </p>
        )}
        <DialogEnd
          action="Mail it every morning"
          send={create}
          disabled={cost.data === undefined}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}

async function addAddress(address: string, keyId: string | undefined): Promise<Endpoint> {
  const body = { kind: 'email', address }
  return (await call<Endpoint>('/v1/endpoints', { method: 'POST', body, keyId })).data
}

function Sent({ endpoint, at, onClose }: { endpoint: Endpoint; at: string; onClose: () => void }) {
  return (
    <Dialog title="The board will be mailed" onClose={onClose}>
      <p>
        Every day at {at} to {endpoint.address}.
        {endpoint.status === 'unverified' &&
          ' First confirm the address: follow the link in the mail that was just sent to it.'}
      </p>
      <DialogClose onClose={onClose} />
    </Dialog>
  )
}

/** A second schedule would spend the same credits again. */
function Scheduled({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  return (
    <Dialog title="This board has a schedule" onClose={onClose}>
      <p>{whenOf(schedule)}.</p>
      <p>
        <Link to="/schedules/$id" params={{ id: schedule.id }}>
          Change when it runs and who gets it
        </Link>
      </p>
      <DialogClose onClose={onClose} />
    </Dialog>
  )
}
