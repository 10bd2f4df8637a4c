import { Type } from 'typebox'
import { findAnswer } from '../billing/idempotency.ts'
import type { Pool } from '../db/pool.ts'
import type { Reads } from '../db/replica/reads.ts'
import type { CountFreeWrite } from '../edge/free-writes.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { auditRoutes } from './audit-routes.ts'
import { claimRoutes } from './claim-routes.ts'
import type { FactorDeps } from './factors/prove.ts'
import { factorRoutes } from './factors/routes.ts'
import { jobFactsRoute } from './job-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { memberRoute, type OwnRoute, openRoute } from './own-route.ts'
import { personRoutes } from './person-routes.ts'
import { type ProviderRoutesDeps, providerRoutes } from './provider/routes.ts'
import type { Recovery } from './recovery.ts'
import type { Sessions } from './sessions.ts'
import { AnyPassword, Email, NewPassword } from './shapes.ts'
import { signingRoutes } from './signing-routes.ts'
import { usageRoutes } from './usage-routes.ts'

const closed = { additionalProperties: false } as const

const Token = Type.String({ minLength: 1, maxLength: 2000 })
const Hotels = Type.Object(
  {
    hotels: Type.Array(
      Type.Object(
        { chain: Type.String({ maxLength: 64 }), hotel_code: Type.String({ maxLength: 64 }) },
        closed,
      ),
      { maxItems: LIMITS.gridHotels },
    ),
  },
  closed,
)

interface HotelId {
  chain: string
  hotel_code: string
}

/** The known names of these hotels, and where they are. */
export type NameHotels = (
  hotels: readonly HotelId[],
) => Promise<(HotelId & { name: string; lat: number | null; lng: number | null })[]>

/** What of the prices here is invented. */
export interface Invented {
  sandbox: boolean
  /** The names of the sources that are not of the sandbox. */
  real: string[]
}

export interface OwnDeps {
  invented(): Invented
  pool: Pool
  reads: Reads
  sessions: Sessions
  countFreeWrite: CountFreeWrite
  nameHotels: NameHotels
  recovery: Recovery | null
  factors: FactorDeps
  providerSigning: Omit<ProviderRoutesDeps, 'pool'>
  now(): number
}

/** The dashboard's own routes; other calls go through the API's routes. */
export function ownRoutes(deps: OwnDeps): OwnRoute[] {
  const { pool, reads, sessions, countFreeWrite, nameHotels, recovery, factors, now } = deps
  return [
    ...signingRoutes(pool, sessions),
    ...providerRoutes({ pool, ...deps.providerSigning }),
    ...claimRoutes(pool, sessions),
    ...byMail(recovery, sessions),
    ...personRoutes(pool, sessions),
    ...factorRoutes(factors),
    jobFactsRoute(reads),
    ...keyRoutes(pool, countFreeWrite),
    ...usageRoutes(pool, reads, now),
    ...auditRoutes(reads),
    memberRoute({ method: 'GET', path: '/sandbox' }, async () => ({ body: deps.invented() })),
    names(nameHotels),
    answers(pool),
  ]
}

const Forgot = Type.Object({ email: Email }, closed)
const Reset = Type.Object(
  {
    token: Token,
    password: NewPassword,
  },
  closed,
)
const NewAddress = Type.Object({ email: Email, password: AnyPassword }, closed)

const ConfirmedEmail = Type.Object({ token: Token, password: AnyPassword }, closed)

/** What needs a mail server. */
function byMail(recovery: Recovery | null, sessions: Sessions): OwnRoute[] {
  const needed = (): Recovery => {
    sessions.requirePasswords()
    if (!recovery) throw invalid('This server sends no e-mail. Ask its operator.')
    return recovery
  }
  return [
    openRoute({ method: 'GET', path: '/mail' }, async () => ({
      body: { available: recovery !== null },
    })),
    openRoute({ method: 'POST', path: '/forgot-password', body: Forgot }, async ({ body }, visitor) => {
      await needed().forgot(visitor.address, body.email)
      return { body: {} }
    }),
    openRoute({ method: 'POST', path: '/reset-password', body: Reset }, async ({ body }) => {
      return { body: { ended: await needed().reset(body.token, body.password) } }
    }),
    memberRoute(
      { method: 'POST', path: '/email', body: NewAddress, needs: 'viewer' },
      async ({ body }, member) => {
        await needed().changeEmail(member, body.email, body.password)
        return { body: {} }
      },
    ),
    openRoute({ method: 'POST', path: '/confirm-email', body: ConfirmedEmail }, async ({ body }) => ({
      body: { email: await needed().confirmEmail(body.token, body.password) },
    })),
  ]
}

/** A read with a body, because an address has no room for this many hotels. */
function names(nameHotels: NameHotels): OwnRoute {
  return memberRoute(
    { method: 'POST', path: '/hotels/names', body: Hotels, needs: 'viewer' },
    async ({ body }) => ({
      body: { hotels: await nameHotels(body.hotels) },
    }),
  )
}

const AnswerParams = Type.Object({
  key: Type.String({ minLength: 1, maxLength: LIMITS.idempotencyKeyLength }),
})
const AnswerQuery = Type.Object({ path: Type.String({ pattern: '^(/[a-z]+)+$', maxLength: 100 }) }, closed)

/**
 * An answer that the page has paid for, so that a reload or a shared address shows it again. It never makes the call. Every
 * member may see it; answers with a secret are stored sealed and stay so.
 */
function answers(pool: Pool): OwnRoute {
  return memberRoute(
    { method: 'GET', path: '/answers/{key}', params: AnswerParams, query: AnswerQuery },
    async ({ params, query }, { account }) => {
      const found = await findAnswer(pool, account.no, `/app/api/v1${query.path}`, params.key)
      const answer = found?.body.startsWith('{')
        ? { status: found.status, data: JSON.parse(found.body) as unknown }
        : null
      return { body: { answer } }
    },
  )
}
