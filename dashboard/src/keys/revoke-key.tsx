import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Key } from '../api/own-shapes.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { Moment } from '../ui/moment.tsx'

export function RevokeKey({ of: key, onClose }: { of: Key; onClose: () => void }) {
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => call(`/keys/${key.id}`, { method: 'DELETE' }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['keys'] })
      onClose()
    },
  })
  return (
    <Dialog title={`Revoke “${key.name}”?`} onClose={onClose}>
      <p>
        Calls with <code>{key.prefix}…</code> will be refused within ten seconds. Its jobs and watches keep
        running. You cannot undo this.
      </p>
      <p className="hint">
        Last used: <Moment at={key.last_used_at} />
      </p>
      {revoke.error && <FaultNote error={revoke.error} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>Keep key</Button>
        <Button look="danger" busy={revoke.isPending} onClick={() => revoke.mutate()}>
          Revoke key
        </Button>
      </div>
    </Dialog>
  )
}
