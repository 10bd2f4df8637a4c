import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { call } from '../api/call.ts'
import type { Session } from '../api/own-shapes.ts'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { Field, textOf } from '../ui/field.tsx'
import { canUsePasskeys, signInWithPasskey } from './passkey.ts'
import { SigningCard } from './signing-card.tsx'
import { useArrival } from './use-arrival.ts'

/** After the password: a code, a recovery code, or a passkey. */
export function SecondStep() {
  const arrive = useArrival()
  const finish = useMutation({
    mutationFn: async (code: string) =>
      (await call<Session>('/sign-in/second-factor', { method: 'POST', body: { code } })).data,
    onSuccess: arrive,
  })
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: arrive })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    finish.mutate(textOf(event, 'code'))
  }
  const error = finish.error ?? passkey.error
  return (
    <SigningCard
      title="One more step"
      other={
        <>
          Lost both? The operator of this server can reset them. <a href="/sign-in">Begin again</a>
        </>
      }
    >
      <p className="about">Your account has a second factor.</p>
      <form onSubmit={submit}>
        <Field
          label="Code"
          name="code"
          autoComplete="one-time-code"
          required
          maxLength={40}
          hint="Six digits from your authenticator app, or one of your recovery codes."
        />
        {error && <FaultNote error={error} />}
        <Button type="submit" look="primary" busy={finish.isPending}>
          Sign in
        </Button>
      </form>
      {canUsePasskeys && (
        <div className="other-ways">
          <Button busy={passkey.isPending} onClick={() => passkey.mutate()}>
            Use a passkey instead
          </Button>
        </div>
      )}
    </SigningCard>
  )
}
