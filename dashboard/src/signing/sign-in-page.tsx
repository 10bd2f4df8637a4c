import { Link } from '@tanstack/react-router'
import { useMail, useSignUp } from '../api/own-queries.ts'
import { SignForm, sameNext } from './sign-form.tsx'

export function SignInPage() {
  const isOpen = useSignUp().data?.open ?? false
  const hasMail = useMail().data?.available ?? false
  return (
    <SignForm
      path="/sign-in"
      title="Sign in"
      action="Sign in"
      about="Usage, API keys, and an explorer that makes real calls."
      isNew={false}
    >
      {isOpen && (
        <>
          No account yet?{' '}
          <Link to="/sign-up" state={sameNext}>
            Sign up
          </Link>{' '}
        </>
      )}
      {hasMail && <Link to="/forgot-password">Forgot your password?</Link>}
    </SignForm>
  )
}
