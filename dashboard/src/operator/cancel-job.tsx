import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'

/** Ends a job of any account, after a question. */
export function CancelJob({ id, account }: { id: string; account: string }) {
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: () => call(`/operator/jobs/${id}/cancel`, { method: 'POST' }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['operator', 'work'] })
      setAsking(false)
    },
  })
  return (
    <>
      <Button className="small" aria-label={`Cancel ${id}`} onClick={() => setAsking(true)}>
        Cancel
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Cancel this job?"
          keep="Keep job"
          action="Cancel job"
          send={send}
          onConfirm={() => send.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            It belongs to <code>{account}</code>. Tasks that have started finish and are charged. The rest is
            dropped and its credits are released. What was fetched stays readable.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
