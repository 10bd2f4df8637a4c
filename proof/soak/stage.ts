import { newAccount, type TestAccount } from '../../service/test/support/accounts.ts'
import type { Answer } from '../../service/test/support/client.ts'
import type { Chance } from './chance.ts'
import type { Peace } from './peace.ts'
import { persist } from './persist.ts'
import type { Town } from './town.ts'

/** What every check can use. */
export interface Stage {
  town: Town
  peace: Peace
  chance: Chance
  /** The scale that fits into the time, up to 1. */
  scale: number
  /** The end of the run: repeating checks stop. */
  stop: AbortSignal
  /** Logs what was broken, and when. */
  onFault(fault: string): void
}

/** The result of a check: one line, and all problems. */
export interface Verdict {
  name: string
  told: string
  problems: string[]
}

/** An account without a rate limit, with this many credits if given. */
export function newCustomer({ pool }: Pick<Town, 'pool'>, credits?: number): Promise<TestAccount> {
  const how = { rps: 1_000_000, ...(credits !== undefined && { credits }) }
  return persist(() => newAccount(pool, 'scale', how))
}

/** Asks any running process until one answers with the wanted status, like a client that retries. */
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

/** An exception in a check counts as a problem, too. */
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
