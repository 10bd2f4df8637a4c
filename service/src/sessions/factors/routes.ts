import { Type } from 'typebox'
import { hasPassword } from '../credentials.ts'
import { hasProvedAddress } from '../first-proof.ts'
import { memberRoute, type OwnRoute } from '../own-route.ts'
import { listPasskeys, type Passkey } from '../passkeys/store.ts'
import { PASSWORD_LENGTH } from '../password.ts'
import {
  beginPasskey,
  confirmTotp,
  keepPasskey,
  newRecoveryCodes,
  offerTotp,
  removePasskey,
  removeTotp,
} from './change.ts'
import type { FactorDeps } from './prove.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { requireSecondFactor } from './require.ts'
import { readFactors } from './store.ts'

const closed = { additionalProperties: false } as const
const Password = Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH.most })
export const Code = Type.String({ minLength: 1, maxLength: 40 })
/** What a browser says about a passkey. The library checks it. */
export const Credential = Type.Object(
  { id: Type.String({ maxLength: 2000 }) },
  { additionalProperties: true },
)
const ProofFields = { password: Password, code: Type.Optional(Code), credential: Type.Optional(Credential) }
const ProofBody = Type.Object(ProofFields, closed)
const Id = Type.Object({ id: Type.String({ maxLength: 64 }) })

/** What people do about their second factor, whatever their role. */
export function factorRoutes(deps: FactorDeps): OwnRoute[] {
  return [...totpRoutes(deps), ...passkeyRoutes(deps), required(deps)]
}

/** Open to somebody who has yet to set up the factor that their account requires. */
const ENROLLING = { needs: 'viewer', isEnrolling: true } as const

function totpRoutes(deps: FactorDeps): OwnRoute[] {
  const { pool } = deps
  return [
    memberRoute({ method: 'GET', path: '/second-factor', ...ENROLLING }, async (_asked, { userId }) => {
      const [factors, left, passkeys, password, proved] = await Promise.all([
        readFactors(pool, userId),
        countRecoveryCodes(pool, userId),
        listPasskeys(pool, userId),
        hasPassword(pool, userId),
        hasProvedAddress(pool, userId),
      ])
      return {
        body: {
          password,
          email_proved: proved,
          totp: factors.totpSince === null ? null : { since: factors.totpSince, recovery_codes_left: left },
          passkeys: passkeys.map(viewOf),
          require_second_factor: factors.isRequired,
        },
      }
    }),
    memberRoute(
      {
        method: 'POST',
        path: '/second-factor/totp',
        body: Type.Object({ password: Password }, closed),
        ...ENROLLING,
      },
      async ({ body }, member) => ({ body: await offerTotp(deps, member, body.password) }),
    ),
    memberRoute(
      {
        method: 'POST',
        path: '/second-factor/totp/confirm',
        body: Type.Object({ code: Code }, closed),
        ...ENROLLING,
      },
      async ({ body }, member) => {
        await confirmTotp(deps, member, body.code)
        return { body: {} }
      },
    ),
    memberRoute(
      { method: 'POST', path: '/second-factor/totp/remove', body: ProofBody, needs: 'viewer' },
      async ({ body }, member) => {
        await removeTotp(deps, member, body)
        return { body: {} }
      },
    ),
    memberRoute(
      { method: 'POST', path: '/second-factor/recovery-codes', body: ProofBody, needs: 'viewer' },
      async ({ body }, member) => ({
        body: { recovery_codes: await newRecoveryCodes(deps, member, body) },
      }),
    ),
  ]
}

function passkeyRoutes(deps: FactorDeps): OwnRoute[] {
  return [
    memberRoute(
      { method: 'POST', path: '/passkeys/options', body: ProofBody, ...ENROLLING },
      async ({ body }, member) => ({ body: await beginPasskey(deps, member, body) }),
    ),
    memberRoute(
      {
        method: 'POST',
        path: '/passkeys',
        body: Type.Object(
          { name: Type.String({ minLength: 1, maxLength: 60 }), credential: Credential },
          closed,
        ),
        ...ENROLLING,
      },
      async ({ body }, member) => ({ body: { id: await keepPasskey(deps, member, body) } }),
    ),
    memberRoute(
      { method: 'POST', path: '/passkeys/{id}/remove', params: Id, body: ProofBody, needs: 'viewer' },
      async ({ params, body }, member) => {
        await removePasskey(deps, member, params.id, body)
        return { body: {} }
      },
    ),
  ]
}

function required({ pool }: FactorDeps): OwnRoute {
  return memberRoute(
    {
      method: 'PATCH',
      path: '/account',
      body: Type.Object({ require_second_factor: Type.Boolean() }, closed),
      needs: 'owner',
    },
    async ({ body }, member) => {
      await requireSecondFactor(pool, member, body.require_second_factor)
      return { body: { require_second_factor: body.require_second_factor } }
    },
  )
}

function viewOf({ id, name, createdAt, usedAt }: Passkey) {
  return { id, name, created_at: createdAt, used_at: usedAt }
}
