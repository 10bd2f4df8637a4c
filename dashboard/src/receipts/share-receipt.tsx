import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../api/call.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Button } from '../ui/button.tsx'
import { Copy } from '../ui/copy.tsx'
import { FaultNote, Loaded } from '../ui/feedback.tsx'
import { Card } from '../ui/page.tsx'
import { useReceiptLink } from './queries.ts'

/** A page for people without an account, until the link is ended. */
export function ShareReceipt({ id }: { id: string }) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const query = useReceiptLink(id)
  const change = useMutation({
    mutationFn: (method: 'POST' | 'DELETE') => call(`/v1/receipts/${id}/link`, { method, keyId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['v1', keyId] }),
  })
  return (
    <div className="ask-board">
      <Card title="Share it">
        {change.error && <FaultNote error={change.error} />}
        <Loaded query={query} lines={1}>
          {({ shared, url }) =>
            !shared ? (
              <>
                <p>
                  Everybody who has the link can see this receipt and what the sources sent, without an
                  account.
                </p>
                <div className="form-foot">
                  <Button icon="link" busy={change.isPending} onClick={() => change.mutate('POST')}>
                    Make a link
                  </Button>
                </div>
              </>
            ) : (
              <>
                {url === null ? (
                  <p>There is a link, which can no longer be shown. It works until you replace or end it.</p>
                ) : (
                  <Address url={new URL(url, location.href).href} />
                )}
                <div className="form-foot">
                  {url === null && (
                    <Button icon="link" busy={change.isPending} onClick={() => change.mutate('POST')}>
                      Replace the link
                    </Button>
                  )}
                  <Button look="danger" busy={change.isPending} onClick={() => change.mutate('DELETE')}>
                    End the link
                  </Button>
                </div>
              </>
            )
          }
        </Loaded>
      </Card>
    </div>
  )
}

function Address({ url }: { url: string }) {
  const ref = useRef<HTMLAnchorElement>(null)
  return (
    <p className="feed-text">
      <a href={url} target="_blank" rel="noreferrer" ref={ref}>
        {url}
      </a>{' '}
      <Copy text={url} from={ref} />
    </p>
  )
}
