import { table } from '../service/src/admin/table.ts'
import { type Finding, judge } from './finding.ts'

const COLUMNS = [
  'name',
  'what',
  'value',
  'compared with',
  'ratio',
  'middle half',
  'others',
  'must reach',
  'aim',
  'verdict',
] as const

/** The one table that a run prints. */
export function reportOf(findings: readonly Finding[]): string {
  const rows = findings.map((finding) => ({
    name: finding.name,
    what: finding.what,
    value: finding.value,
    'compared with': finding.comparedWith,
    ratio: figure(finding, finding.figure),
    'middle half': finding.spread.map((end) => end.toFixed(2)).join('–'),
    others: `${Math.round(finding.disturbance * 100)} %`,
    'must reach': bound(finding, finding.mustReach),
    aim: bound(finding, finding.aim),
    verdict: judge(finding),
  }))
  return table([...COLUMNS], rows)
}

function figure({ unit }: Finding, value: number): string {
  if (unit === 'count') return String(value)
  return unit === 'ratio' ? value.toFixed(2) : `${value.toFixed(2)} ${unit}`
}

function bound(finding: Finding, value: number | null): string | null {
  if (value === null) return null
  return `${finding.better === 'more' ? '≥' : '≤'} ${finding.unit === 'ratio' || finding.unit === 'count' ? value : `${value} ${finding.unit}`}`
}
