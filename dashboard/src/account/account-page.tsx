import { useMail, useSession, useUsage } from '../api/own-queries.ts'
import { useFactors, useSigning } from '../api/signing-queries.ts'
import { Loaded, Settled } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { EmailCard } from './email-card.tsx'
import { HomeCard } from './home-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { PlanCard } from './plan-card.tsx'
import { ProviderCard } from './provider-card.tsx'
import { SecurityCard } from './security-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** The account and the person who is signed in. */
export function AccountPage() {
  const session = useSession()
  const usage = useUsage()
  const mail = useMail()
  const signing = useSigning()
  const factors = useFactors()
  return (
    <Page title="Account" about="Your plan, your sign-in and where you are signed in.">
      <Settled of={[session, usage, mail, signing, factors]} lines={8}>
        <AccountCards />
      </Settled>
    </Page>
  )
}

function AccountCards() {
  const session = useSession()
  const usage = useUsage()
  const hasMail = useMail().data?.available ?? false
  const signing = useSigning().data
  const factors = useFactors().data
  const ownPassword = factors?.password ?? false
  const hasPassword = ownPassword && (signing?.passwords ?? true)
  return (
    <>
      <Loaded query={usage} lines={3}>
        {(data) => <PlanCard usage={data} />}
      </Loaded>
      <div className="halves">
        <Loaded query={session} lines={2}>
          {({ email, role }) => (
            <EmailCard
              email={email}
              role={role}
              hasMail={hasMail}
              hasPassword={hasPassword}
              isProved={factors?.email_proved ?? true}
            />
          )}
        </Loaded>
        {hasPassword && <PasswordCard hasMail={hasMail} />}
      </div>
      {hasPassword && <SecurityCard />}
      {signing?.provider && <ProviderCard name={signing.provider.name} hasPassword={hasPassword} />}
      <Loaded query={session} lines={2}>
        {({ home_page }) => <HomeCard chosen={home_page} />}
      </Loaded>
      <SessionsCard />
    </>
  )
}
