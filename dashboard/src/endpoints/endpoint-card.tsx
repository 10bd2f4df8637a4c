import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '@vacancy/client'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { eventWords } from '../events/event-words.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Badge, FaultNote } from '../ui/feedback.tsx'
import { formatMinute } from '../ui/format.ts'
import { SecretOnce } from '../watches/secret-once.tsx'
import { ChangeEndpoint } from './change-endpoint.tsx'
import { endpointName, KINDS, pausedWords } from './endpoint-words.ts'
import { LastDelivery } from './last-delivery.tsx'

interface Act {
  method: 'POST' | 'PATCH' | 'DELETE'
  path?: string
  body?: object
}

export function EndpointCard({ endpoint }: { endpoint: Endpoint }) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const act = useMutation({
    gcTime: 0,
    mutationFn: async ({ path = '', ...ask }: Act) =>
      (await call<Partial<Endpoint>>(`/v1/endpoints/${endpoint.id}${path}`, { ...ask, keyId })).data,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['v1', keyId] }),
  })
  const [asking, setAsking] = useState<'change' | 'delete' | 'rotate' | null>(null)
  const { status, kind, paused_reason: reason, failing_since: failingSince } = endpoint
  const isPaused = status === 'paused'
  return (
    <li className={isPaused ? 'card endpoint-card paused' : 'card endpoint-card'}>
      <div className="endpoint-head">
        <div>
          <h2>{endpointName(endpoint)}</h2>
          <p className="under address">
            {KINDS[kind]}
            {endpoint.description !== null && ` · ${endpoint.address ?? endpoint.url}`}
          </p>
        </div>
        <Badge of={status} />
      </div>
      <p className="hint">
        {endpoint.events === null
          ? 'Gets every event.'
          : `Gets only: ${endpoint.events.map((type) => eventWords(type).toLowerCase()).join(', ')}.`}
      </p>
      {isPaused && (
        <p className="caution" role="status">
          Paused: nothing is sent. {pausedWords(reason)}
        </p>
      )}
      {status === 'unverified' && (
        <p className="caution" role="status">
          Waiting for somebody to follow the link in the first mail to {endpoint.address}. Events wait for it
          too, for up to 7 days.
        </p>
      )}
      {failingSince !== null && !isPaused && (
        <p className="caution" role="status">
          Failing since {formatMinute(failingSince)}.
        </p>
      )}
      <LastDelivery endpoint={endpoint.id} />
      {act.error && <FaultNote error={act.error} />}
      <div className="endpoint-actions">
        <Button
          className="small"
          busy={act.isPending}
          disabled={status !== 'active'}
          onClick={() => act.mutate({ method: 'POST', path: '/test' })}
        >
          Send a test
        </Button>
        {status === 'unverified' && (
          <Button
            className="small"
            disabled={act.isPending}
            onClick={() => act.mutate({ method: 'PATCH', body: { address: endpoint.address } })}
          >
            Send the link again
          </Button>
        )}
        {status !== 'unverified' && (
          <Button
            className="small"
            disabled={act.isPending}
            onClick={() => act.mutate({ method: 'PATCH', body: { status: isPaused ? 'active' : 'paused' } })}
          >
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
        )}
        <Button className="small" disabled={act.isPending} onClick={() => setAsking('change')}>
          Change
        </Button>
        {kind === 'webhook' && (
          <Button className="small" disabled={act.isPending} onClick={() => setAsking('rotate')}>
            New secret
          </Button>
        )}
        <Button className="small" look="danger" disabled={act.isPending} onClick={() => setAsking('delete')}>
          Delete
        </Button>
      </div>
      {asking === 'change' && <ChangeEndpoint endpoint={endpoint} onClose={() => setAsking(null)} />}
      {asking === 'delete' && (
        <Sure
          title={`Delete ${endpointName(endpoint)}?`}
          words="It gets nothing any more. Change the watches and schedules that use it first."
          action="Delete receiver"
          onSure={() => act.mutate({ method: 'DELETE' })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'rotate' && (
        <Sure
          title="Make a new secret?"
          words="Events are signed with both secrets for 24 hours, then only with the new one."
          action="New secret"
          onSure={() => act.mutate({ method: 'POST', path: '/rotate-secret' })}
          onClose={() => setAsking(null)}
        />
      )}
      {act.data?.secret !== undefined && (
        <SecretOnce title="New secret" secret={act.data.secret} onClose={act.reset} />
      )}
    </li>
  )
}

interface SureProps {
  title: string
  words: string
  action: string
  onSure: () => void
  onClose: () => void
}

function Sure({ title, words, action, onSure, onClose }: SureProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{words}</p>
      <div className="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="danger"
          onClick={() => {
            onSure()
            onClose()
          }}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
