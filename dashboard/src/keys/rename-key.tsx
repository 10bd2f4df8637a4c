import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { call } from '../api/call.ts'
import type { Key } from '../api/own-shapes.ts'
import { Dialog, DialogEnd } from '../ui/dialog.tsx'
import { Field, textOf } from '../ui/field.tsx'

export function RenameKey({ of: key, onClose }: { of: Key; onClose: () => void }) {
  const queries = useQueryClient()
  const rename = useMutation({
    mutationFn: (name: string) => call(`/keys/${key.id}`, { method: 'PATCH', body: { name } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['keys'] })
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    rename.mutate(textOf(event, 'name'))
  }
  return (
    <Dialog title={`Rename “${key.name}”`} onClose={onClose}>
      <form onSubmit={submit}>
        <Field label="Name" name="name" required maxLength={80} defaultValue={key.name} />
        <DialogEnd action="Rename" send={rename} onClose={onClose} />
      </form>
    </Dialog>
  )
}
