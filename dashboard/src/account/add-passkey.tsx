import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { makePasskey } from '../signing/passkey.ts'
import { Dialog, DialogEnd } from '../ui/dialog.tsx'
import { Field, textOf } from '../ui/field.tsx'
import { CodeField, PasswordField } from '../ui/password-field.tsx'
import { browserOf } from './browser-name.ts'

/** The browser asks for a fingerprint, a face, a PIN or a security key. */
export function AddPasskey({ hasCodes, onClose }: { hasCodes: boolean; onClose: () => void }) {
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: ({ name, proof }: { name: string; proof: object }) => makePasskey(name, proof),
    onSuccess: async () => {
      onClose()
      await Promise.all(
        ['second-factor', 'session'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      )
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const proof = { password: textOf(event, 'password'), ...(hasCodes && { code: textOf(event, 'code') }) }
    add.mutate({ name: textOf(event, 'name'), proof })
  }
  return (
    <Dialog title="Add a passkey" onClose={onClose}>
      <form onSubmit={submit}>
        <p>A passkey signs you in with your fingerprint, face or PIN, without a password or a code.</p>
        <Field
          label="Name"
          name="name"
          required
          maxLength={60}
          defaultValue={browserOf(navigator.userAgent)}
          hint="So that you recognise it later."
        />
        <PasswordField />
        {hasCodes && <CodeField />}
        <DialogEnd action="Add passkey" send={add} onClose={onClose} />
      </form>
    </Dialog>
  )
}
