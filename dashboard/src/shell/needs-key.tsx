import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { useKeys } from '../api/own-queries.ts'
import { Button } from '../ui/button.tsx'
import { Empty, FaultNote, Loaded } from '../ui/feedback.tsx'

/** Shown on pages that call the API if the account has no key. One click makes one for the dashboard. */
export function NeedsKey() {
  const query = useKeys()
  const queries = useQueryClient()
  const create = useMutation({
    // The page needs only the key's id. The key itself is not looked at and not kept.
    gcTime: 0,
    mutationFn: async () => {
      await call('/keys', { method: 'POST', body: { name: 'Dashboard' } })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys'] }),
  })
  return (
    <Loaded query={query}>
      {() => (
        <section className="card">
          <Empty icon="keys" title="One step before you start">
            <p>
              This page makes its calls with an API key of your account. Start makes one called “Dashboard”.
              If you want to call the API from your own code,{' '}
              <Link to="/keys">create a key that you can copy</Link>.
            </p>
            {create.error && <FaultNote error={create.error} />}
            <Button look="primary" busy={create.isPending} onClick={() => create.mutate()}>
              Start
            </Button>
          </Empty>
        </section>
      )}
    </Loaded>
  )
}
