import { countTry } from '../../accounts/throttle.ts'
import type { Client, Pool } from '../../db/pool.ts'
import { invalid } from '../../kernel/errors.ts'
import { endCookie, readCookie, stepCookie } from '../cookies.ts'
import type { TellPerson } from '../factors/mails.ts'
import { recordFailedSignIn } from '../failed-sign-ins.ts'
import { networkOf } from '../network.ts'
import type { Sessions, Visitor } from '../sessions.ts'
import { hashOf, keepStep, newToken, takeStep } from '../steps.ts'
import type { Checks, Identity, Provider } from './client.ts'
import { connectIdentity, findOrMakePerson, type PeopleRules, type Proved } from './people.ts'
import { Refused } from './refusals.ts'

export interface ProviderSignInDeps {
  pool: Pool
  provider: Provider
  rules: PeopleRules
  sessions: Pick<Sessions, 'enter'>
  secure: boolean
  tell: TellPerson
  /** Makes the invited person a member. */
  acceptInvitation(client: Client, tokenHash: Buffer, email: string): Promise<string>
  log: { error(detail: object, message: string): void; warn(detail: object, message: string): void }
}

/** What is kept while somebody is at the provider. */
interface Away {
  checks: Omit<Checks, 'state'>
  /** The hash of what only the browser has that began it. */
  browser: string
  next: string
  /** The hash of an invitation's token. */
  invitation?: string
}

/** Why somebody goes to the provider. */
export interface Errand {
  next: string
  invitation?: string | undefined
  /** To connect the provider to this person, who is signed in. */
  userId?: string
}

export interface ProviderSignIn {
  begin(visitor: Visitor, errand: Errand): Promise<{ url: string; cookie: string }>
  /** Where the browser goes now. */
  finish(visitor: Visitor, answered: URLSearchParams): Promise<{ location: string; cookies: string[] }>
}

const COOKIE = 'vacancy.sign_in'
const AWAY_SEC = 600
export const CALLBACK = '/app/api/sign-in/oidc/callback'

export function createProviderSignIn(deps: ProviderSignInDeps): ProviderSignIn {
  const { pool, provider, rules, sessions, secure, tell, acceptInvitation, log } = deps
  const cookieOptions = { secure, sameSite: 'Lax' } as const

  async function comeBack(visitor: Visitor, answered: URLSearchParams) {
    const state = answered.get('state') ?? ''
    // Whatever follows, this answer cannot be given again.
    const step = await takeStep<Away>(pool, 'provider', state)
    const browser = readCookie(visitor.cookie, COOKIE)
    if (!step || browser === null || hashOf(browser).toString('hex') !== step.detail.browser)
      throw new Refused('expired')
    const { checks, next, invitation } = step.detail
    const address = new URL(`${visitor.origin}${CALLBACK}?${answered.toString()}`)
    const identity = await provider.finish(address, { ...checks, state })
    if (step.userId !== null) {
      tell(await connectIdentity(pool, step.userId, identity), 'providerConnected', provider.name)
      return { location: next, cookies: [] }
    }
    const join = invitation
      ? (client: Client) => acceptInvitation(client, Buffer.from(invitation, 'hex'), identity.email ?? '')
      : null
    const proved = provedOf(identity)
    const { userId, setAside } = await findOrMakePerson(pool, proved, rules, join)
    if (setAside !== null) tellAside(proved.email, setAside)
    const entered = await sessions.enter(visitor, userId, 'provider')
    const isHalf = 'secondFactor' in entered
    const location = isHalf ? `/sign-in?second_factor=1&next=${encodeURIComponent(next)}` : next
    return { location, cookies: entered.cookies }
  }

  function tellAside(email: string, account: string): void {
    // Without the address of the person: it does not belong in a log.
    log.warn({ account }, 'an account had the address of a person without a proof, and goes on without it')
    tell(email, 'startedAnew', account === '' ? undefined : account)
  }

  async function leave(visitor: Visitor, { next, invitation, userId }: Errand) {
    const [browser, state] = [newToken(), newToken()]
    const { url, checks } = await provider.begin(visitor.origin + CALLBACK, state)
    const { nonce, verifier } = checks
    const detail: Away = {
      checks: { nonce, verifier },
      browser: hashOf(browser).toString('hex'),
      next,
      ...(invitation !== undefined && { invitation: hashOf(invitation).toString('hex') }),
    }
    await keepStep(pool, { kind: 'provider', userId: userId ?? null, detail }, AWAY_SEC, state)
    return { url, cookie: stepCookie(COOKIE, browser, { ...cookieOptions, seconds: AWAY_SEC }) }
  }

  async function noting<T>(visitor: Visitor, act: () => Promise<T>): Promise<T> {
    await countTry(pool, 'signInFromNetwork', networkOf(visitor.address))
    try {
      return await act()
    } catch (error) {
      if (error instanceof Refused) note(error, visitor)
      throw error
    }
  }

  return {
    begin: async (visitor, errand) => {
      requireOwnPath(errand.next)
      return noting(visitor, () => leave(visitor, errand))
    },
    finish: (visitor, answered) =>
      noting(visitor, async () => {
        const { location, cookies } = await comeBack(visitor, answered)
        return { location, cookies: [...cookies, endCookie(COOKIE, cookieOptions)] }
      }),
  }

  function note({ refusal, email, cause }: Refused, { address }: Visitor): void {
    // Without the address of the person: it does not belong in a log.
    log.warn({ refusal, why: whyOf(cause) }, 'a sign-in by the provider was refused')
    if (email === null) return
    recordFailedSignIn(pool, email, address).catch((error: unknown) =>
      log.error({ err: error }, 'a failed sign-in is not in the audit log'),
    )
  }
}

function provedOf(identity: Identity): Proved {
  const { email, isVerified } = identity
  if (email === null) throw new Refused('no_email')
  if (!isVerified) throw new Refused('unverified_email')
  return { ...identity, email }
}

function whyOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined
  const { message, code } = cause as Error & { code?: string }
  return code === undefined ? message : `${message} (${code})`
}

/** A path of this server: no link may send somebody elsewhere after the sign-in. */
function requireOwnPath(next: string): void {
  const isPath = /^\/(?![/\\])[\x21-\x7e]*$/.test(next) && !next.includes('\\')
  if (!isPath || new URL(next, 'http://own.invalid').origin !== 'http://own.invalid')
    throw invalid('`next` must be a path on this server, such as /keys.')
}
