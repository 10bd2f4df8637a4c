import { PLANS } from '../accounts/plans.ts'
import { toCredits } from '../kernel/credits.ts'
import { PLAN_NAMES } from '../kernel/plan-names.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { priceListOf } from '../sources/catalog/price-list.ts'

/** The plans side by side, what calls cost by the rules that charge them, and the prices of each source. */
export function pricesView(catalog: Catalog) {
  return {
    plans: PLAN_NAMES.map((name) => ({
      name,
      credits: toCredits(PLANS[name].allowance),
      requests_per_second: PLANS[name].requestsPerSecond,
    })),
    calls: priceListOf(catalog),
    sources: catalog.sources.map((source) => ({
      id: source.id,
      name: source.name,
      shop: toCredits(source.shopMilli),
      compset_hotel: toCredits(source.compsetMilli),
      calendar_night: toCredits(source.calendarNightMilli),
      award_night: source.awardNightMilli === null ? null : toCredits(source.awardNightMilli),
    })),
  }
}
