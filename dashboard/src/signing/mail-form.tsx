import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { SigningCard } from './signing-card.tsx'

interface MailFormProps {
  path: '/forgot-password' | '/reset-password' | '/confirm-email'
  title: string
  action: string
  /** Shown once it has worked. */
  done: string
  /** What is sent besides the fields. */
  fixed?: Record<string, string>
  children: ReactNode
}

/** One step that begins or ends with a link in a mail. */
export function MailForm({ path, title, action, done, fixed, children }: MailFormProps) {
  const send = useMutation({
    mutationFn: (body: unknown) => call<{ ended?: string[] }>(path, { method: 'POST', body }),
  })
  const ended = send.data?.data.ended ?? []
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    send.mutate({ ...Object.fromEntries(new FormData(event.currentTarget)), ...fixed })
  }
  return (
    <SigningCard title={title} other={<Link to="/sign-in">Sign in</Link>}>
      {send.isSuccess ? (
        <div role="status">
          <p className="about">{done}</p>
          {ended.length > 0 && (
            <p className="about">
              Your address was never confirmed before, so this ended or is paused: {ended.join(', ')}.
            </p>
          )}
        </div>
      ) : (
        <form onSubmit={submit}>
          {children}
          {send.error && <FaultNote error={send.error} />}
          <Button type="submit" look="primary" busy={send.isPending}>
            {action}
          </Button>
        </form>
      )}
    </SigningCard>
  )
}

/** From the link. */
export function tokenOf(): Record<string, string> {
  return { token: new URLSearchParams(globalThis.location.search).get('token') ?? '' }
}
