import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useConnected } from '../api/source-queries.ts'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { Card } from '../ui/page.tsx'

/** All invented sources at once, if there are any. */
export function SandboxSwitch() {
  const { data } = useConnected()
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: (on: boolean) => call('/operator/sandbox', { method: 'POST', body: { on } }),
    onSettled: () => queries.invalidateQueries(),
  })
  if (!data) return null
  const { sandbox, sources } = data
  // While it is off, its sources are not listed.
  if (sandbox && !sources.some((source) => source.sandbox)) return null
  return (
    <Card title="Sandbox">
      <p>
        {sandbox
          ? 'The sandbox is on: its hotels and prices are invented, so that you can try everything without a key.'
          : 'The sandbox is off: only real sources are left.'}
      </p>
      {Boolean(send.error) && <FaultNote error={send.error} />}
      <Button busy={send.isPending} onClick={() => send.mutate(!sandbox)}>
        {sandbox ? 'Switch the sandbox off' : 'Switch the sandbox on'}
      </Button>
    </Card>
  )
}
