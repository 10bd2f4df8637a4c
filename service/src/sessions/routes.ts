import { Type } from 'typebox'
import { personOf } from '../accounts/acts.ts'
import { readMcpCaps, setMcpCap } from '../accounts/mcp-cap.ts'
import { createKey, type KeyRow, listKeys, renameKey, revokeKey } from '../accounts/store.ts'
import { findAnswer } from '../billing/idempotency.ts'
import type { Pool } from '../db/pool.ts'
import type { Reads } from '../db/replica/reads.ts'
import type { CountFreeWrite } from '../edge/free-writes.ts'
import { pageFields, readPage } from '../edge/paging.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { auditRoutes } from './audit-routes.ts'
import { jobFactsRoute } from './job-routes.ts'
import { memberRoute, type OwnRoute, openRoute } from './own-route.ts'
import { PASSWORD_LENGTH } from './password.ts'
import { personRoutes } from './person-routes.ts'
import type { Recovery } from './recovery.ts'
import type { Sessions, SignedIn } from './sessions.ts'
import type { Member } from './store.ts'
import { usageRoutes } from './usage-routes.ts'

const closed = { additionalProperties: false } as const

const Email = Type.String({ format: 'email', maxLength: 254 })
const Token = Type.String({ minLength: 1, maxLength: 2000 })
const SignUp = Type.Object(
  {
    email: Email,
    password: Type.String({ minLength: PASSWORD_LENGTH.least, maxLength: PASSWORD_LENGTH.most }),
  },
  closed,
)
const SignIn = Type.Object(
  { email: Email, password: Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH.most }) },
  closed,
)
const KeyName = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: LIMITS.keyNameLength,
      pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
    }),
  },
  closed,
)
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
const KeysQuery = Type.Object(pageFields('Keys per page.'), closed)
const KeyParams = Type.Object({ id: Type.String() })
/** 0 lifts the cap. */
const NewCap = Type.Object({ credits_per_day: Type.Number() }, closed)

interface HotelId {
  chain: string
  hotel_code: string
}

/** The known names of these hotels, and where they are. */
export type NameHotels = (
  hotels: readonly HotelId[],
) => Promise<(HotelId & { name: string; lat: number | null; lng: number | null })[]>

export interface OwnDeps {
  pool: Pool
  reads: Reads
  sessions: Sessions
  countFreeWrite: CountFreeWrite
  nameHotels: NameHotels
  recovery: Recovery | null
  now(): number
}

/** The dashboard's own routes; other calls go through the API's routes. */
export function ownRoutes(deps: OwnDeps): OwnRoute[] {
  const { pool, reads, sessions, countFreeWrite, nameHotels, recovery, now } = deps
  return [
    ...signing(sessions),
    ...byMail(recovery),
    ...personRoutes(pool),
    jobFactsRoute(reads),
    ...keys(pool, countFreeWrite),
    ...usageRoutes(pool, reads, now),
    ...auditRoutes(reads),
    names(nameHotels),
    answers(pool),
  ]
}

function signing(sessions: Sessions): OwnRoute[] {
  return [
    openRoute({ method: 'GET', path: '/sign-up' }, async () => ({ body: { open: sessions.isSignUpOpen } })),
    openRoute({ method: 'POST', path: '/sign-up', body: SignUp }, async ({ body }, visitor) =>
      signedIn(await sessions.signUp(visitor, body)),
    ),
    openRoute({ method: 'POST', path: '/sign-in', body: SignIn }, async ({ body }, visitor) =>
      signedIn(await sessions.signIn(visitor, body)),
    ),
    openRoute({ method: 'POST', path: '/sign-out' }, async (_asked, visitor) => ({
      body: {},
      cookies: await sessions.signOut(visitor),
    })),
    memberRoute({ method: 'GET', path: '/session' }, async (_asked, member) => ({ body: viewOf(member) })),
  ]
}

const Forgot = Type.Object({ email: Email }, closed)
const Reset = Type.Object(
  {
    token: Token,
    password: Type.String({ minLength: PASSWORD_LENGTH.least, maxLength: PASSWORD_LENGTH.most }),
  },
  closed,
)
const NewEmail = Type.Object(
  { email: Email, password: Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH.most }) },
  closed,
)

/** What needs a mail server. */
function byMail(recovery: Recovery | null): OwnRoute[] {
  const needed = (): Recovery => {
    if (!recovery) throw invalid('This server sends no e-mail. Ask its operator.')
    return recovery
  }
  return [
    openRoute({ method: 'GET', path: '/mail' }, async () => ({ body: { available: recovery !== null } })),
    openRoute({ method: 'POST', path: '/forgot-password', body: Forgot }, async ({ body }, visitor) => {
      await needed().forgot(visitor.address, body.email)
      return { body: {} }
    }),
    openRoute({ method: 'POST', path: '/reset-password', body: Reset }, async ({ body }) => {
      await needed().reset(body.token, body.password)
      return { body: {} }
    }),
    memberRoute(
      { method: 'POST', path: '/email', body: NewEmail, needs: 'viewer' },
      async ({ body }, member) => {
        await needed().changeEmail(member, body.email, body.password)
        return { body: {} }
      },
    ),
    openRoute(
      { method: 'POST', path: '/confirm-email', body: Type.Object({ token: Token }, closed) },
      async ({ body }) => ({
        body: { email: await needed().confirmEmail(body.token) },
      }),
    ),
  ]
}

function signedIn({ member, cookies }: SignedIn) {
  return { body: viewOf(member), cookies }
}

function viewOf({ email, role, account }: Member) {
  return { email, role, account: { id: account.id, plan: account.plan, operator: account.operator } }
}

function keys(pool: Pool, countFreeWrite: CountFreeWrite): OwnRoute[] {
  return [
    memberRoute({ method: 'GET', path: '/keys', query: KeysQuery }, async ({ query }, { account }) => {
      const caps = await readMcpCaps(pool, account.id)
      const { page, nextCursor } = await readPage(
        query.limit,
        (limit) => listKeys(pool, account.id, { after: query.cursor, limit }),
        (key) => Object.assign(keyView(key), { mcp_cap: caps.get(key.id) ?? null }),
      )
      return { body: { keys: page, limit: LIMITS.activeKeys, next_cursor: nextCursor } }
    }),
    memberRoute({ method: 'POST', path: '/keys', body: KeyName }, async ({ body }, { account, email }) => {
      await countFreeWrite(account.no)
      const { id, name, key } = await createKey(pool, account.id, body.name.trim(), personOf(email))
      return { body: { id, name, key } }
    }),
    memberRoute(
      { method: 'PATCH', path: '/keys/{id}', params: KeyParams, body: KeyName },
      async ({ params, body }, { account, email }) => {
        await countFreeWrite(account.no)
        const renamed = await renameKey(pool, account.id, params.id, body.name.trim(), personOf(email))
        return { body: keyView(renamed) }
      },
    ),
    memberRoute(
      { method: 'PATCH', path: '/keys/{id}/mcp-cap', params: KeyParams, body: NewCap },
      async ({ params, body }, { account, email }) => {
        await countFreeWrite(account.no)
        const owner = { accountId: account.id, by: personOf(email) }
        await setMcpCap(pool, params.id, body.credits_per_day, owner)
        const caps = await readMcpCaps(pool, account.id)
        return { body: { id: params.id, mcp_cap: caps.get(params.id) ?? null } }
      },
    ),
    memberRoute(
      { method: 'DELETE', path: '/keys/{id}', params: KeyParams },
      async ({ params }, { account, email }) => ({
        body: keyView(await revokeKey(pool, params.id, { accountId: account.id, by: personOf(email) })),
      }),
    ),
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

function keyView({ id, name, prefix, created_at, last_used_at, revoked_at }: KeyRow) {
  return { id, name, prefix, created_at, last_used_at, revoked_at }
}
