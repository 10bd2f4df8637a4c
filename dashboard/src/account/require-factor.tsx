import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useFactors } from '../api/signing-queries.ts'
import { FaultNote, Loaded } from '../ui/feedback.tsx'
import { Card } from '../ui/page.tsx'

/** A rule for everybody in the account. */
export function RequireFactor({ isOwner }: { isOwner: boolean }) {
  const query = useFactors()
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (isRequired: boolean) =>
      call('/account', { method: 'PATCH', body: { require_second_factor: isRequired } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['second-factor'] }),
  })
  return (
    <Loaded query={query} lines={2}>
      {({ require_second_factor: isRequired }) => (
        <Card title="Second factor">
          <label className="checked">
            <input
              type="checkbox"
              checked={isRequired}
              disabled={!isOwner || change.isPending}
              onChange={(event) => change.mutate(event.target.checked)}
            />
            Everybody who signs in with a password needs a second factor
          </label>
          <p className="hint">People without one are asked to set it up before anything else.</p>
          {change.error && <FaultNote error={change.error} />}
        </Card>
      )}
    </Loaded>
  )
}
