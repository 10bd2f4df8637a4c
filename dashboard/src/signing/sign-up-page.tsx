import { Link } from '@tanstack/react-router'
import { SignForm, sameNext } from './sign-form.tsx'

export function SignUpPage() {
  return (
    <SignForm
      path="/sign-up"
      title="Create an account"
      action="Create account"
      about="Free: 250 credits every month, up to five API keys."
      isNew
    >
      Have an account?{' '}
      <Link to="/sign-in" state={sameNext}>
        Sign in
      </Link>
    </SignForm>
  )
}
