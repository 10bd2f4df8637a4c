import { Field } from './field.tsx'

export function PasswordField() {
  return (
    <Field
      label="Your password"
      name="password"
      type="password"
      autoComplete="current-password"
      required
      maxLength={128}
    />
  )
}

export function CodeField() {
  return (
    <Field
      label="Code"
      name="code"
      autoComplete="one-time-code"
      required
      maxLength={40}
      hint="Of your authenticator app, or a recovery code."
    />
  )
}
