import type { Upstream } from '../../kernel/upstream.ts'
import type { Source } from '../catalog/catalog.ts'

/** Questions that a source will be asked. */
export interface Foreseen {
  source: Source
  verb: 'shop' | 'lowest' | 'calendar'
  questions: number
  /** Whether member rates are asked for too. */
  members?: boolean | undefined
}

/** The requests that these questions take, with a valid login and known hotels. Retries add to them. */
export function upstreamOf(parts: readonly Foreseen[]): Upstream {
  const counted = parts
    .filter(({ questions }) => questions > 0)
    .map(({ source, verb, questions, members = false }) => {
      const { [verb]: each, members: more } = source.requestsPer
      return { source, requests: questions * (each + (verb === 'lowest' && members ? more : 0)) }
    })
  const requests = counted.reduce((sum, part) => sum + part.requests, 0)
  const prices = counted.map(({ source }) => source.budget?.pricePerRequest ?? null)
  const currency = prices[0]?.currency
  if (currency === undefined || prices.some((price) => price?.currency !== currency))
    return { requests, cost: null }
  const micro = counted.reduce((sum, part, index) => sum + part.requests * (prices[index]?.micro ?? 0), 0)
  return { requests, cost: { micro, currency } }
}
