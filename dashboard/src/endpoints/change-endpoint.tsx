import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '@vacancy/client'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { eventWords } from '../events/event-words.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Dialog, DialogEnd } from '../ui/dialog.tsx'
import { Field, Segments, textOf } from '../ui/field.tsx'
import { CHOSEN_EVENTS, type EventType } from './endpoint-words.ts'

const FILTERS = [
  { value: 'all', label: 'Every event' },
  { value: 'some', label: 'Only some' },
] as const

interface ChangeEndpointProps {
  endpoint: Endpoint
  onClose: () => void
}

/** Changes the name of an endpoint and which events it gets. */
export function ChangeEndpoint({ endpoint, onClose }: ChangeEndpointProps) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const [filter, setFilter] = useState<'all' | 'some'>(endpoint.events === null ? 'all' : 'some')
  const [chosen, setChosen] = useState<readonly EventType[]>(endpoint.events ?? [])
  const change = useMutation({
    mutationFn: (body: Pick<Endpoint, 'events' | 'description'>) =>
      call<Endpoint>(`/v1/endpoints/${endpoint.id}`, { method: 'PATCH', body, keyId }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['v1', keyId] })
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const description = textOf(event, 'description').trim()
    change.mutate({
      events: filter === 'all' ? null : [...chosen],
      description: description === '' ? null : description,
    })
  }
  const toggle = (type: EventType) =>
    setChosen(chosen.includes(type) ? chosen.filter((one) => one !== type) : [...chosen, type])
  return (
    <Dialog title="Change this receiver" onClose={onClose}>
      <form onSubmit={submit}>
        <Field
          label="Name (optional)"
          name="description"
          maxLength={200}
          defaultValue={endpoint.description ?? ''}
        />
        <Segments label="Events" value={filter} options={FILTERS} onChoose={setFilter} />
        {filter === 'some' && (
          <fieldset className="checks">
            <legend>Events that it gets</legend>
            {CHOSEN_EVENTS.map((type) => (
              <label key={type}>
                <input type="checkbox" checked={chosen.includes(type)} onChange={() => toggle(type)} />
                {eventWords(type)}
              </label>
            ))}
            <p className="hint">Choose at least one. Tests are always sent.</p>
          </fieldset>
        )}
        <DialogEnd
          action="Save"
          send={change}
          disabled={filter === 'some' && chosen.length === 0}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
