import type { Source } from '../catalog/catalog.ts'
import { asFailure } from '../failures.ts'
import type { Gateway } from '../gateway.ts'
import type { Family, SourceFailure, StayAnswer, StayQuery } from '../source.ts'
import type { Recorded } from './recorded.ts'

/** How a stay is known to end, from the vendor's own answer. */
export type Situation = 'ordinary' | 'sold_out' | 'unknown' | 'refused' | 'broken'

/** A stay to ask about, with all checks of the service. */
export interface KnownStay {
  title: string
  query: StayQuery
  shop(options?: { raw?: boolean }): Promise<StayAnswer>
}

/** A family, what its source promises, and what it can be asked. */
export interface Subject {
  family: Family
  source: Source
  /** Each known stay of a situation; left out if there is none. */
  stays: Partial<Record<Situation, () => Promise<readonly KnownStay[]>>>
  /** Recorded answers of the vendor, if these are all there is. */
  recordings: readonly Recorded[]
  /** A vendor that answers any question and has the test hotels of the sandbox. */
  vendor: TestVendor | null
}

export interface TestVendor {
  gateway: Gateway
  now: () => number
  /** Its own codes of the test hotels, if they are not called there as elsewhere. */
  testHotels: ReadonlyMap<string, string>
}

/** One promise that every family keeps, however its vendor's format looks. */
export interface Rule {
  name: string
  /** What it takes to try it: nothing but the family, a known stay, recordings, or a vendor that answers anything. */
  needs: 'family' | Situation | 'recordings' | 'vendor'
  /** Whether the rule is about such a source; about every one if left out. */
  isAbout?(source: Source): boolean
  /** Throws if the rule does not hold. */
  check(subject: Subject): Promise<void>
}

/** Says how a rule was broken. */
export class BrokenRule extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'BrokenRule'
  }
}

export function must(condition: boolean, words: string): asserts condition {
  if (!condition) throw new BrokenRule(words)
}

export function mustBe(found: unknown, expected: unknown, what: string): void {
  must(Object.is(found, expected), `${what} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`)
}

/** The failure that a question ends in. An answer breaks the rule. */
export async function failureOf(question: Promise<unknown>, asked: string): Promise<SourceFailure> {
  const answered = await question.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ failure: asFailure(error) }),
  )
  if ('failure' in answered) return answered.failure
  const { status = 'an answer' } = answered.answer as { status?: string }
  throw new BrokenRule(`${asked} is ${status}, not a failure`)
}

/** Whether a rule can be tried at all. */
export function canTry({ needs, isAbout }: Rule, { source, stays, recordings, vendor }: Subject): boolean {
  if (isAbout && !isAbout(source)) return false
  if (needs === 'family') return true
  if (needs === 'vendor') return vendor !== null
  if (needs === 'recordings') return recordings.length > 0
  return stays[needs] !== undefined
}
