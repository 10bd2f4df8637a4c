import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '@vacancy/client'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Dialog, DialogEnd } from '../ui/dialog.tsx'
import { Field, Segments, textOf } from '../ui/field.tsx'
import { SecretOnce } from '../watches/secret-once.tsx'

const KINDS = [
  { value: 'email', label: 'E-mail' },
  { value: 'slack', label: 'Slack' },
  { value: 'webhook', label: 'Webhook' },
] as const

type Kind = (typeof KINDS)[number]['value']

const HINTS: Readonly<Record<Kind, string>> = {
  email:
    'A mail with a link is sent first. Everything else waits until somebody follows it, for up to 7 days.',
  slack: 'The address of an incoming webhook, from the settings of your Slack workspace.',
  webhook: 'Your server gets signed JSON. The secret is shown once.',
}

export function NewEndpoint({ onClose }: { onClose: () => void }) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const [kind, setKind] = useState<Kind>('email')
  const create = useMutation({
    gcTime: 0,
    mutationFn: async (body: object) =>
      (await call<Endpoint>('/v1/endpoints', { method: 'POST', body, keyId })).data,
    onSuccess: async ({ secret }) => {
      await queries.invalidateQueries({ queryKey: ['v1', keyId, '/endpoints'] })
      if (secret === undefined) onClose()
    },
  })
  if (create.data?.secret !== undefined)
    return <SecretOnce title="Webhook added" secret={create.data.secret} onClose={onClose} />
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const to = textOf(event, 'to')
    const description = textOf(event, 'description').trim()
    create.mutate({
      kind,
      ...(kind === 'email' ? { address: to } : { url: to }),
      ...(description !== '' && { description }),
    })
  }
  return (
    <Dialog title="Add a receiver" onClose={onClose} byButtonOnly={create.isPending}>
      <form onSubmit={submit}>
        <Segments label="Kind" value={kind} options={KINDS} onChoose={setKind} />
        <Field
          key={kind}
          label={kind === 'email' ? 'E-mail address' : 'Address (URL)'}
          name="to"
          type={kind === 'email' ? 'email' : 'url'}
          required
          hint={HINTS[kind]}
        />
        <Field label="Name (optional)" name="description" maxLength={200} placeholder="Revenue team" />
        <DialogEnd action="Add receiver" send={create} onClose={onClose} />
      </form>
    </Dialog>
  )
}
