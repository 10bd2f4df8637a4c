import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { call } from '../api/call.ts'
import type { Key } from '../api/own-shapes.ts'
import { Dialog, DialogEnd } from '../ui/dialog.tsx'
import { Field, textOf } from '../ui/field.tsx'

/** How many credits agents may spend a day with this key. */
export function CapKey({ of: key, onClose }: { of: Key; onClose: () => void }) {
  const queries = useQueryClient()
  const cap = useMutation({
    mutationFn: (credits: number) =>
      call(`/keys/${key.id}/mcp-cap`, { method: 'PATCH', body: { credits_per_day: credits } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['keys'] })
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    cap.mutate(Number(textOf(event, 'credits')))
  }
  return (
    <Dialog title={`Daily cap of “${key.name}”`} onClose={onClose}>
      <form onSubmit={submit}>
        <Field
          label="Credits a day"
          name="credits"
          type="number"
          min={0}
          step="any"
          required
          defaultValue={key.mcp_cap?.credits_per_day ?? 0}
          hint="The most that agents can spend in a day (UTC) with this key over MCP. 0 lifts the cap. Other calls are not capped."
        />
        <DialogEnd action="Save cap" send={cap} onClose={onClose} />
      </form>
    </Dialog>
  )
}
