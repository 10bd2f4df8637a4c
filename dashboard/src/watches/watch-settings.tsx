import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Watch } from '@vacancy/client'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { useEndpointName } from '../endpoints/use-endpoint-name.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogEnd } from '../ui/dialog.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { Field, Select, textOf } from '../ui/field.tsx'
import { SecretOnce } from './secret-once.tsx'
import { INTERVALS } from './watch-fields.ts'

/** Whom a watch tells, and dialogs to change it. */
export function WatchSettings({ watch }: { watch: Watch }) {
  const [open, setOpen] = useState<'change' | 'secret' | null>(null)
  const nameOf = useEndpointName()
  const close = () => setOpen(null)
  return (
    <div className="settings">
      <p className="note">
        {watch.endpoints ? (
          <>
            Tells <Link to="/notifications">{watch.endpoints.map(nameOf).join(', ')}</Link>
          </>
        ) : (
          <>
            Webhook: <code className="address">{watch.webhook_url}</code>
          </>
        )}
      </p>
      <div className="settings-actions">
        <Button className="small" disabled={watch.status === 'expired'} onClick={() => setOpen('change')}>
          Change
        </Button>
        {watch.webhook_url !== undefined && (
          <Button className="small" onClick={() => setOpen('secret')}>
            New secret
          </Button>
        )}
      </div>
      {open === 'change' && <ChangeWatch watch={watch} onClose={close} />}
      {open === 'secret' && <NewSecret watch={watch} onClose={close} />}
    </div>
  )
}

/** The API also takes other intervals than the form offers. */
function intervalsWith(seconds: number): Record<string, string> {
  return { [seconds]: `every ${seconds} seconds`, ...INTERVALS }
}

interface DialogProps {
  watch: Watch
  onClose: () => void
}

function ChangeWatch({ watch, onClose }: DialogProps) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (body: { webhook_url?: string; refresh_sec: number }) =>
      call<Watch>(`/v1/watches/${watch.id}`, { method: 'PATCH', body, keyId }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['v1', keyId] })
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    change.mutate({
      ...(watch.webhook_url !== undefined && { webhook_url: textOf(event, 'webhook_url') }),
      refresh_sec: Number(textOf(event, 'refresh_sec')),
    })
  }
  return (
    <Dialog title="Change this watch" onClose={onClose}>
      <form onSubmit={submit}>
        {watch.webhook_url !== undefined && (
          <Field
            label="Webhook URL"
            name="webhook_url"
            required
            spellCheck={false}
            defaultValue={watch.webhook_url}
            hint="Pending deliveries go to the new address too."
          />
        )}
        <Select label="Look" name="refresh_sec" defaultValue={watch.refresh_sec}>
          {Object.entries(intervalsWith(watch.refresh_sec)).map(([seconds, words]) => (
            <option key={seconds} value={seconds}>
              {words}
            </option>
          ))}
        </Select>
        <p className="hint">To change the hotel, the nights or the condition, create another watch.</p>
        <DialogEnd action="Save" send={change} onClose={onClose} />
      </form>
    </Dialog>
  )
}

function NewSecret({ watch, onClose }: DialogProps) {
  const { keyId } = useActingKey()
  const rotate = useMutation({
    gcTime: 0,
    mutationFn: async () =>
      (await call<Watch>(`/v1/watches/${watch.id}/rotate-secret`, { method: 'POST', keyId })).data,
  })
  const overlap = 'The old secret also signs for 24 hours, so that you have time to update your receiver.'
  if (rotate.data) {
    return (
      <SecretOnce title="New secret" secret={rotate.data.secret ?? ''} onClose={onClose}>
        <p className="hint">{overlap}</p>
      </SecretOnce>
    )
  }
  return (
    <Dialog title="Create a new secret?" onClose={onClose} byButtonOnly={rotate.isPending}>
      <p>{overlap} After that the old secret signs nothing any more.</p>
      {rotate.error && <FaultNote error={rotate.error} />}
      <div className="dialog-actions">
        <Button onClick={onClose} disabled={rotate.isPending}>
          Keep old secret
        </Button>
        <Button look="primary" busy={rotate.isPending} onClick={() => rotate.mutate()}>
          Create new secret
        </Button>
      </div>
    </Dialog>
  )
}
