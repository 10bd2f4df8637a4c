import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { HomePage, Session } from '../api/own-shapes.ts'
import { HomeChoice } from '../signing/home-choice.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { Card } from '../ui/page.tsx'

/** Which page opens after the sign-in. */
export function HomeCard({ chosen }: { chosen: HomePage | null }) {
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (home_page: HomePage) => call('/preferences', { method: 'PATCH', body: { home_page } }),
    onSuccess: (_answer, home_page) =>
      queries.setQueryData<Session>(['session'], (session) => session && { ...session, home_page }),
  })
  return (
    <Card title="Your first page">
      <HomeChoice chosen={chosen} onChoose={(value) => save.mutate(value)} />
      <p className="hint" role="status">
        {save.isSuccess
          ? 'Saved. Its page opens when you sign in.'
          : 'Its page opens when you sign in, and its group comes first in the navigation.'}
      </p>
      {save.error && <FaultNote error={save.error} />}
    </Card>
  )
}
