import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { forgetHotels } from '../hotels/recent-hotels.ts'
import { Icon } from '../ui/icon.tsx'
import { forgetTexts } from './last-texts.ts'

export function SignOut() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const leave = useMutation({
    mutationFn: () => call('/sign-out', { method: 'POST' }),
    onSuccess: async () => {
      await navigate({ to: '/sign-in' })
      queries.clear()
      forgetTexts()
      forgetHotels()
    },
  })
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Sign out"
      title="Sign out"
      disabled={leave.isPending}
      onClick={() => leave.mutate()}
    >
      <Icon name="leave" />
    </button>
  )
}
