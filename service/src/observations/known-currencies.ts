import { LRUCache } from 'lru-cache'
import { atMost } from '../kernel/at-most.ts'
import type { CalendarRow } from '../sources/answer-check.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { findSource } from '../sources/catalog/catalog.ts'
import type { Gateway } from '../sources/gateway.ts'
import type { BatchRow, LowestAnswer, StayAnswer } from '../sources/source.ts'

/** A hotel's own currency, as stored; null if unknown. */
export type FindCurrency = (hotel: { source: string; hotelCode: string }) => Promise<string | null>

/**
 * A night without a price comes back in the requested currency. At sources that quote each hotel in its own, this puts the
 * hotel's own currency there, so that a closed night of a British hotel is not in dollars. The answers are changed in place:
 * callers that share a call must keep sharing one answer.
 */
export function withKnownCurrencies(gateway: Gateway, catalog: Catalog, find: FindCurrency): Gateway {
  const known = new LRUCache<string, string>(atMost(50_000))

  async function currencyOf(source: string, hotelCode: string): Promise<string | null> {
    const key = `${source}/${hotelCode}`
    const learned = known.get(key)
    if (learned !== undefined) return learned
    // A lookup that fails is no reason to fail the answer.
    const found = await find({ source, hotelCode }).catch(() => null)
    if (found !== null) known.set(key, found)
    return found
  }

  const isLocal = (source: string) => findSource(catalog, source)?.localCurrency ?? false

  async function settle(source: string, rows: readonly LowestAnswer[]): Promise<void> {
    for (const row of rows) if (isPriced(row)) known.set(`${source}/${row.hotelCode}`, row.currency)
    for (const row of rows) {
      if (!isPriced(row)) row.currency = (await currencyOf(source, row.hotelCode)) ?? row.currency
    }
  }

  return {
    ...gateway,
    shop: async (source, query, options) => {
      const answered = await gateway.shop(source, query, options)
      const { answer } = answered
      if (!isLocal(source)) return answered
      if (hasRates(answer)) known.set(`${source}/${query.hotelCode}`, answer.currency)
      else answer.currency = (await currencyOf(source, query.hotelCode)) ?? answer.currency
      return answered
    },
    lowest: async (source, query, options) => {
      const answered = await gateway.lowest(source, query, options)
      if (isLocal(source)) await settle(source, lowestOf(answered.answer))
      return answered
    },
    calendar: async (source, query, options) => {
      const answered = await gateway.calendar(source, query, options)
      if (isLocal(source)) await settle(source, lowestOf(answered.answer))
      return answered
    },
  }
}

function lowestOf(rows: readonly (BatchRow | CalendarRow)[]): LowestAnswer[] {
  return rows.flatMap((row) => ('lowest' in row ? [row.lowest] : []))
}

function hasRates({ rooms, currency }: StayAnswer): boolean {
  return rooms.some(({ rates }) =>
    rates.some((rate) => rate.currency === currency && rate.pricePerNight !== null),
  )
}

function isPriced({ bar, barAfterTax, member, memberAfterTax }: LowestAnswer): boolean {
  return (bar ?? barAfterTax ?? member ?? memberAfterTax) !== null
}
