import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { Fault } from '../api/fault.ts'
import { useSession } from '../api/own-queries.ts'
import type { Session } from '../api/own-shapes.ts'
import { SigningCard } from '../signing/signing-card.tsx'
import { Button } from '../ui/button.tsx'
import { FaultNote, Loaded } from '../ui/feedback.tsx'
import { type AgentAsk, type Agreed, ConsentForm } from './consent-form.tsx'

/** What an agent asks for, or where to go because it asks for something that cannot be. */
type Asked = AgentAsk | { redirect: string }

/** An agent has sent a person here, to be let in. */
export function ConsentPage() {
  const { searchStr, href } = useLocation()
  const request = searchStr.replace(/^\?/, '')
  const asked = useQuery({
    queryKey: ['consent', request],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { data } = await call<Asked>(`/consent?${new URLSearchParams({ request }).toString()}`)
      if ('redirect' in data) window.location.replace(data.redirect)
      return data
    },
  })
  return (
    <SigningCard title="Let an agent in" other={<Link to="/">Open Vacancy</Link>}>
      <Loaded query={asked}>
        {(ask) =>
          'redirect' in ask ? (
            <p>Going back to the agent…</p>
          ) : (
            <Judged ask={ask} request={request} href={href} />
          )
        }
      </Loaded>
    </SigningCard>
  )
}

interface JudgedProps {
  ask: AgentAsk
  request: string
  href: string
}

function Judged({ ask, request, href }: JudgedProps) {
  const session = useSession()
  const isSignedOut = session.error instanceof Fault && session.error.status === 401
  return (
    <>
      <Introduction ask={ask} />
      {isSignedOut ? (
        <SignFirst href={href} />
      ) : (
        <Loaded query={session}>
          {(who) => <Decision ask={ask} request={request} href={href} who={who} />}
        </Loaded>
      )}
    </>
  )
}

/** The name is the client's own word. The host is what can be relied on. */
function Introduction({ ask: { client, goes_to: goesTo } }: { ask: AgentAsk }) {
  return (
    <div className="consent-who">
      <p className="consent-name">{client.name}</p>
      <p>
        from <strong>{placeOf(client.host)}</strong>
      </p>
      <p className="hint">
        {client.is_published
          ? `This address publishes what is known of it.${goesTo === 'this computer' ? ' It runs on this computer: any other program here could use its name.' : ''}`
          : 'It chose this name itself. Go on only if you know where it comes from.'}
      </p>
    </div>
  )
}

function placeOf(host: string): string {
  if (host === 'this computer') return 'a program on this computer'
  return host.endsWith(':') ? `the program that opens ${host}// links` : host
}

function SignFirst({ href }: { href: string }) {
  const isOpen = useQuery({
    queryKey: ['sign-up'],
    queryFn: async () => (await call<{ open: boolean }>('/sign-up')).data,
    staleTime: 60_000,
  }).data?.open
  return (
    <>
      <p>Sign in first. Then you come back here and decide what it may do.</p>
      <Link to="/sign-in" state={{ next: href }} className="button primary">
        Sign in
      </Link>
      {isOpen && (
        <Link to="/sign-up" state={{ next: href }} className="button plain">
          Create an account
        </Link>
      )}
    </>
  )
}

function Decision({ ask, request, href, who }: JudgedProps & { who: Session }) {
  const [isDone, setDone] = useState(false)
  const goBack = ({ redirect }: { redirect: string }) => {
    setDone(true)
    window.location.assign(redirect)
  }
  const allow = useMutation({
    mutationFn: async (agreed: Agreed) =>
      (await call<{ redirect: string }>('/consent', { method: 'POST', body: { request, ...agreed } })).data,
    onSuccess: goBack,
  })
  const refuse = useMutation({
    mutationFn: async () =>
      (await call<{ redirect: string }>('/consent/refuse', { method: 'POST', body: { request } })).data,
    onSuccess: goBack,
  })
  if (isDone) return <p>Done. You can go back to {ask.client.name}, and close this page.</p>
  const refusing = (
    <Button onClick={() => refuse.mutate()} busy={refuse.isPending} disabled={allow.isPending}>
      Refuse
    </Button>
  )
  return (
    <>
      {who.role === 'viewer' ? (
        <>
          <p className="note">
            You may look at everything in this account, but not let an agent spend its credits. Ask an owner.
          </p>
          {refusing}
        </>
      ) : (
        <ConsentForm ask={ask} isBusy={allow.isPending} onAgree={(agreed) => allow.mutate(agreed)}>
          {refusing}
        </ConsentForm>
      )}
      {(allow.error ?? refuse.error) && <FaultNote error={allow.error ?? refuse.error} />}
      <p className="hint">
        For the account of {who.email}.{' '}
        <Link to="/sign-in" state={{ next: href }}>
          Use another account
        </Link>
      </p>
    </>
  )
}
