import { Link, useLocation } from '@tanstack/react-router'
import { useMail, useSignUp } from '../api/own-queries.ts'
import { useSigning } from '../api/signing-queries.ts'
import { OtherWays, ProviderLink } from './other-ways.tsx'
import { SecondStep } from './second-step.tsx'
import { RefusedNote, SignForm, sameNext } from './sign-form.tsx'
import { SigningCard } from './signing-card.tsx'

const ABOUT = 'What hotel nights cost, in money and in points.'

export function SignInPage() {
  const isOpen = useSignUp().data?.open ?? false
  const hasMail = useMail().data?.available ?? false
  // The provider sends the browser back here, if there is something to say or one more step.
  const came = new URLSearchParams(useLocation().searchStr)
  const {
    passwords = true,
    provider = null,
    refused = null,
  } = useSigning(came.get('refused') ?? '').data ?? {}
  if (came.has('second_factor')) return <SecondStep />
  if (!passwords && provider) {
    return (
      <SigningCard title="Sign in" other={null}>
        <p className="about">{ABOUT}</p>
        {refused && <RefusedNote words={refused} />}
        <div className="other-ways">
          <ProviderLink name={provider.name} isOnly />
        </div>
      </SigningCard>
    )
  }
  return (
    <SignForm
      path="/sign-in"
      title="Sign in"
      action="Sign in"
      about={ABOUT}
      isNew={false}
      refused={refused}
      ways={<OtherWays provider={provider?.name ?? null} />}
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
