import { disclosureOf } from '../../../sandbox/src/wires/duffel/rates.ts'
import type { NightPrice, Plan, Quote } from '../../../sandbox/src/world/world.ts'
import { divideMinor, type Minor } from '../../src/kernel/money.ts'
import type { Figures } from '../../src/observations/figures.ts'
import type { Source } from '../../src/sources/catalog/catalog.ts'

/** What a plan costs for one room and the whole stay, as a source's answers state it. */
interface Stated {
  taxIncluded: boolean
  total: Minor
  totalAfterTax: Minor | null
}

type Part = 'base' | 'tax' | 'fee'

function sumOf({ nights }: Plan, parts: readonly Part[]): Minor {
  const cost = (night: NightPrice): number => parts.reduce((sum, part) => sum + night[part], 0)
  return nights.reduce((sum, night) => sum + cost(night), 0)
}

/** Each family has its own idea of the price; the world's figures are the same behind all of them. */
function stated(source: Source, quote: Quote, plan: Plan): Stated {
  const base = sumOf(plan, ['base'])
  const allIn = sumOf(plan, ['base', 'tax', 'fee'])
  switch (source.family) {
    // City taxes and fees come on top.
    case 'apaleo':
    case 'mews':
      return { taxIncluded: true, total: sumOf(plan, ['base', 'tax']), totalAfterTax: allIn }
    case 'cloudbeds':
    case 'rapid':
      return { taxIncluded: false, total: base, totalAfterTax: allIn }
    case 'booking': {
      const total = plan.otherBasis ? base : sumOf(plan, ['base', 'tax'])
      return { taxIncluded: !plan.otherBasis, total, totalAfterTax: allIn }
    }
    case 'duffel':
      return tellsAll(quote, plan)
        ? { taxIncluded: true, total: allIn, totalAfterTax: allIn }
        : { taxIncluded: false, total: base, totalAfterTax: null }
    // The format marks no basis: a plan that states both figures is told on the chain's own.
    case 'opentravel': {
      const taxIncluded = source.taxIncluded === true || plan.otherBasis
      return { taxIncluded, total: taxIncluded ? allIn : base, totalAfterTax: allIn }
    }
    default: {
      const taxIncluded = (source.taxIncluded === true) !== plan.otherBasis
      return { taxIncluded, total: taxIncluded ? allIn : base, totalAfterTax: allIn }
    }
  }
}

/** Whether a Duffel property says all that a guest will pay, in one currency. */
function tellsAll({ listing, currency }: Quote, plan: Plan): boolean {
  const disclosure = disclosureOf(listing)
  if (disclosure !== 'local_due') return disclosure === 'all'
  return listing.currency === currency || sumOf(plan, ['fee']) === 0
}

/** Every cash rate of a quote, in the order of its text. */
export function expectedRates(source: Source, quote: Quote): object[] {
  return quote.rooms
    .flatMap((room) => room.plans)
    .map((plan) => expectedRate(source, quote, plan))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

const SAYS_NOTHING_OF_CANCELLING = new Set(['mews', 'cloudbeds'])

function expectedRate(source: Source, quote: Quote, plan: Plan): object {
  return {
    currency: plan.currency,
    ...stated(source, quote, plan),
    memberOnly: plan.memberOnly,
    restricted: plan.needsProof,
    package: plan.isPackage,
    ...(SAYS_NOTHING_OF_CANCELLING.has(source.family)
      ? { refundable: false, cancelBy: null }
      : {
          refundable: plan.refundable,
          cancelBy: plan.cancelBy === null ? null : Date.parse(plan.cancelBy),
        }),
  }
}

/** What everybody can book, per night, as a row might tell it. */
export interface PublicPrices {
  /** Whether some are told with taxes and some without. */
  mixed: boolean
  pairs: { taxIncluded: boolean; bar: Minor; barAfterTax: Minor | null }[]
}

/** A plan may be told on its own basis, or with taxes, which is just as true. */
export function publicPricesOf(source: Source, quote: Quote): PublicPrices {
  const plans = comparablePlans(quote).filter((plan) => !plan.memberOnly)
  const pairs = plans.flatMap((plan) => {
    const { taxIncluded, total, totalAfterTax } = stated(source, quote, plan)
    const nightly = (amount: Minor): Minor => divideMinor(amount, plan.nights.length)
    const barAfterTax = totalAfterTax === null ? null : nightly(totalAfterTax)
    const own = { taxIncluded, bar: nightly(total), barAfterTax }
    return barAfterTax === null ? [own] : [own, { taxIncluded: true, bar: barAfterTax, barAfterTax }]
  })
  return { mixed: plans.some((plan) => plan.otherBasis), pairs }
}

/** The plans that anybody, or any member, can book in the quote's currency. */
export function comparablePlans(quote: Quote): Plan[] {
  return quote.rooms
    .flatMap((room) => room.plans)
    .filter((plan) => !plan.needsProof && !plan.isPackage && plan.currency === quote.currency)
}

/** The lowest prices that anybody, and any member, can book in the quote's currency. */
export function expectedFigures(source: Source, quote: Quote): Partial<Figures> {
  const comparable = comparablePlans(quote)
  const least = (memberOnly: boolean, of: (stated: Stated) => Minor | null): Minor | null => {
    const figures = comparable
      .filter((plan) => plan.memberOnly === memberOnly)
      .flatMap((plan) => of(stated(source, quote, plan)) ?? [])
      .map((total) => divideMinor(total, quote.rooms[0]?.plans[0]?.nights.length ?? 1))
    return figures.length === 0 ? null : Math.min(...figures)
  }
  return {
    bar: least(false, ({ total }) => total),
    barAfterTax: least(false, ({ totalAfterTax }) => totalAfterTax),
    member: least(true, ({ total }) => total),
    memberAfterTax: least(true, ({ totalAfterTax }) => totalAfterTax),
  }
}
