import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { useSession } from '../api/own-queries.ts'
import { useConnected } from '../api/source-queries.ts'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { Card } from '../ui/page.tsx'

/** Asked once, of the operator of a new server. */
export function FirstChoice() {
  const isOperator = useSession().data?.account.operator === true
  const { data } = useConnected(isOperator)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const choose = useMutation({
    mutationFn: (choice: 'sandbox' | 'connect') =>
      call('/operator/choice', { method: 'POST', body: { choice } }),
    onSuccess: async (_answer, choice) => {
      await queries.invalidateQueries({ queryKey: ['operator', 'connected'] })
      if (choice === 'connect') await navigate({ to: '/operator/$part', params: { part: 'sources' } })
    },
  })
  if (data?.choice !== null) return null
  const hasSandbox = data.sources.some(({ sandbox }) => sandbox)
  if (!hasSandbox && data.sources.length > 0) return null
  return (
    <Card title={hasSandbox ? 'How do you want to begin?' : 'Connect a source'}>
      <p>
        {hasSandbox
          ? 'The sandbox has invented hotels and prices, so that you can try everything now.'
          : 'This server has no source of prices yet.'}{' '}
        A real source needs a key of its vendor, which some give you in minutes.
      </p>
      {Boolean(choose.error) && <FaultNote error={choose.error} />}
      <div className="form-foot">
        {hasSandbox && (
          <Button look="primary" busy={choose.isPending} onClick={() => choose.mutate('sandbox')}>
            Look around in the sandbox
          </Button>
        )}
        <Button
          look={hasSandbox ? 'plain' : 'primary'}
          busy={choose.isPending}
          onClick={() => choose.mutate('connect')}
        >
          Connect a source
        </Button>
      </div>
    </Card>
  )
}
