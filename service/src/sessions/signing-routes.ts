import { Type } from 'typebox'
import { PLANS } from '../accounts/plans.ts'
import type { Pool } from '../db/pool.ts'
import { toCredits } from '../kernel/credits.ts'
import { Code, Credential } from './factors/routes.ts'
import { memberRoute, type OwnRoute, openRoute } from './own-route.ts'
import { HomePage, type Preferences, savePreferences } from './preferences.ts'
import type { HalfWay, Sessions, SignedIn, SignedInMember } from './sessions.ts'
import { AnyPassword, Email, NewPassword } from './shapes.ts'
import type { Member } from './store.ts'

const closed = { additionalProperties: false } as const

const SignUp = Type.Object(
  {
    email: Email,
    password: NewPassword,
    home_page: Type.Optional(HomePage),
  },
  closed,
)
const SignIn = Type.Object({ email: Email, password: AnyPassword }, closed)
/** Signing up, in and out. */
export function signingRoutes(pool: Pool, sessions: Sessions): OwnRoute[] {
  return [
    openRoute({ method: 'GET', path: '/sign-up' }, async () => ({
      body: {
        open: sessions.isSignUpOpen,
        plan: sessions.signUpPlan,
        credits_limit: toCredits(PLANS[sessions.signUpPlan].allowance),
      },
    })),
    openRoute({ method: 'POST', path: '/sign-up', body: SignUp }, async ({ body }, visitor) => {
      const { home_page, ...credentials } = body
      const entered = await sessions.signUp(visitor, credentials)
      if (home_page !== undefined && 'member' in entered) await choose(pool, entered.member, { home_page })
      return signedIn(entered)
    }),
    openRoute({ method: 'POST', path: '/sign-in', body: SignIn }, async ({ body }, visitor) =>
      signedIn(await sessions.signIn(visitor, body)),
    ),
    openRoute({ method: 'POST', path: '/sign-out' }, async (_asked, visitor) => ({
      body: {},
      cookies: await sessions.signOut(visitor),
    })),
    memberRoute({ method: 'GET', path: '/session', isEnrolling: true }, async (_asked, member) => ({
      body: sessionOf(member),
    })),
    ...signingFurther(sessions),
  ]
}

const SecondFactor = Type.Object({ code: Code }, closed)
const Passkey = Type.Object({ credential: Credential }, closed)

/** The second half of a sign-in, and signing in with a passkey. */
function signingFurther(sessions: Sessions): OwnRoute[] {
  return [
    openRoute(
      { method: 'POST', path: '/sign-in/second-factor', body: SecondFactor },
      async ({ body }, visitor) => signedIn(await sessions.finish(visitor, body.code)),
    ),
    openRoute({ method: 'POST', path: '/sign-in/passkey/options' }, async (_asked, visitor) => ({
      body: await sessions.askForPasskey(visitor),
    })),
    openRoute({ method: 'POST', path: '/sign-in/passkey', body: Passkey }, async ({ body }, visitor) =>
      signedIn(await sessions.signInWithPasskey(visitor, body.credential)),
    ),
  ]
}

/** What the member shows from then on, too. */
async function choose(pool: Pool, member: Member, chosen: Preferences): Promise<void> {
  await savePreferences(pool, member.userId, chosen)
  member.preferences = { ...member.preferences, ...chosen }
}

/** What is answered, and the cookies of the session. */
export function signedIn(entered: SignedIn | HalfWay) {
  const { cookies } = entered
  if ('secondFactor' in entered) return { body: { second_factor: true }, cookies }
  return { body: viewOf(entered.member), cookies }
}

/** What is missing is only said to somebody who misses it. */
function sessionOf(member: SignedInMember) {
  return { ...viewOf(member), ...(member.standing === 'enrol' && { needs_second_factor: true }) }
}

function viewOf({ email, role, preferences, account }: Member) {
  return {
    email,
    role,
    home_page: preferences.home_page ?? null,
    account: { id: account.id, plan: account.plan, operator: account.operator },
  }
}
