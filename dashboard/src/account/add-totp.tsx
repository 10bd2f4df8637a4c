import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { Copy } from '../ui/copy.tsx'
import { Dialog, DialogEnd } from '../ui/dialog.tsx'
import { Field, textOf } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface Offered {
  uri: string
  recovery_codes: string[]
}

/** Password, then the code for the app, then what the app shows, then the recovery codes. */
export function AddTotp({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [offered, setOffered] = useState<Offered | null>(null)
  const [isOn, setOn] = useState(false)
  const offer = useMutation({
    gcTime: 0,
    mutationFn: async (password: string) =>
      (await call<Offered>('/second-factor/totp', { method: 'POST', body: { password } })).data,
    onSuccess: setOffered,
  })
  const refresh = () =>
    Promise.all(
      ['second-factor', 'session', 'sessions'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    offer.mutate(textOf(event, 'password'))
  }
  if (isOn && offered) {
    const end = () => {
      void refresh()
      onClose()
    }
    return <RecoveryCodes title="One-time codes are on" codes={offered.recovery_codes} onClose={end} />
  }
  if (offered) return <ConfirmTotp uri={offered.uri} onDone={() => setOn(true)} onClose={onClose} />
  return (
    <Dialog title="Set up one-time codes" onClose={onClose}>
      <form onSubmit={submit}>
        <p>
          You need an authenticator app, such as the one in your password manager. Your other browsers are
          signed out.
        </p>
        <PasswordField />
        <DialogEnd action="Continue" send={offer} onClose={onClose} />
      </form>
    </Dialog>
  )
}

interface ConfirmTotpProps {
  uri: string
  onDone: () => void
  onClose: () => void
}

function ConfirmTotp({ uri, onDone, onClose }: ConfirmTotpProps) {
  const shown = useRef<HTMLElement>(null)
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const confirm = useMutation({
    mutationFn: (code: string) => call('/second-factor/totp/confirm', { method: 'POST', body: { code } }),
    onSuccess: onDone,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    confirm.mutate(textOf(event, 'code'))
  }
  return (
    <Dialog title="Scan this with your app" onClose={onClose}>
      <form onSubmit={submit}>
        <QrCode text={uri} label="QR code for an authenticator app" />
        <p className="hint">Or type this key into the app:</p>
        <div className="secret">
          <code ref={shown} data-secret="">
            {secret.replaceAll(/.{4}(?!$)/g, '$& ')}
          </code>
          <Copy text={secret} label="Copy key" from={shown} />
        </div>
        <Field
          label="Code that the app shows now"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={7}
        />
        <DialogEnd action="Turn on" send={confirm} onClose={onClose} />
      </form>
    </Dialog>
  )
}
