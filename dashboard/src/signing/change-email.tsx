import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { call } from '../api/call.ts'
import { Dialog, DialogClose, DialogEnd } from '../ui/dialog.tsx'
import { Field, textOf } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'

interface ChangeEmailProps {
  /** The present address, to confirm that one. */
  confirm?: string
  onClose: () => void
}

/** Asks for the new address and the password. The change happens when the link in the mail is followed. */
export function ChangeEmail({ confirm, onClose }: ChangeEmailProps) {
  const send = useMutation({
    mutationFn: (body: { email: string; password: string }) => call('/email', { method: 'POST', body }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    send.mutate({ email: confirm ?? textOf(event, 'email'), password: textOf(event, 'password') })
  }
  return (
    <Dialog title={confirm ? 'Confirm your e-mail address' : 'Change your e-mail address'} onClose={onClose}>
      {send.isSuccess ? (
        <>
          <p role="status">Follow the link in the mail to {confirm ?? 'your new address'}.</p>
          <DialogClose onClose={onClose} />
        </>
      ) : (
        <form onSubmit={submit}>
          {confirm === undefined && (
            <Field label="New e-mail" name="email" type="email" required maxLength={254} />
          )}
          <PasswordField />
          <DialogEnd action="Send me a link" send={send} onClose={onClose} />
        </form>
      )}
    </Dialog>
  )
}
