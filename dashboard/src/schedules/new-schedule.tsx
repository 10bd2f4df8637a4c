import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Endpoint, Quote, Schedule } from '@vacancy/client'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { useEndpoints } from '../api/v1-queries.ts'
import { endpointName } from '../endpoints/endpoint-words.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Dialog, DialogEnd } from '../ui/dialog.tsx'
import { Field, Select } from '../ui/field.tsx'
import { addDays, dayFromNow, formatCredits } from '../ui/format.ts'

/** A grid that can be fetched again and again. */
export interface ScheduledAsk {
  /** The words on the button. */
  label: string
  name: string
  /** How many nights a run asks for, from the next day on. */
  nights: number
  /** The body of the call, without its nights. */
  body: Record<string, unknown>
}

const NIGHTS = ['7', '14', '30', '60', '90']

export function NewSchedule({ ask, onClose }: { ask: ScheduledAsk; onClose: () => void }) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const [values, setValues] = useState(() => ({
    name: ask.name,
    nights: String(ask.nights),
    every: 'day',
    at: '06:30',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    format: 'csv',
    most: '',
  }))
  const [endpoints, setEndpoints] = useState<readonly string[]>([])
  const cost = useRunCost(ask, Number(values.nights))
  const most = values.most === '' && cost.data !== undefined ? String(Math.ceil(cost.data)) : values.most
  const change = (changed: Partial<typeof values>) => setValues({ ...values, ...changed })
  const create = useMutation({
    mutationFn: () => {
      const { name, nights, every, at, timezone, format } = values
      const body = {
        name,
        ask: 'matrix',
        body: { ...ask.body, nights: { from: '+1d', to: `+${nights}d` } },
        every,
        at,
        timezone,
        format,
        max_credits: Number(most),
        endpoints,
        ...(every === 'week' && { on: ['mon'] }),
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
        <div className="request-fields">
          <Field
            label="Name"
            wide
            required
            maxLength={80}
            value={values.name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <Select
            label="Nights ahead"
            value={values.nights}
            onChange={(event) => change({ nights: event.target.value })}
          >
            {NIGHTS.map((nights) => (
              <option key={nights}>{nights}</option>
            ))}
          </Select>
          <Select
            label="How often"
            value={values.every}
            onChange={(event) => change({ every: event.target.value })}
          >
            <option value="day">Every day</option>
            <option value="week">Every Monday</option>
          </Select>
          <Field
            label="At"
            type="time"
            required
            value={values.at}
            onChange={(event) => change({ at: event.target.value })}
          />
          <Field
            label="Time zone"
            required
            value={values.timezone}
            onChange={(event) => change({ timezone: event.target.value })}
          />
          <Field
            label="At most, credits per run"
            type="number"
            min={0}
            step="any"
            required
            value={most}
            onChange={(event) => change({ most: event.target.value })}
            hint={costWords(cost)}
          />
          <Select
            label="File"
            value={values.format}
            onChange={(event) => change({ format: event.target.value })}
          >
            <option value="csv">CSV</option>
            <option value="parquet">Parquet</option>
            <option value="jsonl">JSON Lines</option>
          </Select>
        </div>
        <ChooseEndpoints chosen={endpoints} onChoose={setEndpoints} />
        <DialogEnd action="Create schedule" send={create} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** What a run would cost if it ran today and nothing were cached. */
function useRunCost({ body }: ScheduledAsk, nights: number): UseQueryResult<number> {
  const { keyId } = useActingKey()
  const from = dayFromNow(1)
  const asked = { ...body, nights: { from, to: addDays(from, nights - 1) }, max_age: 0, dry_run: true }
  return useQuery({
    queryKey: ['quote', keyId, '/matrix', asked],
    enabled: keyId !== undefined,
    staleTime: 60_000,
    queryFn: async () =>
      (await call<Quote>('/v1/matrix', { method: 'POST', body: asked, keyId })).data.quote.credits_max,
  })
}

/** There is always a line, so that nothing below moves under the pointer when the cost is known. */
function costWords({ data, isError }: UseQueryResult<number>): string {
  if (data !== undefined) return `Today a run would cost up to ${formatCredits(data)}.`
  return isError ? 'What a run would cost is not known.' : 'Asking what a run would cost …'
}

interface ChooseEndpointsProps {
  chosen: readonly string[]
  onChoose: (ids: readonly string[]) => void
}

/** Who is told when a run has ended. */
export function ChooseEndpoints({ chosen, onChoose }: ChooseEndpointsProps) {
  const endpoints = useEndpoints().data?.endpoints ?? []
  const toggle = ({ id }: Endpoint) =>
    onChoose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <fieldset className="checks">
      <legend>Who is told when a run has ended</legend>
      {endpoints.map((endpoint) => (
        <label key={endpoint.id}>
          <input type="checkbox" checked={chosen.includes(endpoint.id)} onChange={() => toggle(endpoint)} />
          {endpointName(endpoint)}
          {endpoint.status !== 'active' && <span className="badge warn">{endpoint.status}</span>}
        </label>
      ))}
      <p className="hint">
        {endpoints.length === 0 ? 'There are no endpoints yet. ' : ''}
        <Link to="/endpoints">
          {endpoints.length === 0
            ? 'Add an e-mail address, a Slack channel or a webhook'
            : 'Manage endpoints'}
        </Link>
        . The file is also kept under the schedule.
      </p>
    </fieldset>
  )
}
