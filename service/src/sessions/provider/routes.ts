import { Type } from 'typebox'
import { countTry, forgetTries } from '../../accounts/throttle.ts'
import type { Pool } from '../../db/pool.ts'
import { invalid } from '../../kernel/errors.ts'
import { requirePassword } from '../credentials.ts'
import type { TellPerson } from '../factors/mails.ts'
import { memberRoute, type OwnAnswer, type OwnRoute, openRoute } from '../own-route.ts'
import { PASSWORD_LENGTH } from '../password.ts'
import type { Visitor } from '../sessions.ts'
import type { SigningRules } from '../ways.ts'
import { disconnect, isConnected } from './connections.ts'
import { errorOf, Refused, wordsFor } from './refusals.ts'
import type { ProviderSignIn } from './sign-in.ts'

const closed = { additionalProperties: false } as const
const Options = Type.Object({ refused: Type.Optional(Type.String({ maxLength: 40 })) }, closed)
const Begin = Type.Object(
  {
    next: Type.Optional(Type.String({ maxLength: 2000 })),
    invitation: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  closed,
)
/** Providers add parameters of their own. */
const Answered = Type.Object({}, { additionalProperties: Type.String({ maxLength: 4000 }) })
const Password = Type.Object(
  { password: Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH.most }) },
  closed,
)

export interface ProviderRoutesDeps {
  pool: Pool
  rules: SigningRules
  /** Null: no provider is set. */
  providerSignIn: ProviderSignIn | null
  issuer: string
  tell: TellPerson
}

export function providerRoutes(deps: ProviderRoutesDeps): OwnRoute[] {
  const { pool, rules, providerSignIn, issuer, tell } = deps
  const name = rules.provider ?? ''
  const needed = (): ProviderSignIn => {
    if (!providerSignIn) throw invalid('No identity provider is set up on this server. Ask its operator.')
    return providerSignIn
  }
  return [
    openRoute({ method: 'GET', path: '/sign-in', query: Options }, async ({ query }) => ({
      body: {
        passwords: rules.passwords,
        provider: rules.provider === null ? null : { name },
        refused: query.refused === undefined ? null : wordsFor(query.refused, name),
      },
    })),
    openRoute(
      { method: 'GET', path: '/sign-in/oidc', query: Begin, isOpenedByBrowser: true },
      async ({ query }, visitor) =>
        inWords(visitor, name, async () => {
          const { next = '/', invitation } = query
          const { url, cookie } = await needed().begin(visitor, { next, invitation })
          return { body: {}, cookies: [cookie], location: url }
        }),
    ),
    openRoute(
      { method: 'GET', path: '/sign-in/oidc/callback', query: Answered, isOpenedByBrowser: true },
      async ({ query }, visitor) =>
        inWords(visitor, name, async () => {
          const answered = new URLSearchParams(query)
          return { body: {}, ...(await needed().finish(visitor, answered)) }
        }),
    ),
    memberRoute({ method: 'GET', path: '/provider' }, async (_asked, { userId }) => ({
      body: {
        name: rules.provider,
        connected: rules.provider !== null && (await isConnected(pool, userId, issuer)),
      },
    })),
    memberRoute(
      { method: 'POST', path: '/provider/connect', body: Password, needs: 'viewer' },
      async ({ body }, member) => {
        const provider = needed()
        await provePassword(pool, member.userId, body.password)
        const { url, cookie } = await provider.begin(member.visitor, {
          next: '/account',
          userId: member.userId,
        })
        return { body: { url }, cookies: [cookie] }
      },
    ),
    memberRoute(
      { method: 'POST', path: '/provider/disconnect', body: Password, needs: 'viewer' },
      async ({ body }, member) => {
        await provePassword(pool, member.userId, body.password)
        await disconnect(pool, member, issuer)
        tell(member.email, 'providerDisconnected', name)
        return { body: {} }
      },
    ),
  ]
}

async function provePassword(pool: Pool, userId: string, password: string): Promise<void> {
  await countTry(pool, 'factorChangeByPerson', userId)
  await requirePassword(pool, userId, password, 'The password is wrong.')
  await forgetTries(pool, 'factorChangeByPerson', userId)
}

/** A person gets a refusal as the page of the sign-in, which asks for its words; a program as an error. */
async function inWords(
  { opensPage }: Visitor,
  name: string,
  act: () => Promise<OwnAnswer>,
): Promise<OwnAnswer> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (!opensPage) throw errorOf(error, name)
    return { body: {}, location: `/sign-in?refused=${error.refusal}` }
  }
}
