import { personOf } from '../../accounts/acts.ts'
import { countTry, forgetTries } from '../../accounts/throttle.ts'
import { type Client, inTransaction, type Pool } from '../../db/pool.ts'
import { forbidden, invalid } from '../../kernel/errors.ts'
import { requirePassword } from '../credentials.ts'
import { addPasskey, findByPasskey, offerNewPasskey } from '../passkeys/ceremony.ts'
import { deletePasskey } from '../passkeys/store.ts'
import type { SignedInMember } from '../sessions.ts'
import { recordPersonAct } from '../store.ts'
import { upgradeSession } from '../ways.ts'
import { type FactorDeps, proveCode } from './prove.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { beginTotp, dropTotp, readFactors, spendTotp } from './store.ts'
import { uriOf } from './totp.ts'

/** What a person sends to show that it is them: the password, and a code or the answer of a passkey. */
export interface Proof {
  password: string
  code?: string
  credential?: object
}

/** The first half of setting up one-time codes. Nothing is asked for them yet. */
export async function offerTotp(
  { pool, vault }: FactorDeps,
  { userId, email }: SignedInMember,
  password: string,
): Promise<{ uri: string; recovery_codes: string[] }> {
  await provePassword(pool, userId, password)
  const { secret, recoveryCodes } = await beginTotp(pool, vault, userId)
  return { uri: uriOf(secret, email), recovery_codes: recoveryCodes }
}

/** The second half: the app shows the right codes. Browsers that signed in without one are signed out. */
export async function confirmTotp(
  { pool, vault, tell }: FactorDeps,
  { userId, sessionId, email }: SignedInMember,
  code: string,
): Promise<void> {
  await countTry(pool, 'secondFactorByPerson', userId)
  await inTransaction(pool, async (client) => {
    const digits = code.replaceAll(/\s/g, '')
    if (!(await spendTotp(client, vault, userId, digits, 'unconfirmed')))
      throw invalid('The code is wrong. Check that the clock of your device is right, and try the next code.')
    await upgradeSession(client, userId, sessionId)
    await client.query('delete from user_sessions where user_id = $1 and id <> $2', [userId, sessionId])
    const act = { by: personOf(email), action: 'person.add_second_factor', detail: { email } } as const
    await recordPersonAct(client, userId, act)
  })
  await forgetTries(pool, 'secondFactorByPerson', userId)
  tell(email, 'totpAdded')
}

export async function removeTotp(deps: FactorDeps, member: SignedInMember, proof: Proof): Promise<void> {
  const { pool, tell } = deps
  const { userId, email } = member
  await proveBoth(deps, member, proof)
  await inTransaction(pool, async (client) => {
    if (!(await dropTotp(client, userId))) throw invalid('You have no one-time codes.')
    await refuseNone(client, userId)
    const act = { by: personOf(email), action: 'person.remove_second_factor', detail: { email } } as const
    await recordPersonAct(client, userId, act)
  })
  tell(email, 'totpRemoved')
}

export async function newRecoveryCodes(
  deps: FactorDeps,
  member: SignedInMember,
  proof: Proof,
): Promise<string[]> {
  const { pool, tell } = deps
  const { userId, email } = member
  const { totpSince } = await readFactors(pool, userId)
  if (totpSince === null) throw invalid('Set up one-time codes first: recovery codes stand in for them.')
  await proveBoth(deps, member, proof)
  const codes = await inTransaction(pool, async (client) => {
    const act = { by: personOf(email), action: 'person.renew_recovery_codes', detail: { email } } as const
    await recordPersonAct(client, userId, act)
    return renewRecoveryCodes(client, userId)
  })
  tell(email, 'recoveryCodesRenewed')
  return codes
}

/** A passkey signs in without a code, so somebody with codes gives one to add it. */
export async function beginPasskey(deps: FactorDeps, member: SignedInMember, proof: Proof): Promise<object> {
  const { totpSince } = await readFactors(deps.pool, member.userId)
  if (totpSince === null) await provePassword(deps.pool, member.userId, proof.password)
  else await proveBoth(deps, member, proof)
  return offerNewPasskey(deps.pool, member, member.visitor)
}

export async function keepPasskey(
  { pool, tell }: FactorDeps,
  member: SignedInMember,
  made: { name: string; credential: object },
): Promise<string> {
  const { userId, sessionId, email } = member
  const id = await addPasskey(pool, userId, made, member.visitor)
  await upgradeSession(pool, userId, sessionId)
  tell(email, 'passkeyAdded', made.name)
  return id
}

export async function removePasskey(
  deps: FactorDeps,
  member: SignedInMember,
  id: string,
  proof: Proof,
): Promise<void> {
  const { pool, tell } = deps
  const { userId, email } = member
  await proveBoth(deps, member, proof)
  const name = await inTransaction(pool, async (client) => {
    const removed = await deletePasskey(client, userId, id)
    if (removed === null) throw invalid('There is no such passkey. It may have been removed already.')
    await refuseNone(client, userId)
    const detail = { email, name: removed }
    await recordPersonAct(client, userId, { by: personOf(email), action: 'person.remove_passkey', detail })
    return removed
  })
  tell(email, 'passkeyRemoved', name)
}

async function provePassword(pool: Pool, userId: string, password: string): Promise<void> {
  await countTry(pool, 'factorChangeByPerson', userId)
  await requirePassword(pool, userId, password, 'The password is wrong.')
  await forgetTries(pool, 'factorChangeByPerson', userId)
}

async function proveBoth(deps: FactorDeps, member: SignedInMember, proof: Proof): Promise<void> {
  const { code, credential } = proof
  await provePassword(deps.pool, member.userId, proof.password)
  if (code === undefined && credential === undefined)
    throw invalid(
      'This also needs your second factor: a `code` of your app, a recovery code, or your passkey.',
    )
  const isProved =
    credential === undefined
      ? await proveCode(deps, member, code ?? '')
      : (await findByPasskey(deps.pool, credential, member.visitor)) === member.userId
  if (!isProved) throw forbidden('The code is wrong, has expired or was used already.')
}

/** Within the transaction that took one away. */
async function refuseNone(client: Client, userId: string): Promise<void> {
  const { isRequired, totpSince, passkeys } = await readFactors(client, userId)
  if (isRequired && totpSince === null && passkeys === 0)
    throw invalid('Your account requires a second factor. Set up another one before you remove this one.')
}
