import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type HistoryState, useLocation, useRouter } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { call } from '../api/call.ts'
import type { Session } from '../api/own-shapes.ts'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { Field } from '../ui/field.tsx'
import { SigningCard } from './signing-card.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address that was asked for before the sign-in. It is not part of the address, so no link can set it. */
    next?: string
  }
}

/** Between signing in and signing up, the address asked for is kept. */
export const sameNext = ({ next }: HistoryState): HistoryState => (next === undefined ? {} : { next })

interface SignFormProps {
  path: '/sign-in' | '/sign-up'
  title: string
  action: string
  about: string
  isNew: boolean
  children: ReactNode
}

export function SignForm({ path, title, action, about, isNew, children }: SignFormProps) {
  const queries = useQueryClient()
  const { history } = useRouter()
  const { next = '/' } = useLocation().state
  const sign = useMutation({
    mutationFn: (body: unknown) => call<Session>(path, { method: 'POST', body }),
    onSuccess: ({ data }) => {
      queries.clear()
      queries.setQueryData(['session'], data)
      history.replace(next)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    sign.mutate({ email: form.get('email'), password: form.get('password') })
  }
  return (
    <SigningCard title={title} other={children}>
      <p className="about">{about}</p>
      <form onSubmit={submit}>
        <Field label="E-mail" name="email" type="email" autoComplete="username" required maxLength={254} />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete={isNew ? 'new-password' : 'current-password'}
          required
          minLength={isNew ? 10 : 1}
          maxLength={128}
          hint={isNew ? 'At least 10 characters. A few words are easier to remember.' : undefined}
        />
        {sign.error && <FaultNote error={sign.error} />}
        <Button type="submit" look="primary" busy={sign.isPending}>
          {action}
        </Button>
      </form>
    </SigningCard>
  )
}
