import { Link } from '@tanstack/react-router'
import { useSignUp } from '../api/own-queries.ts'
import { formatCredits } from '../ui/format.ts'
import { HomeChoice } from './home-choice.tsx'
import { SignForm, sameNext } from './sign-form.tsx'

export function SignUpPage() {
  const { plan = 'free', credits_limit: credits = 250 } = useSignUp().data ?? {}
  return (
    <SignForm
      path="/sign-up"
      title="Create an account"
      action="Create account"
      about={`${formatCredits(credits)} credits every month${plan === 'free' ? ', free' : ''}.`}
      isNew
      more={<HomeChoice />}
    >
      Have an account?{' '}
      <Link to="/sign-in" state={sameNext}>
        Sign in
      </Link>
    </SignForm>
  )
}
