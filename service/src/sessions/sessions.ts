import { countTry, forgetTries } from '../accounts/throttle.ts'
import type { Pool } from '../db/pool.ts'
import { ApiError, internalFault, invalid } from '../kernel/errors.ts'
import type { createAuth } from './auth.ts'
import { recordFailedSignIn } from './failed-sign-ins.ts'
import { refuseCommonPassword } from './guessable-passwords.ts'
import { networkOf } from './network.ts'
import { endOldestSessions, findMember, type Member, recordPresence } from './store.ts'

export interface Credentials {
  email: string
  password: string
}

/** What is known of a caller before sign-in. */
export interface Visitor {
  address: string
  cookie: string | undefined
  /** The browser, as it calls itself. */
  agent: string | undefined
}

/** Somebody with a session, and which of their sessions it is. */
export interface SignedInMember extends Member {
  sessionId: string
}

/** The cookies to set in the browser. */
export interface SignedIn {
  member: Member
  cookies: string[]
}

export interface Sessions {
  signUp(visitor: Visitor, credentials: Credentials): Promise<SignedIn>
  signIn(visitor: Visitor, credentials: Credentials): Promise<SignedIn>
  /** Ends the session in the database and returns cookies that end it in the browser. */
  signOut(visitor: Visitor): Promise<string[]>
  find(visitor: Visitor): Promise<{ member: SignedInMember; cookies: string[] } | null>
  /** Whether anyone may create an account. */
  isSignUpOpen: boolean
  /** Loads the library early, because a sign-in is likely. */
  warm(): void
}

export interface SessionsOptions {
  pool: Pool
  secret: () => string
  secure: boolean
  isSignUpOpen: boolean
  log: { error(detail: object, message: string): void }
}

type Auth = ReturnType<typeof createAuth>

export function createSessions({ pool, secret, secure, isSignUpOpen, log }: SessionsOptions): Sessions {
  let loading: Promise<Auth> | undefined
  // Loaded on first use: it is our largest library, and an API without sign-ins starts without it.
  const load = (): Promise<Auth> => {
    loading ??= import('./auth.ts').then(({ createAuth }) =>
      createAuth({ pool, secret: secret(), secure, log }),
    )
    return loading
  }

  async function enter(visitor: Visitor, { email, password }: Credentials): Promise<SignedIn | null> {
    const person = email.toLowerCase()
    await countTry(pool, 'signInAsPerson', person)
    const auth = await load()
    const entered = await refusable(
      auth.api.signInEmail({ body: { email, password }, headers: headersOf(visitor), returnHeaders: true }),
    )
    if (!entered) {
      // Not waited for: the time of the answer would tell who has an account.
      recordFailedSignIn(pool, email, visitor.address).catch((error: unknown) =>
        log.error({ err: error }, 'a failed sign-in is not in the audit log'),
      )
      return null
    }
    const member = await findMember(pool, entered.response.user.id)
    if (!member) throw internalFault(new Error('somebody signed in who does not exist'))
    await forgetTries(pool, 'signInAsPerson', person)
    await endOldestSessions(pool, member.userId)
    // Nobody gets the cookie of a session that the audit log does not know.
    await recordPresence(pool, member, 'person.sign_in', visitor.address)
    // A new session ends the browser's previous one.
    if (visitor.cookie !== undefined) await auth.api.signOut({ headers: headersOf(visitor) })
    return { member, cookies: entered.headers.getSetCookie() }
  }

  return {
    isSignUpOpen,
    warm: () => void load().catch((error: unknown) => log.error({ err: error }, 'sign-in is not available')),
    signUp: async (visitor, credentials) => {
      if (!isSignUpOpen) throw invalid('Sign-up is closed on this server. Ask its operator for an account.')
      await countTry(pool, 'signUpFromNetwork', networkOf(visitor.address))
      const { email, password } = credentials
      await refuseCommonPassword(password, email)
      const auth = await load()
      await refusable(
        auth.api.signUpEmail({ body: { email, password, name: '' }, headers: headersOf(visitor) }),
      )
      // The refusal reveals that the e-mail has an account. Without confirmation e-mails that cannot be avoided; only the right
      // password gets in.
      const entered = await enter(visitor, credentials)
      if (entered) return entered
      throw invalid(
        'An account could not be created with this e-mail. If you already have one, sign in instead.',
      )
    },
    signIn: async (visitor, credentials) => {
      await countTry(pool, 'signInFromNetwork', networkOf(visitor.address))
      const entered = await enter(visitor, credentials)
      if (!entered) throw new ApiError('auth_failed', 'The e-mail or the password is wrong.')
      return entered
    },
    signOut: async (visitor) => {
      const auth = await load()
      const session = await auth.api.getSession({ headers: headersOf(visitor) })
      const member = session && (await findMember(pool, session.user.id))
      if (member) await recordPresence(pool, member, 'person.sign_out', visitor.address)
      const { headers } = await auth.api.signOut({ headers: headersOf(visitor), returnHeaders: true })
      return headers.getSetCookie()
    },
    find: async (visitor) => {
      if (visitor.cookie === undefined) return null
      const auth = await load()
      const { response, headers } = await auth.api.getSession({
        headers: headersOf(visitor),
        returnHeaders: true,
      })
      if (!response) return null
      const member = await findMember(pool, response.user.id)
      if (!member) return null
      return { member: { ...member, sessionId: response.session.id }, cookies: headers.getSetCookie() }
    },
  }
}

/** The library keeps browser and address with a session, so that its owner can recognise it. */
function headersOf({ address, cookie, agent }: Visitor): Headers {
  return new Headers({
    'x-forwarded-for': address,
    ...(cookie !== undefined && { cookie }),
    ...(agent !== undefined && { 'user-agent': agent.slice(0, MOST_AGENT) }),
  })
}

const MOST_AGENT = 300

/** Null if the input was refused; any other error is a fault. */
async function refusable<T>(entering: Promise<T>): Promise<T | null> {
  try {
    return await entering
  } catch (error) {
    const { statusCode } = error as { statusCode?: number }
    if (statusCode !== undefined && statusCode < 500) return null
    throw error
  }
}
