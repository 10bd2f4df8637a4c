import { counted } from '../kernel/counted.ts'
import { dayWords, money, number, percent, points, stayWords, type Words } from './figure-words.ts'
import { figureFacts, figureLine, type ToldFigures } from './run-figure-words.ts'

/** A run of a schedule. */
export interface ToldRun {
  id: string
  name: string
  status: string
  message: string | null
  cells: number
  credits: number
  changes: ToldChanges | null
  /** The path of its file, which names its job. */
  file?: string | null
  /** Left out by older versions. */
  figures?: ToldFigures | null
  /** Left out by older versions. */
  deliver?: 'link' | 'attachment'
}

interface ToldChanges {
  since_at: string
  compared: number
  cheaper: number
  dearer: number
  gone: number
  reopened: number
  largest: readonly {
    chain: string
    hotel_code: string
    name: string | null
    night: string
    los: number
    currency: string | null
    before: number
    now: number
    change_pct: number
  }[]
}

/** What people want to know first: how they stand; then what changed, and what it cost. */
export function runWords(
  { name, status, message, cells, credits, changes, figures }: ToldRun,
  at: string,
): Words {
  if (status === 'refused') return { subject: name, what: message ?? 'the run did not happen', facts: [] }
  const lead = figures ? figureLine(figures) : null
  const did = status === 'done' ? '' : `${status}, `
  return {
    subject: name,
    what: [
      `${did}${lead ? `${lead}; ` : ''}${changes ? `${changesWords(changes)}; ` : ''}`,
      `${counted(cells, 'price')} for ${counted(credits, 'credit')}`,
    ].join(''),
    facts: [
      ...(figures ? figureFacts(figures) : []),
      ...(changes ? changes.largest.map((change) => largestFact(change, at)) : []),
    ],
  }
}

function changesWords({ since_at: at, compared, cheaper, dearer, gone, reopened }: ToldChanges): string {
  const day = dayWords(new Date(at))
  const parts = [
    ...(cheaper > 0 ? [`${number(cheaper)} cost less`] : []),
    ...(dearer > 0 ? [`${number(dearer)} cost more`] : []),
    ...(gone > 0 ? [`${number(gone)} can no longer be booked`] : []),
    ...(reopened > 0 ? [`${number(reopened)} can be booked again`] : []),
  ]
  if (parts.length === 0) return `nothing changed since ${day}`
  return `of ${counted(compared, 'night')} also seen on ${day}, ${parts.join(', ')}`
}

function largestFact(
  {
    chain,
    hotel_code: code,
    name,
    night,
    los,
    currency,
    before,
    now,
    change_pct: pct,
  }: ToldChanges['largest'][number],
  at: string,
): readonly [string, string] {
  const figure = (amount: number) => (currency === null ? points(amount) : money(amount, currency))
  const change = `${pct < 0 ? '−' : '+'}${percent(Math.abs(pct))}`
  return [
    `${name ?? `${chain}:${code}`}, ${stayWords(night, los, at)}`,
    `${figure(now)}, was ${figure(before)} (${change})`,
  ]
}
