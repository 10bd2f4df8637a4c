import { newAccount, type TestAccount } from '../../service/test/support/accounts.ts'
import type { Answer } from '../../service/test/support/client.ts'
import type { Chance } from './chance.ts'
import type { Peace } from './peace.ts'
import { persist } from './persist.ts'
import type { Town } from './town.ts'

/** What every check has at hand. */
export interface Stage {
  town: Town
  peace: Peace
  chance: Chance
  /** How much of the full numbers fits into the time, up to 1. */
  scale: number
  /** The end of the time: whoever goes on and on goes home. */
  stop: AbortSignal
  /** Says what was broken, and when. */
  onFault(fault: string): void
}

/** What became of a check: in one line, and everything that should not have been. */
export interface Verdict {
  name: string
  told: string
  problems: string[]
}

/** Somebody without a limit on pace, and with so many credits, where that matters. */
export function newCustomer({ pool }: Pick<Town, 'pool'>, credits?: number): Promise<TestAccount> {
  const how = { rps: 1_000_000, ...(credits !== undefined && { credits }) }
  return persist(() => newAccount(pool, 'scale', how))
}

/** Asks whichever process is up until one answers with the wanted status, as a client that retries does. */
export function askUntil(
  { town, chance }: Pick<Stage, 'town' | 'chance'>,
  wanted: number,
  ask: (url: string) => Promise<Answer>,
): Promise<Answer> {
  return persist(async () => {
    const api = town.apis[chance.below(town.apis.length)]
    if (!api?.isUp()) throw new Error('the process is not up')
    const answer = await ask(api.url())
    if (answer.status !== wanted) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer
  })
}

/** A check that ends with an exception has found something, too. */
export async function judged(name: string, check: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await check()
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { name, told: 'broke off', problems: [text.slice(0, 2000)] }
  }
}

export function failed(claims: readonly [holds: boolean, otherwise: string][]): string[] {
  return claims.filter(([holds]) => !holds).map(([, otherwise]) => otherwise)
}
