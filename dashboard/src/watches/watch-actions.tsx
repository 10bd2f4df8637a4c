import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Watch } from '@vacancy/client'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { FaultNote } from '../ui/feedback.tsx'

export function WatchActions({ watch }: { watch: Watch }) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const act = useMutation({
    mutationFn: ({ method = 'POST', path = '', body }: Act) =>
      call(`/v1/watches/${watch.id}${path}`, { method, body, keyId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['v1', keyId] }),
  })
  const paused = watch.status === 'paused'
  const toggle = () => act.mutate({ method: 'PATCH', body: { status: paused ? 'active' : 'paused' } })
  return (
    <>
      <Button busy={act.isPending} onClick={() => act.mutate({ path: '/test' })}>
        Send test event
      </Button>
      <Button disabled={act.isPending} onClick={() => act.mutate({ path: '/refresh' })}>
        Refresh now
      </Button>
      <Button disabled={act.isPending || watch.status === 'expired'} onClick={toggle}>
        {paused ? 'Resume' : 'Pause'}
      </Button>
      <Delete watch={watch} />
      {act.error && <FaultNote error={act.error} />}
    </>
  )
}

interface Act {
  method?: 'POST' | 'PATCH'
  path?: string
  body?: unknown
}

function Delete({ watch }: { watch: Watch }) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call<Watch>(`/v1/watches/${watch.id}`, { method: 'DELETE', keyId }),
    onSuccess: async () => {
      // Leave the page first: reloading a deleted watch would show an error.
      await navigate({ to: '/watches' })
      await queries.invalidateQueries({ queryKey: ['v1', keyId] })
    },
  })
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {asking && (
        <ConfirmDialog
          title="Delete this watch?"
          keep="Keep watch"
          action="Delete watch"
          send={remove}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            It stops refreshing and costs nothing more. Pending deliveries are dropped. Its past events stay
            on the events page.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
