import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Watch } from '@vacancy/client'
import { call } from '../api/call.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { DeleteButton } from '../shell/delete-button.tsx'
import { Button } from '../ui/button.tsx'
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
      <DeleteButton what="watch" path={`/watches/${watch.id}`} leaveTo="/watches">
        <p>
          It stops refreshing and costs nothing more. Pending deliveries are dropped. Its past events stay on
          the events page.
        </p>
      </DeleteButton>
      {act.error && <FaultNote error={act.error} />}
    </>
  )
}

interface Act {
  method?: 'POST' | 'PATCH'
  path?: string
  body?: unknown
}
