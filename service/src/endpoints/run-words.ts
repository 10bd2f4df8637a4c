import { counted } from '../kernel/counted.ts'
import { dayWords, money, number, percent, points, stayWords, type Words } from './figure-words.ts'

/** A run of a schedule. */
export interface ToldRun {
  id: string
  name: string
  status: string
  message: string | null
  cells: number
  credits: number
  changes: ToldChanges | null
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

export function runWords({ name, status, message, cells, credits, changes }: ToldRun, at: string): Words {
  if (status === 'refused') return { subject: name, what: message ?? 'the run did not happen', facts: [] }
  const did = status === 'done' ? '' : `${status}, `
  return {
    subject: name,
    what: `${did}${counted(cells, 'price')} for ${counted(credits, 'credit')}${changes ? `; ${changesWords(changes)}` : ''}`,
    facts: changes ? changes.largest.map((change) => largestFact(change, at)) : [],
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
