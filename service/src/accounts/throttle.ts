import { hash } from 'node:crypto'
import type { Client, Pool } from '../db/pool.ts'
import { ApiError } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'

export interface Allowance {
  tries: number
  windowSec: number
}

/** What attempts are counted by, and their limits. An attacker can lock a user out for minutes, not for good. */
export const TRIES = {
  signInFromNetwork: { tries: 30, windowSec: 60 },
  signInAsPerson: { tries: 5, windowSec: 60 },
  /** Of a million codes, three are good at a time: with a known password, a guess comes true once in decades. */
  secondFactorByPerson: { tries: 5, windowSec: 900 },
  factorChangeByPerson: { tries: 10, windowSec: 3600 },
  signUpFromNetwork: { tries: 20, windowSec: 3600 },
  claimFromNetwork: { tries: 30, windowSec: 3600 },
  forgotFromNetwork: { tries: 10, windowSec: 3600 },
  forgotByPerson: { tries: 3, windowSec: 3600 },
  forgotByPersonInDay: { tries: 10, windowSec: 86_400 },
  emailChangeByPerson: { tries: 5, windowSec: 3600 },
  emailConfirmByPerson: { tries: 10, windowSec: 3600 },
  emailChangesOfAccount: { tries: 10, windowSec: 86_400 },
  passwordChangeByPerson: { tries: 5, windowSec: 3600 },
  invitationsOfAccount: { tries: 20, windowSec: 86_400 },
  /** Counted per receiver. */
  testsOfAccount: { tries: 200, windowSec: 86_400 },
  testMailsOfAccount: { tries: 20, windowSec: 86_400 },
  /** By all accounts together. Its key has the day. */
  unaskedMailsToPerson: { tries: 3, windowSec: 86_400 },
  joinFromNetwork: { tries: 30, windowSec: 3600 },
  readsOfFeed: { tries: LIMITS.feedReadsPerMinute, windowSec: 60 },
  /** Links to feeds that do not exist. */
  feedGuessesFromNetwork: { tries: 30, windowSec: 60 },
  readsOfBoardLink: { tries: LIMITS.boardReadsPerMinute, windowSec: 60 },
  boardGuessesFromNetwork: { tries: 30, windowSec: 60 },
  agentClientsFromNetwork: { tries: 20, windowSec: 3600 },
  /** Addresses of metadata documents that were not read in the last minutes. */
  clientDocumentsFromNetwork: { tries: 60, windowSec: 600 },
  refreshesOfGrant: { tries: 60, windowSec: 3600 },
  testOfSource: { tries: 6, windowSec: 60 },
  readOfDirectory: { tries: 6, windowSec: 3600 },
} as const satisfies Record<string, Allowance>

export type Tried = keyof typeof TRIES

/** Counted in the database, by its clock, so that the limit holds across processes. */
export async function countTry(database: Pool | Client, tried: Tried, by: string, amount = 1): Promise<void> {
  const { tries, windowSec }: Allowance = TRIES[tried]
  const { rows } = await database.query<{ tries: number; wait: number }>({
    name: 'throttle_count',
    text: `insert into throttles as t (bucket, tries, ends_at) values ($1, $3, ledger_now() + make_interval(secs => $2))
      on conflict (bucket) do update set
        tries = case when t.ends_at <= ledger_now() then $3 else t.tries + $3 end,
        ends_at = case when t.ends_at <= ledger_now() then excluded.ends_at else t.ends_at end
      returning tries, ceil(extract(epoch from ends_at - ledger_now()))::int as wait`,
    values: [bucketOf(tried, by), windowSec, amount],
  })
  const [row] = rows
  if (row && row.tries > tries) {
    const retryAfterSec = Math.max(1, row.wait)
    throw new ApiError('rate_limited', `Too many attempts. Try again in ${inWords(retryAfterSec)}.`, {
      retryAfterSec,
    })
  }
}

/** Rounded up, so that it is never too early. */
function inWords(seconds: number): string {
  const [unit, size] =
    seconds < 60
      ? (['second', 1] as const)
      : seconds < 3600
        ? (['minute', 60] as const)
        : (['hour', 3600] as const)
  const count = Math.ceil(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** A successful sign-in resets the count. */
export async function forgetTries(pool: Pool, tried: Tried, by: string): Promise<void> {
  await pool.query('delete from throttles where bucket = $1', [bucketOf(tried, by)])
}

function bucketOf(tried: Tried, by: string): Buffer {
  return hash('sha256', `${tried} ${by}`, 'buffer')
}
