import type { Outcome } from '../checks/attempt.ts'
import type { CheckMeans } from '../checks/check-all.ts'
import type { SourceReport } from '../checks/report.ts'
import type { Planned } from './plan.ts'

/** What the vendor says to a source that is not saved yet. */
export interface Trial {
  works: boolean
  report: SourceReport
  /** What to look at if the key was refused; null otherwise. */
  advice: string | null
}

/** Makes the calls of `vacancy sources check`, with the settings of a plan. */
export async function tryOut(
  { row, catalog, vendor }: Planned,
  now: () => number,
  means?: CheckMeans,
): Promise<Trial> {
  if (!row || !catalog) throw new Error('there is a problem to correct first')
  // Loaded on first use: only operators need it.
  const { checkAll } = await import('../checks/check-all.ts')
  const [report] = await checkAll(catalog, row.id, undefined, now, means)
  if (!report) throw new Error(`the source ${row.id} is not in its own catalog`)
  const isRefused = report.outcomes.some(isRefusedKey)
  return { works: report.works, report, advice: isRefused ? (vendor?.refusedKey ?? null) : null }
}

/** 401, 403 or their like: all calls would fail. */
function isRefusedKey({ result, reason, forAll, requests }: Outcome): boolean {
  const status = requests.at(-1)?.status ?? null
  return result === 'fails' && reason === 'refused' && (forAll || status === 401 || status === 403)
}

/** What may be saved without asking the vendor. */
const UNTRIED: ReadonlySet<string> = new Set(['name', 'budget'])

export function needsTrial({ what }: Pick<Planned, 'what'>): boolean {
  return what.some((name) => !UNTRIED.has(name))
}
