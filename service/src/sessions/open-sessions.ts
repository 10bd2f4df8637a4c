import type { Logger } from 'pino'
import type { Pool } from '../db/pool.ts'
import type { PlanName } from '../kernel/plan-names.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { UnaskedMail } from '../mail/unasked.ts'
import type { Vault } from '../ops/vault.ts'
import { createTellPerson } from './factors/mails.ts'
import type { FactorDeps } from './factors/prove.ts'
import type { EndAccess } from './first-proof.ts'
import { createProvider, type ProviderSettings } from './provider/client.ts'
import type { PeopleRules } from './provider/people.ts'
import type { ProviderRoutesDeps } from './provider/routes.ts'
import { createProviderSignIn, type ProviderSignInDeps } from './provider/sign-in.ts'
import { createRecovery, type Recovery } from './recovery.ts'
import { createSessions, type Sessions } from './sessions.ts'

export interface SessionsRuntime {
  pool: Pool
  vault: Vault
  /** Null if no mail server is set. */
  mailer: Mailer | null
  unasked: UnaskedMail
  log: Logger
  now(): number
}

export interface SignInSettings {
  publicUrl: string
  isSignUpOpen: boolean
  signUpPlan: PlanName
  /** Null: people sign in with passwords only. */
  provider: (ProviderSettings & { rules: PeopleRules }) | null
  passwords: boolean
  acceptInvitation: ProviderSignInDeps['acceptInvitation']
  endAccess: EndAccess
}

export interface SignIn {
  sessions: Sessions
  recovery: Recovery | null
  factors: FactorDeps
  providerSigning: Omit<ProviderRoutesDeps, 'pool'>
}

/** Sign-in, and what people do by links in mails. */
export function openSessions(
  { pool, vault, mailer, unasked, log, now }: SessionsRuntime,
  { publicUrl, isSignUpOpen, signUpPlan, provider, passwords, acceptInvitation, endAccess }: SignInSettings,
): SignIn {
  const secure = publicUrl.startsWith('https:')
  const tell = createTellPerson(mailer && { mailer, log }, publicUrl)
  const factors = { pool, vault, tell }
  const rules = { passwords, provider: provider?.name ?? null }
  const sessions = createSessions({
    ...factors,
    secret: () => vault.derive('dashboard sessions').toString('hex'),
    secure,
    isSignUpOpen,
    signUpPlan,
    rules,
    log,
  })
  const providerSignIn =
    provider &&
    createProviderSignIn({
      pool,
      provider: createProvider(provider),
      rules: provider.rules,
      sessions,
      secure,
      tell,
      acceptInvitation,
      log,
    })
  const key = () => vault.derive('dashboard mail links')
  return {
    sessions,
    recovery: mailer && createRecovery({ pool, mailer, unasked, endAccess, publicUrl, key, now, log }),
    factors,
    providerSigning: { rules, providerSignIn, issuer: provider?.issuer ?? '', tell },
  }
}
