import { useMail, useSession, useUsage } from '../api/own-queries.ts'
import { Loaded } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { EmailCard } from './email-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { PlanCard } from './plan-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** The account and the person who is signed in. */
export function AccountPage() {
  const session = useSession()
  const usage = useUsage()
  const hasMail = useMail().data?.available ?? false
  return (
    <Page title="Account" about="Your plan, your sign-in and where you are signed in.">
      <Loaded query={usage} lines={3}>
        {(data) => <PlanCard usage={data} />}
      </Loaded>
      <div className="halves">
        <Loaded query={session} lines={2}>
          {({ email, role }) => <EmailCard email={email} role={role} hasMail={hasMail} />}
        </Loaded>
        <PasswordCard hasMail={hasMail} />
      </div>
      <SessionsCard />
    </Page>
  )
}
