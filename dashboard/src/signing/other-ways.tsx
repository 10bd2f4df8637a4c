import { useMutation } from '@tanstack/react-query'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { canUsePasskeys, signInWithPasskey } from './passkey.ts'
import { useArrival, useNext } from './use-arrival.ts'

interface ProviderLinkProps {
  name: string
  /** What it does there. */
  verb?: string
  invitation?: string | undefined
  isOnly?: boolean
}

/** Leaves this page for the provider, which sends the browser back. */
export function ProviderLink({ name, verb = 'Sign in', invitation, isOnly = false }: ProviderLinkProps) {
  const query = new URLSearchParams({ next: useNext(), ...(invitation && { invitation }) })
  return (
    <a className={`button ${isOnly ? 'primary' : 'plain'}`} href={`/app/api/sign-in/oidc?${query}`}>
      {verb} with {name}
    </a>
  )
}

/** Ways to sign in beside the password. */
export function OtherWays({ provider }: { provider: string | null }) {
  const arrive = useArrival()
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: arrive })
  if (provider === null && !canUsePasskeys) return null
  return (
    <div className="other-ways">
      {provider !== null && <ProviderLink name={provider} />}
      {canUsePasskeys && (
        <Button busy={passkey.isPending} onClick={() => passkey.mutate()}>
          Use a passkey
        </Button>
      )}
      {passkey.error && <FaultNote error={passkey.error} />}
    </div>
  )
}
