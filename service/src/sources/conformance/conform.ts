import { asFailure } from '../failures.ts'
import type { Family } from '../source.ts'
import { recordedOf, sourceOf } from './recorded.ts'
import type { RecordingFile } from './recording-file.ts'
import { BrokenRule, canTry, type KnownStay, type Situation, type Subject } from './rule.ts'
import { RULES } from './suite.ts'

/** Whether one rule holds. */
export interface Verdict {
  rule: string
  holds: boolean
  /** How it is broken; null if it holds. */
  why: string | null
}

/** Tries every rule that needs no more than the family and these recordings. */
export async function conform(family: Family, files: readonly RecordingFile[]): Promise<Verdict[]> {
  const subject = subjectOf(family, files)
  const verdicts: Verdict[] = []
  for (const rule of RULES.filter((each) => canTry(each, subject))) {
    try {
      await rule.check(subject)
      verdicts.push({ rule: rule.name, holds: true, why: null })
    } catch (error) {
      const why = error instanceof BrokenRule ? error.message : asFailure(error).message
      verdicts.push({ rule: rule.name, holds: false, why: why.replaceAll(/\s+/g, ' ') })
    }
  }
  return verdicts
}

function subjectOf(family: Family, files: readonly RecordingFile[]): Subject {
  const recordings = files.map((file) => recordedOf(family, file))
  const stays: Subject['stays'] = {}
  for (const { file, shop } of recordings) {
    const situation = situationOf(file.expect)
    const { shop: query, title } = file
    if (situation === null || query === undefined) continue
    const known: KnownStay = { title, query, shop: (options) => shop(query, options) }
    const earlier = stays[situation]
    stays[situation] = async () => [...((await earlier?.()) ?? []), known]
  }
  const source = sourceOf(
    family,
    files.find((file) => file.shop),
  )
  return { family, source, stays, recordings, vendor: null }
}

const FAILURES: Readonly<Record<string, Situation>> = {
  not_found: 'unknown',
  refused: 'refused',
  broken: 'broken',
}

function situationOf({ status, failure }: RecordingFile['expect']): Situation | null {
  if (typeof failure === 'string') return FAILURES[failure] ?? null
  if (status === 'available') return 'ordinary'
  return status === 'sold_out' ? 'sold_out' : null
}
