import { Type } from 'typebox'
import { PLANS } from '../accounts/plans.ts'
import { countTry } from '../accounts/throttle.ts'
import type { Pool } from '../db/pool.ts'
import { toCredits } from '../kernel/credits.ts'
import { checkClaim, claimAccount } from './claim.ts'
import { FIRST_ACCOUNT } from './claim-link.ts'
import { networkOf } from './network.ts'
import { type OwnRoute, openRoute } from './own-route.ts'
import { HomePage, savePreferences } from './preferences.ts'
import type { Sessions, Visitor } from './sessions.ts'
import { Email, NewPassword } from './shapes.ts'
import { signedIn } from './signing-routes.ts'

const closed = { additionalProperties: false } as const

const Token = Type.String({ minLength: 1, maxLength: 200 })
const Claim = Type.Object(
  { token: Token, email: Email, password: NewPassword, home_page: Type.Optional(HomePage) },
  closed,
)

/** For the first owner of the server, who has its link. Whether sign-up is open does not matter. */
export function claimRoutes(pool: Pool, sessions: Sessions): OwnRoute[] {
  const admit = async ({ address }: Visitor): Promise<void> => {
    sessions.requirePasswords()
    await countTry(pool, 'claimFromNetwork', networkOf(address))
  }
  return [
    // So that nobody fills in a form for a link that is over.
    openRoute(
      { method: 'POST', path: '/claim/check', body: Type.Object({ token: Token }, closed) },
      async ({ body }, visitor) => {
        await admit(visitor)
        const plan = await checkClaim(pool, body.token)
        return { body: { account: FIRST_ACCOUNT, plan, credits_limit: toCredits(PLANS[plan].allowance) } }
      },
    ),
    openRoute({ method: 'POST', path: '/claim', body: Claim }, async ({ body }, visitor) => {
      await admit(visitor)
      const { token, home_page, ...credentials } = body
      const userId = await claimAccount(pool, token, credentials)
      if (home_page !== undefined) await savePreferences(pool, userId, { home_page })
      return signedIn(await sessions.enter(visitor, userId, 'password'))
    }),
  ]
}
