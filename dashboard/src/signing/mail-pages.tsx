import { Field } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { MailForm, tokenOf } from './mail-form.tsx'

export function ForgotPasswordPage() {
  return (
    <MailForm
      path="/forgot-password"
      title="Forgot your password?"
      action="Send me a link"
      done="If somebody signs in with this address, a link is being sent to it."
    >
      <Field label="E-mail" name="email" type="email" autoComplete="username" required maxLength={254} />
    </MailForm>
  )
}

export function ResetPasswordPage() {
  return (
    <MailForm
      path="/reset-password"
      title="Choose a new password"
      action="Save"
      done="Your password is new, and all sessions have ended. You can sign in now."
      fixed={tokenOf()}
    >
      <p className="about">
        If this address was never confirmed, keys, agents, passkeys, invitations and shared links end too,
        endpoints pause, and other people leave: somebody else may have signed up with it.
      </p>
      <Field
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        maxLength={128}
        hint="At least 10 characters. A few words are easier to remember."
      />
    </MailForm>
  )
}

export function ConfirmEmailPage() {
  return (
    <MailForm
      path="/confirm-email"
      title="Confirm your e-mail address"
      action="Confirm"
      done="Your address is confirmed. You sign in with it from now on."
      fixed={tokenOf()}
    >
      <p className="about">
        Only if you asked for it. If the address is new, the old one no longer works after this.
      </p>
      <PasswordField />
    </MailForm>
  )
}
