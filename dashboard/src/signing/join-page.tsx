import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { ROLE_WORDS } from '../account/roles.ts'
import { call } from '../api/call.ts'
import type { Role } from '../api/own-shapes.ts'
import { useSigning } from '../api/signing-queries.ts'
import { Button } from '../ui/button.tsx'
import { FaultNote, Loaded } from '../ui/feedback.tsx'
import { Field, textOf } from '../ui/field.tsx'
import { tokenOf } from './mail-form.tsx'
import { ProviderLink } from './other-ways.tsx'
import { SigningCard } from './signing-card.tsx'

interface Welcome {
  email: string
  role: Role
  account: string
}

/** For somebody who follows the link of an invitation. */
export function JoinPage() {
  const query = useQuery({
    queryKey: ['invitation'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await call<Welcome>('/invitation', { method: 'POST', body: tokenOf() })).data,
  })
  return (
    <SigningCard title="Join an account" name="Join" other={<Link to="/sign-in">Sign in</Link>}>
      <Loaded query={query}>{(welcome) => <JoinForm welcome={welcome} />}</Loaded>
    </SigningCard>
  )
}

function JoinForm({ welcome: { email, role, account } }: { welcome: Welcome }) {
  const signing = useSigning().data
  const queries = useQueryClient()
  const navigate = useNavigate()
  const join = useMutation({
    mutationFn: (password: string) => call('/join', { method: 'POST', body: { ...tokenOf(), password } }),
    onSuccess: async () => {
      queries.clear()
      await navigate({ to: '/home' })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    join.mutate(textOf(event, 'password'))
  }
  return (
    <>
      <p className="about">
        {account} invites you. {ROLE_WORDS[role].may}
      </p>
      {signing?.provider && (
        <div className="other-ways">
          <ProviderLink
            name={signing.provider.name}
            verb="Join"
            invitation={tokenOf().token}
            isOnly={!signing.passwords}
          />
        </div>
      )}
      {signing?.passwords !== false && (
        <form onSubmit={submit}>
          <Field label="E-mail" type="email" autoComplete="username" value={email} readOnly />
          <Field
            label="Choose a password"
            name="password"
            type="password"
            autoComplete="new-password"
            required
            minLength={10}
            maxLength={128}
            hint="At least 10 characters. A few words are easier to remember."
          />
          {join.error && <FaultNote error={join.error} />}
          <Button type="submit" look="primary" busy={join.isPending}>
            Join
          </Button>
        </form>
      )}
    </>
  )
}
