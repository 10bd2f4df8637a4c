import type { Outcome } from '../sources/checks/attempt.ts'
import type { SourceReport, TaxBasis } from '../sources/checks/report.ts'
import type { Quota } from '../sources/source.ts'

/** For programs. */
export function reportJson(reports: readonly SourceReport[]): object {
  return {
    works: reports.every(({ works }) => works),
    sources: reports.map(({ id, family, works, problem, hotelCode, tax, quotas, outcomes }) => ({
      id,
      family,
      works,
      problem,
      hotel_code: hotelCode,
      tax: tax && { expected: tax.expected, found: tax.found, as_expected: tax.asExpected },
      quotas,
      capabilities: outcomes.map(({ capability, result, reason, detail, latencyMs, requests }) => ({
        capability,
        result,
        reason,
        detail,
        latency_ms: latencyMs,
        requests: requests.map(({ method, path, status }) => ({ method, path, status })),
      })),
    })),
  }
}

/** What to do after a check. */
export function afterReports(reports: readonly SourceReport[]): string {
  const failing = reports.find(({ works }) => !works)
  const [first] = reports
  if (failing)
    return `vacancy sources show ${failing.id} shows its settings, vacancy sources edit ${failing.id} changes them`
  return first ? `vacancy chains ${first.id} shows what it can do` : 'vacancy sources add connects one'
}

/** For people: one paragraph per source. */
export function reportText(reports: readonly SourceReport[]): string {
  return `${[...reports.map(paragraph), ...summary(reports)].join('\n')}\n`
}

/** "Everything works" is said only if everything was seen to. */
function summary(reports: readonly SourceReport[]): string[] {
  const failing = reports.filter(({ works }) => !works)
  const unclear = reports.filter(
    ({ works, outcomes }) => works && outcomes.some(({ result }) => result === 'unclear'),
  )
  const names = (list: readonly SourceReport[]) => list.map(({ id }) => id).join(', ')
  if (failing.length === 0 && unclear.length === 0) {
    return [
      `Everything works at ${reports.length === 1 ? 'this source' : `these ${reports.length} sources`}.`,
    ]
  }
  return [
    ...(failing.length > 0 ? [`Something does not work at ${names(failing)}.`] : []),
    ...(unclear.length > 0 ? [`Nothing fails at ${names(unclear)}, but some answers prove nothing.`] : []),
  ]
}

function paragraph({ id, family, problem, hotelCode, tax, quotas, outcomes }: SourceReport): string {
  const about = hotelCode === null ? '' : `, hotel ${hotelCode}`
  const lines = [
    ...(problem === null ? [] : [line('not tried', '', problem)]),
    ...outcomes.map(outcomeLine),
    ...(tax ? [line('tax', '', taxWords(tax))] : []),
    ...quotas.map((quota) => line('quota', '', quotaWords(quota))),
  ]
  return [`${id} (${family}${about})`, ...lines, ''].join('\n')
}

function outcomeLine({ capability, result, detail, latencyMs, requests }: Outcome): string {
  const count = requests.length > 1 ? ` (${requests.length} requests)` : ''
  return line(capability, result, detail + count, latencyMs)
}

function line(what: string, result: string, detail: string, latencyMs: number | null = null): string {
  const took = latencyMs === null ? '' : `${latencyMs} ms`
  return `  ${what.padEnd(9)}  ${result.padEnd(7)}  ${took.padStart(8)}  ${detail}`
}

const BASES = {
  included: 'prices include taxes',
  excluded: 'prices exclude taxes',
  mixed: 'some prices include taxes',
}

function taxWords({ expected, found, asExpected }: TaxBasis): string {
  if (expected === null) return `${BASES[found]}; the catalog leaves it open`
  if (asExpected) return `${BASES[found]}, as the catalog says`
  return `${BASES[found]}, but \`taxIncluded\` in the catalog is ${expected}`
}

function quotaWords({ window, remaining, limit, unit }: Quota): string {
  const during = window === null ? '' : ` this ${window}`
  if (unit === 'percent') return `${remaining} % left${during}`
  return `${remaining}${limit === null ? '' : ` of ${limit}`} requests left${during}`
}
