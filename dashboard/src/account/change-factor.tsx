import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { call } from '../api/call.ts'
import type { Passkey } from '../api/signing-queries.ts'
import { askPasskey } from '../signing/passkey.ts'
import { Dialog, DialogEnd } from '../ui/dialog.tsx'
import { textOf } from '../ui/field.tsx'
import { CodeField, PasswordField } from '../ui/password-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface ProvenProps {
  title: string
  action: string
  /** Without codes, the browser asks for a passkey. */
  hasCodes: boolean
  send: (proof: object) => Promise<unknown>
  onDone: () => void
  onClose: () => void
  children: ReactNode
}

/** A change that needs the password and the second factor. */
function Proven({ title, action, hasCodes, send, onDone, onClose, children }: ProvenProps) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: async ({ password, code }: { password: string; code: string }) =>
      send({ password, ...(hasCodes ? { code } : { credential: await askPasskey() }) }),
    onSuccess: async () => {
      onDone()
      await queries.invalidateQueries({ queryKey: ['second-factor'] })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    change.mutate({ password: textOf(event, 'password'), code: textOf(event, 'code') })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        {children}
        <PasswordField />
        {hasCodes && <CodeField />}
        <DialogEnd action={action} send={change} onClose={onClose} />
      </form>
    </Dialog>
  )
}

export function RemoveTotp({ onClose }: { onClose: () => void }) {
  return (
    <Proven
      title="Turn one-time codes off?"
      action="Turn off"
      hasCodes
      send={(body) => call('/second-factor/totp/remove', { method: 'POST', body })}
      onDone={onClose}
      onClose={onClose}
    >
      <p>Signing in no longer asks for a code. Your recovery codes no longer work either.</p>
    </Proven>
  )
}

export function NewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[]>([])
  if (codes.length > 0) return <RecoveryCodes title="New recovery codes" codes={codes} onClose={onClose} />
  const renew = async (body: object) => {
    const path = '/second-factor/recovery-codes'
    setCodes((await call<{ recovery_codes: string[] }>(path, { method: 'POST', body })).data.recovery_codes)
  }
  return (
    <Proven
      title="Make new recovery codes?"
      action="Make new codes"
      hasCodes
      send={renew}
      onDone={() => {}}
      onClose={onClose}
    >
      <p>The ones that you have no longer work then.</p>
    </Proven>
  )
}

interface RemovePasskeyProps {
  passkey: Passkey
  hasCodes: boolean
  onClose: () => void
}

export function RemovePasskey({ passkey: { id, name }, hasCodes, onClose }: RemovePasskeyProps) {
  return (
    <Proven
      title={`Remove the passkey “${name}”?`}
      action="Remove"
      hasCodes={hasCodes}
      send={(body) => call(`/passkeys/${id}/remove`, { method: 'POST', body })}
      onDone={onClose}
      onClose={onClose}
    >
      <p>
        It no longer signs you in here. Your device may still list it: delete it there, too.
        {!hasCodes && ' Your browser asks for a passkey once more, to see that it is you.'}
      </p>
    </Proven>
  )
}
