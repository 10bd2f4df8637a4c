import { personOf } from '../../accounts/acts.ts'
import { countTry, forgetTries } from '../../accounts/throttle.ts'
import { inTransaction, type Pool } from '../../db/pool.ts'
import type { Vault } from '../../ops/vault.ts'
import { recordPersonAct } from '../store.ts'
import type { TellPerson } from './mails.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { spendTotp } from './store.ts'

export interface FactorDeps {
  pool: Pool
  vault: Vault
  tell: TellPerson
}

export interface Prover {
  userId: string
  email: string
}

/** Whether somebody has the second factor: a code of their app, or a recovery code. Each is good once. */
export async function proveCode(
  { pool, vault, tell }: FactorDeps,
  { userId, email }: Prover,
  code: string,
): Promise<boolean> {
  await countTry(pool, 'secondFactorByPerson', userId)
  const digits = code.replaceAll(/\s/g, '')
  const isTotp = /^\d{6}$/.test(digits)
  const isRight = isTotp
    ? await spendTotp(pool, vault, userId, digits, 'confirmed')
    : await inTransaction(pool, async (client) => {
        if (!(await spendRecoveryCode(client, userId, code))) return false
        const act = { by: personOf(email), action: 'person.use_recovery_code', detail: { email } } as const
        await recordPersonAct(client, userId, act)
        return true
      })
  if (!isRight) return false
  await forgetTries(pool, 'secondFactorByPerson', userId)
  if (!isTotp) tell(email, 'recoveryCodeUsed')
  return true
}
