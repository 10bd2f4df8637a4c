import { Link } from '@tanstack/react-router'
import { SignForm } from './sign-form.tsx'

export function SignInPage() {
  return (
    <SignForm
      path="/sign-in"
      title="Sign in"
      action="Sign in"
      about="Usage, API keys, and an explorer that makes real calls."
      isNew={false}
    >
      No account yet? <Link to="/sign-up">Sign up</Link>
    </SignForm>
  )
}
