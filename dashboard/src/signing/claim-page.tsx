import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { call } from '../api/call.ts'
import type { Session } from '../api/own-shapes.ts'
import { Button } from '../ui/button.tsx'
import { FaultNote, Loaded } from '../ui/feedback.tsx'
import { formatCredits } from '../ui/format.ts'
import { HomeChoice } from './home-choice.tsx'
import { SignFields } from './sign-form.tsx'
import { SigningCard } from './signing-card.tsx'
import { useArrival } from './use-arrival.ts'

interface Claimed {
  /** Its name. */
  account: string
  credits_limit: number
}

/** For the owner of a new server, who has the link of its first start. */
export function ClaimPage() {
  const { token } = useParams({ from: '/claim/$token' })
  const query = useQuery({
    queryKey: ['claim', token],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await call<Claimed>('/claim/check', { method: 'POST', body: { token } })).data,
  })
  return (
    <SigningCard title="Make this server yours" name="Claim" other={<Link to="/sign-in">Sign in</Link>}>
      <Loaded query={query}>{(claimed) => <ClaimForm token={token} claimed={claimed} />}</Loaded>
    </SigningCard>
  )
}

function ClaimForm({ token, claimed }: { token: string; claimed: Claimed }) {
  const arrive = useArrival()
  const claim = useMutation({
    mutationFn: async (fields: object) =>
      (await call<Session>('/claim', { method: 'POST', body: { token, ...fields } })).data,
    onSuccess: arrive,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    claim.mutate(Object.fromEntries(new FormData(event.currentTarget)))
  }
  return (
    <>
      <p className="about">
        Choose how you sign in. You get the account “{claimed.account}” with its API key and{' '}
        {formatCredits(claimed.credits_limit)} credits a month, and you run this server.
      </p>
      <form onSubmit={submit}>
        <SignFields isNew />
        <HomeChoice />
        {claim.error && <FaultNote error={claim.error} />}
        <Button type="submit" look="primary" busy={claim.isPending}>
          Become the owner
        </Button>
      </form>
    </>
  )
}
