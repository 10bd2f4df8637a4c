import { minorDigits } from '../../src/kernel/money.ts'
import type { View } from './feed.ts'
import type { Mutant } from './mutate.ts'

/** A field from which other prices follow, if it becomes such a value. */
export interface Follows {
  /** A pattern for the field. */
  field: string
  /** A pattern for what stands there now; left out: nothing does. */
  value?: string
  /** What the prices then are, if not in the currency, on the tax basis and for the people that they were. */
  terms?: string
  /** What a person reads then. */
  because: string
}

/** One figure of a row: for whom, in which currency, on which tax basis, for a night or for all. */
interface Fact {
  terms: string
  amount: number
}

/**
 * The prices of a mutant that nothing in it says. A price is right if the unmutated body has it for the same stay and rate, in
 * the same currency and on the same tax basis. Only where the vendor's file says that other prices follow from the mutated
 * field, another figure is right: the true one and whole amounts that stand around the change.
 */
export function wrongPrices(
  before: View,
  after: View,
  mutant: Mutant,
  follows: readonly Follows[],
  units: number,
): string[] {
  const rows = rowsOf(before)
  const rowsAfter = rowsOf(after)
  const rule = follows.find(
    ({ field, value }) => new RegExp(field).test(mutant.field) && isSuch(mutant.value, value),
  )
  return [...rowsAfter].flatMap(([key, row]) => {
    // A changed name gives a row another key, and changes the count behind the names of others.
    const same = [...rows].filter(([other]) => bare(other) === bare(key) || !rowsAfter.has(other))
    const facts = factsOf(row)
    const told = same.map(([, other]) => factsOf(other))
    if (facts.length === 0 || told.some((known) => facts.every((fact) => holds(known, fact)))) return []
    if (rule && facts.every((fact) => followsFrom(fact, told.flat(), mutant, rule, units))) return []
    return [`${key}: ${JSON.stringify(facts)} instead of ${JSON.stringify(told)}`]
  })
}

export function hasPrices(view: View): boolean {
  return [...rowsOf(view).values()].some((row) => factsOf(row).length > 0)
}

function isSuch(value: string | null, pattern: string | undefined): boolean {
  if (pattern === undefined || value === null) return pattern === undefined && value === null
  return new RegExp(pattern).test(value)
}

function rowsOf(view: View): Map<string, View> {
  const tables = [view['rates'], view['rows'], view['nights']].map((table) => Object.entries(table ?? {}))
  return new Map(tables.flat() as [string, View][])
}

function bare(key: string): string {
  return key.replace(/#\d+$/, '')
}

const KINDS = [
  ['pricePerNight', 'a night'],
  ['pricePerNightAfterTax', 'a night with taxes'],
  ['total', 'all'],
  ['totalAfterTax', 'all with taxes'],
  ['bar', 'public a night'],
  ['barAfterTax', 'public a night with taxes'],
  ['member', 'for members a night'],
  ['memberAfterTax', 'for members a night with taxes'],
  ['cashCopayPerNight', 'beside points a night'],
  ['pointsPerNight', 'points a night'],
  ['pointsTotal', 'points'],
] as const

function factsOf(row: View): Fact[] {
  const basis =
    { true: 'with taxes', false: 'without taxes' }[String(row['taxIncluded'])] ?? 'perhaps with taxes'
  const audience = ['memberOnly', 'restricted', 'package'].filter((name) => row[name] === true)
  return KINDS.flatMap(([name, kind]) => {
    const amount = row[name]
    if (typeof amount !== 'number') return []
    const words = [row['currency'], kind, ...(/with taxes|points/.test(kind) ? [] : [basis]), ...audience]
    return [{ terms: words.join(' '), amount }]
  })
}

function holds(known: readonly Fact[], { terms, amount }: Fact): boolean {
  return known.some((fact) => fact.terms === terms && fact.amount === amount)
}

/**
 * Whether a figure is a true one, or nothing, and one amount around the change, of one night or of all. Where there was no price
 * before, it may stand anywhere.
 */
function followsFrom(
  { terms, amount }: Fact,
  known: readonly Fact[],
  { around, body }: Mutant,
  rule: Follows,
  units: number,
): boolean {
  if (rule.terms !== undefined && !new RegExp(rule.terms).test(terms)) return false
  const comparable = rule.terms === undefined ? known.filter((fact) => fact.terms === terms) : known
  const [was = [], is = []] = (known.length > 0 ? around : ['', body]).map(amountsIn)
  const steps = [...is, ...was.map((old) => -old), ...is.flatMap((now) => was.map((old) => now - old))]
  const share = terms.includes('a night') ? 1 / units : 1
  // Averages over nights are rounded to the minor unit, before and after.
  const rounded = 1.1 * 10 ** -minorDigits(terms.slice(0, 3))
  const counts = Array.from({ length: units }, (_, count) => (count + 1) * share)
  return [0, ...comparable.map((fact) => fact.amount)].some((base) =>
    [0, ...steps].some((step) => counts.some((count) => Math.abs(base + step * count - amount) <= rounded)),
  )
}

function amountsIn(text: string): number[] {
  return [...text.matchAll(/-?\d+(?:\.\d+)?(?![\d-])/g)].map(([digits]) => Number(digits))
}
