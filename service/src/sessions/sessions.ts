import { countTry, forgetTries } from '../accounts/throttle.ts'
import type { Pool } from '../db/pool.ts'
import { ApiError, internalFault, invalid } from '../kernel/errors.ts'
import type { PlanName } from '../kernel/plan-names.ts'
import type { createAuth } from './auth.ts'
import { endCookie, readCookie, stepCookie } from './cookies.ts'
import { findByPassword } from './credentials.ts'
import { type FactorDeps, proveCode } from './factors/prove.ts'
import { readFactors } from './factors/store.ts'
import { recordFailedSecondFactor, recordFailedSignIn } from './failed-sign-ins.ts'
import { refuseCommonPassword } from './guessable-passwords.ts'
import { networkOf } from './network.ts'
import { askForPasskey, findByPasskey } from './passkeys/ceremony.ts'
import { keepStep, readStep, takeStep } from './steps.ts'
import { endOldestSessions, findMember, type Member, recordPresence } from './store.ts'
import { type SessionState, type SigningRules, sessionState, type Way } from './ways.ts'

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
  /** What this server was called. */
  host: string | undefined
  /** The address of this server, as the browser calls it. */
  origin: string
  /** Whether a person reads the answer in the window of a browser. */
  opensPage: boolean
}

/** Somebody with a session, and which of their sessions it is. */
export interface SignedInMember extends Member {
  sessionId: string
  standing: Exclude<SessionState, 'ended'>
  visitor: Visitor
}

/** The cookies to set in the browser. */
export interface SignedIn {
  member: Member
  cookies: string[]
}

/** What the password alone brings somebody with a second factor. */
export interface HalfWay {
  secondFactor: true
  cookies: string[]
}

export interface Sessions {
  signUp(visitor: Visitor, credentials: Credentials): Promise<SignedIn | HalfWay>
  signIn(visitor: Visitor, credentials: Credentials): Promise<SignedIn | HalfWay>
  /** The second half of a sign-in: a code, or a recovery code. */
  finish(visitor: Visitor, code: string): Promise<SignedIn>
  askForPasskey(visitor: Visitor): Promise<object>
  signInWithPasskey(visitor: Visitor, credential: object): Promise<SignedIn>
  /** For somebody who has just proved who they are. Asks for their second factor, if they have one. */
  enter(visitor: Visitor, userId: string, way: Exclude<Way, 'passkey'>): Promise<SignedIn | HalfWay>
  /** Ends the session in the database and returns cookies that end it in the browser. */
  signOut(visitor: Visitor): Promise<string[]>
  find(visitor: Visitor): Promise<{ member: SignedInMember; cookies: string[] } | null>
  /** Whether anyone may create an account. */
  isSignUpOpen: boolean
  signUpPlan: PlanName
  rules: SigningRules
  /** Refuses where people sign in at the provider only. */
  requirePasswords(): void
  /** Loads the library early, because a sign-in is likely. */
  warm(): void
}

export interface SessionsOptions extends FactorDeps {
  pool: Pool
  secret: () => string
  secure: boolean
  isSignUpOpen: boolean
  /** Of the accounts that people make for themselves. */
  signUpPlan: PlanName
  rules: SigningRules
  log: { error(detail: object, message: string): void }
}

type Auth = ReturnType<typeof createAuth>

const STEP_COOKIE = 'vacancy.second_step'
const STEP_SEC = 600

export function createSessions(options: SessionsOptions): Sessions {
  const { pool, secret, secure, isSignUpOpen, signUpPlan, rules, log } = options
  let loading: Promise<Auth> | undefined
  // Loaded on first use: it is our largest library, and an API without sign-ins starts without it.
  const load = (): Promise<Auth> => {
    loading ??= import('./auth.ts').then(({ createAuth }) =>
      createAuth({ pool, secret: secret(), secure, log }),
    )
    return loading
  }
  const inBackground = (work: Promise<void>) =>
    void work.catch((error: unknown) => log.error({ err: error }, 'a failed sign-in is not in the audit log'))

  /** Nobody has a session before this. */
  async function open(visitor: Visitor, userId: string, way: Way): Promise<SignedIn> {
    const member = await findMember(pool, userId, signUpPlan)
    if (!member) throw internalFault(new Error('somebody signed in who does not exist'))
    const auth = await load()
    const { headers } = await auth.api.openSession({
      body: { userId, way },
      headers: headersOf(visitor),
      returnHeaders: true,
    })
    await endOldestSessions(pool, userId)
    // Nobody gets the cookie of a session that the audit log does not know.
    const from = way === 'provider' && rules.provider !== null ? { provider: rules.provider } : {}
    await recordPresence(pool, member, 'person.sign_in', { address: visitor.address, way, ...from })
    // A new session ends the browser's previous one.
    if (visitor.cookie !== undefined) await auth.api.signOut({ headers: headersOf(visitor) })
    return { member, cookies: headers.getSetCookie() }
  }

  const enter: Sessions['enter'] = async (visitor, userId, way) => {
    const { totpSince, passkeys, isRequired } = await readFactors(pool, userId)
    const isAsked = totpSince !== null || (way === 'password' && isRequired && passkeys > 0)
    if (!isAsked) return open(visitor, userId, way)
    const token = await keepStep(pool, { kind: 'second_factor', userId, detail: { way } }, STEP_SEC)
    const cookie = stepCookie(STEP_COOKIE, token, { secure, sameSite: 'Strict', seconds: STEP_SEC })
    return { secondFactor: true, cookies: [cookie] }
  }

  async function enterByPassword(
    visitor: Visitor,
    { email, password }: Credentials,
  ): Promise<SignedIn | HalfWay | null> {
    const person = email.toLowerCase()
    await countTry(pool, 'signInAsPerson', person)
    const userId = await findByPassword(pool, email, password)
    if (userId === null) {
      // Not waited for: the time of the answer would tell who has an account.
      inBackground(recordFailedSignIn(pool, email, visitor.address))
      return null
    }
    await forgetTries(pool, 'signInAsPerson', person)
    return enter(visitor, userId, 'password')
  }

  function requirePasswords(): void {
    if (!rules.passwords) throw invalid(`Nobody signs in with a password here. Use ${rules.provider}.`)
  }

  return {
    isSignUpOpen: isSignUpOpen && rules.passwords,
    signUpPlan,
    rules,
    requirePasswords,
    warm: () => void load().catch((error: unknown) => log.error({ err: error }, 'sign-in is not available')),
    enter,
    signUp: async (visitor, credentials) => {
      requirePasswords()
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
      const entered = await enterByPassword(visitor, credentials)
      if (entered) return entered
      throw invalid(
        'An account could not be created with this e-mail. If you already have one, sign in instead.',
      )
    },
    signIn: async (visitor, credentials) => {
      requirePasswords()
      await countTry(pool, 'signInFromNetwork', networkOf(visitor.address))
      const entered = await enterByPassword(visitor, credentials)
      if (!entered) throw new ApiError('auth_failed', 'The e-mail or the password is wrong.')
      return entered
    },
    finish: async (visitor, code) => {
      await countTry(pool, 'signInFromNetwork', networkOf(visitor.address))
      const token = readCookie(visitor.cookie, STEP_COOKIE) ?? ''
      const step = await readStep<{ way: Way }>(pool, 'second_factor', token)
      const member = step?.userId ? await findMember(pool, step.userId, signUpPlan) : null
      if (!step || !member) throw new ApiError('auth_failed', 'This sign-in has expired. Begin it again.')
      if (!(await proveCode(options, member, code))) {
        inBackground(recordFailedSecondFactor(pool, member.email, visitor.address))
        throw new ApiError('auth_failed', 'The code is wrong, has expired or was used already.')
      }
      // Two right codes at the same moment open one session.
      if (!(await takeStep(pool, 'second_factor', token)))
        throw new ApiError('auth_failed', 'This sign-in has ended. Begin it again.')
      const { way } = step.detail
      const { cookies, ...opened } = await open(visitor, member.userId, way === 'password' ? 'two_step' : way)
      return { ...opened, cookies: [...cookies, endCookie(STEP_COOKIE, { secure, sameSite: 'Strict' })] }
    },
    askForPasskey: async (visitor) => {
      requirePasswords()
      await countTry(pool, 'signInFromNetwork', networkOf(visitor.address))
      return askForPasskey(pool, visitor)
    },
    signInWithPasskey: async (visitor, credential) => {
      requirePasswords()
      await countTry(pool, 'signInFromNetwork', networkOf(visitor.address))
      return open(visitor, await findByPasskey(pool, credential, visitor), 'passkey')
    },
    signOut: async (visitor) => {
      const auth = await load()
      const session = await auth.api.getSession({ headers: headersOf(visitor) })
      const member = session && (await findMember(pool, session.user.id, signUpPlan))
      if (member) await recordPresence(pool, member, 'person.sign_out', { address: visitor.address })
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
      const { user, session } = response
      const [member, standing] = await Promise.all([
        findMember(pool, user.id, signUpPlan),
        sessionState(pool, user.id, session.id, rules),
      ])
      if (!member || standing === 'ended') return null
      return {
        member: { ...member, sessionId: session.id, standing, visitor },
        cookies: headers.getSetCookie(),
      }
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
