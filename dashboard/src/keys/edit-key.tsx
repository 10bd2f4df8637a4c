import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { call } from '../api/call.ts'
import type { Key } from '../api/own-shapes.ts'
import { Dialog, DialogEnd } from '../ui/dialog.tsx'
import { KeyFields, type KeyTerms, lastDayOf, termsOf } from './key-fields.tsx'

export function EditKey({ of: key, onClose }: { of: Key; onClose: () => void }) {
  const queries = useQueryClient()
  const edit = useMutation({
    mutationFn: (terms: Partial<KeyTerms>) => call(`/keys/${key.id}`, { method: 'PATCH', body: terms }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['keys'] })
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    edit.mutate(changedOf(key, termsOf(event)))
  }
  return (
    <Dialog title={`Edit “${key.name}”`} onClose={onClose}>
      <form onSubmit={submit}>
        <KeyFields of={key} />
        <DialogEnd action="Save" send={edit} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** The name, and what differs. An end within the chosen day stays as exact as it was. */
function changedOf(key: Key, { name, scopes, expires_at, daily_cap }: KeyTerms): Partial<KeyTerms> {
  const isSameDay =
    key.expires_at !== null && lastDayOf(key.expires_at) === (expires_at && lastDayOf(expires_at))
  return {
    name,
    ...(scopes.join() !== key.scopes.join() && { scopes }),
    ...(!isSameDay && expires_at !== key.expires_at && { expires_at }),
    ...(daily_cap !== (key.daily_cap ?? 0) && { daily_cap }),
  }
}
