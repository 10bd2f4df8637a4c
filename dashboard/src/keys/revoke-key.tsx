import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Key } from '../api/own-shapes.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
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
    <ConfirmDialog
      title={`Revoke “${key.name}”?`}
      keep={key.agent ? 'Keep agent' : 'Keep key'}
      action={key.agent ? 'Revoke agent' : 'Revoke key'}
      send={revoke}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>
        Calls{' '}
        {key.agent ? (
          `of ${key.agent.client_name}`
        ) : (
          <>
            with <code>{key.prefix}…</code>
          </>
        )}{' '}
        will be refused within ten seconds. Its jobs and watches keep running. You cannot undo this.
      </p>
      <p className="hint">
        Last used: <Moment at={key.last_used_at} />
      </p>
    </ConfirmDialog>
  )
}
