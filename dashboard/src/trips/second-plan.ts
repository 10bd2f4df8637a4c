import type { Chain } from '@vacancy/client'
import { CACHED_SHARE } from '../paid/cached-share.ts'
import type { SecondCall } from '../paid/within-budget.ts'

/** The most ways to pay that a plan lists, each with one hotel a night. */
const MOST_OPTIONS = 10

/** The plan from the prices that the jobs of the first call have fetched, at its worst. */
export function secondPlan(chains: readonly Chain[]): SecondCall {
  const around = chains.filter(({ geo_search }) => geo_search)
  const lookups = around.length * CACHED_SHARE
  const dearest = Math.max(0, ...around.map(({ calendar_night_credits: credits }) => credits))
  return {
    lookups,
    mostOf: ({ los, max_hotels: hotels }) =>
      1 + lookups + Math.min(Number(hotels), MOST_OPTIONS) * Number(los) * dearest * CACHED_SHARE,
  }
}
