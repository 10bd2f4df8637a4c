import { useMutation } from '@tanstack/react-query'
import type { HistoryState } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { call } from '../api/call.ts'
import type { HalfWay, Session } from '../api/own-shapes.ts'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { SecondStep } from './second-step.tsx'
import { SigningCard } from './signing-card.tsx'
import { useArrival } from './use-arrival.ts'

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
  /** Further fields. */
  more?: ReactNode
  /** Why nobody was signed in before. */
  refused?: string | null | undefined
  /** Other ways to sign in, under the form. */
  ways?: ReactNode
  children: ReactNode
}

export function SignForm({
  path,
  title,
  action,
  about,
  isNew,
  more,
  refused,
  ways,
  children,
}: SignFormProps) {
  const arrive = useArrival()
  const sign = useMutation({
    mutationFn: async (body: unknown) => (await call<Session | HalfWay>(path, { method: 'POST', body })).data,
    onSuccess: (data) => {
      if (!('second_factor' in data)) arrive(data)
    },
  })
  if (sign.data && 'second_factor' in sign.data) return <SecondStep />
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    sign.mutate(Object.fromEntries(new FormData(event.currentTarget)))
  }
  return (
    <SigningCard title={title} other={children}>
      <p className="about">{about}</p>
      {refused && !sign.error && <RefusedNote words={refused} />}
      <form onSubmit={submit}>
        <SignFields isNew={isNew} />
        {more}
        {sign.error && <FaultNote error={sign.error} />}
        <Button type="submit" look="primary" busy={sign.isPending}>
          {action}
        </Button>
      </form>
      {ways}
    </SigningCard>
  )
}

/** Who signs in. */
export function SignFields({ isNew }: { isNew: boolean }) {
  return (
    <>
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
    </>
  )
}

export function RefusedNote({ words }: { words: string }) {
  return (
    <div className="fault" role="alert">
      <Icon name="warning" />
      <p className="fault-message">{words}</p>
    </div>
  )
}
