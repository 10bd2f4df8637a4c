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

/** Changes where an endpoint sends, its name, and which events it gets. */
export function ChangeEndpoint({ endpoint, onClose }: ChangeEndpointProps) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const [filter, setFilter] = useState<'all' | 'some'>(endpoint.events === null ? 'all' : 'some')
  const [chosen, setChosen] = useState<readonly EventType[]>(endpoint.events ?? [])
  const change = useMutation({
    mutationFn: (body: object) =>
      call<Endpoint>(`/v1/endpoints/${endpoint.id}`, { method: 'PATCH', body, keyId }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['v1', keyId] })
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const description = textOf(event, 'description').trim()
    const to = textOf(event, 'to').trim()
    const isNew = to !== '' && to !== (endpoint.address ?? endpoint.url)
    change.mutate({
      ...(isNew && (endpoint.kind === 'email' ? { address: to } : { url: to })),
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
          {...addressField(endpoint)}
          name="to"
          defaultValue={endpoint.kind === 'slack' ? '' : (endpoint.address ?? endpoint.url ?? '')}
        />
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

/** The address of a Slack channel is a secret, so it can be replaced but not read. */
function addressField({ kind }: Endpoint) {
  if (kind === 'email')
    return {
      label: 'E-mail address',
      type: 'email',
      required: true,
      hint: 'A new address gets a mail with a link first. Mails that wait for the old one are dropped.',
    }
  if (kind === 'slack')
    return { label: 'New address (URL)', type: 'url', hint: 'Leave it empty to keep the present one.' }
  return {
    label: 'Address (URL)',
    type: 'url',
    required: true,
    hint: 'Events that wait go to the new address, signed with the same secret.',
  }
}
