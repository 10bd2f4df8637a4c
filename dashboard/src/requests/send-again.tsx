import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Quote } from '@vacancy/client'
import { useState } from 'react'
import type { RequestDetail } from '../api/account-queries.ts'
import { call } from '../api/call.ts'
import { ConfirmCost, Receipt } from '../paid/cost.tsx'
import { useActingKey } from '../shell/acting-key.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { formatCredits } from '../ui/format.ts'
import { Card } from '../ui/page.tsx'
import { readBody } from './body.ts'

/** Reads that cost credits, and have no dry run. */
const PAID_READ = /^\/(hotels(\?|$)|hotels\/[^/]+\/[^/]+\/ids|award\/value)/

/** Makes the same call again, after showing what it may cost. Only calls that do not change anything. */
export function SendAgain({ request }: { request: RequestDetail }) {
  const { method, path } = request
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const [cost, setCost] = useState<Quote['quote'] | null>(null)
  const [asking, setAsking] = useState(false)
  const body = readBody(request)
  const send = useMutation({
    mutationFn: () => call<unknown>(`/v1${path}`, { keyId, ...(body !== null && { method: 'POST', body }) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['usage'] }),
  })
  const quote = useMutation({
    mutationFn: async () =>
      (
        await call<Quote>(`/v1${path}`, {
          method: 'POST',
          body: { ...body, dry_run: true },
          keyId,
          isQuote: true,
        })
      ).data.quote,
    onSuccess: setCost,
  })
  const isRead = method === 'GET'
  const isPaidRead = isRead && PAID_READ.test(path)
  if (!isRead && (method !== 'POST' || body === null)) return null
  const start = () => {
    if (isPaidRead) setAsking(true)
    else if (isRead) send.mutate()
    else quote.mutate()
  }
  return (
    <Card
      title="Send it again"
      aside={
        <Button look="primary" icon="arrow" busy={send.isPending || quote.isPending} onClick={start}>
          Send again
        </Button>
      }
    >
      <p className="hint">
        {isRead && !isPaidRead
          ? 'The same read with the selected key. It is free.'
          : 'The same call with the selected key. You see what it costs before anything is charged.'}
      </p>
      {quote.error && <FaultNote error={quote.error} />}
      {send.error && <FaultNote error={send.error} />}
      {send.data && (
        <div role="status">
          <Receipt answer={send.data} />
          <pre className="kept" tabIndex={0} aria-label="The new answer">
            <code>{JSON.stringify(send.data.data, null, 2)}</code>
          </pre>
        </div>
      )}
      {asking && (
        <Dialog title="Spend credits?" onClose={() => setAsking(false)}>
          <p>
            This call cost {formatCredits(request.credits)} credits. It may cost more now, if its answer is no
            longer cached.
          </p>
          <div className="dialog-actions">
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button
              look="primary"
              onClick={() => {
                setAsking(false)
                send.mutate()
              }}
            >
              Send again
            </Button>
          </div>
        </Dialog>
      )}
      {cost && (
        <ConfirmCost
          cost={cost}
          onClose={() => setCost(null)}
          onConfirm={() => {
            setCost(null)
            send.mutate()
          }}
        />
      )}
    </Card>
  )
}
