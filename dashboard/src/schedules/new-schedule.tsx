import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Endpoint, Schedule } from '@vacancy/client'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { useEndpoints } from '../api/v1-queries.ts'
import { endpointName } from '../endpoints/endpoint-words.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Dialog, DialogEnd } from '../ui/dialog.tsx'
import { ownTimeZone } from '../ui/own-time-zone.ts'
import { ScheduleFields, type ScheduleValues, termsOf, useRunCost } from './schedule-fields.tsx'

/** A grid that can be fetched again and again. */
export interface ScheduledAsk {
  /** The words on the button. */
  label: string
  name: string
  /** How many nights a run asks for, from its day on. */
  nights: number
  /** The body of the call, without its nights. */
  body: Record<string, unknown>
}

export function NewSchedule({ ask, onClose }: { ask: ScheduledAsk; onClose: () => void }) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const [values, setValues] = useState(
    (): ScheduleValues => ({
      name: ask.name,
      nights: String(ask.nights),
      every: 'day',
      at: '06:30',
      on: ['mon'],
      timezone: ownTimeZone(),
      format: 'xlsx',
      deliver: 'attachment',
      most: '',
    }),
  )
  const [endpoints, setEndpoints] = useState<readonly string[]>([])
  const cost = useRunCost(ask.body, Number(values.nights))
  const most =
    values.most === '' && cost.data !== undefined ? String(Math.ceil(cost.data.credits_max)) : values.most
  const create = useMutation({
    mutationFn: () => {
      // From today on, as the board has them, so that runs are runs of the board.
      const nights = { from: '+0d', to: `+${Number(values.nights) - 1}d` }
      const body = {
        ...termsOf({ ...values, most }),
        ask: 'matrix',
        body: { ...ask.body, nights },
        endpoints,
      }
      return call<Schedule>('/v1/schedules', { method: 'POST', body, keyId })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['v1', keyId] })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <Dialog title={ask.label} onClose={onClose} byButtonOnly={create.isPending}>
      <form onSubmit={submit}>
        <ScheduleFields
          values={{ ...values, most }}
          change={(changed) => setValues({ ...values, ...changed })}
          cost={cost}
        />
        <ChooseEndpoints chosen={endpoints} onChoose={setEndpoints} />
        <DialogEnd action="Create schedule" send={create} onClose={onClose} />
      </form>
    </Dialog>
  )
}

interface ChooseEndpointsProps {
  chosen: readonly string[]
  onChoose: (ids: readonly string[]) => void
}

/** Where the result of a run goes. */
export function ChooseEndpoints({ chosen, onChoose }: ChooseEndpointsProps) {
  const endpoints = useEndpoints().data?.endpoints ?? []
  const toggle = ({ id }: Endpoint) =>
    onChoose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <fieldset className="checks">
      <legend>Send the result to</legend>
      {endpoints.map((endpoint) => (
        <label key={endpoint.id}>
          <input type="checkbox" checked={chosen.includes(endpoint.id)} onChange={() => toggle(endpoint)} />
          {endpointName(endpoint)}
          {endpoint.status !== 'active' && <span className="badge warn">{endpoint.status}</span>}
        </label>
      ))}
      <p className="hint">
        {endpoints.length === 0 ? 'No receiver yet. ' : ''}
        <Link to="/notifications">
          {endpoints.length === 0
            ? 'Add an e-mail address, a Slack channel or a webhook'
            : 'Manage notifications'}
        </Link>
        . The file is also kept under the schedule.
      </p>
    </fieldset>
  )
}
