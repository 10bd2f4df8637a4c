import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { Field, textOf } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'

export function PasswordCard({ hasMail }: { hasMail: boolean }) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (body: { password: string; new_password: string }) =>
      call('/password', { method: 'POST', body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const body = { password: textOf(event, 'password'), new_password: textOf(event, 'new_password') }
    change.mutate(body, { onSuccess: () => form.reset() })
  }
  return (
    <Card title="Password">
      <form className="stacked" onSubmit={submit}>
        <Field
          label="Present password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={128}
        />
        <Field
          label="New password"
          name="new_password"
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          maxLength={128}
          hint="At least 10 characters. All your other browsers are signed out."
        />
        {change.error && <FaultNote error={change.error} />}
        <div className="form-foot">
          <Button type="submit" look="primary" busy={change.isPending}>
            Change password
          </Button>
          {hasMail && <Link to="/forgot-password">Forgot it?</Link>}
          <span className="hint" role="status">
            {change.isSuccess && 'Your password is changed.'}
          </span>
        </div>
      </form>
    </Card>
  )
}
