import { PRICE_OF } from '../billing/prices.ts'
import type { Planned } from '../edge/sale.ts'
import { hotelKey } from '../hotels/master.ts'
import type { Stay } from '../observations/key.ts'
import type { Summary } from '../observations/observations.ts'
import { weightsOf } from '../sources/catalog/catalog.ts'
import type { RateDeps } from './ask.ts'
import { answer, type CompsetAsk, type Row, rowFromStore, shopRow, staysOf } from './compset-rows.ts'

/** The lowest points of up to 25 hotels. Rows of chains without points are empty and free. */
export async function planCompsetAward(deps: RateDeps, ask: CompsetAsk): Promise<Planned> {
  const stays = staysOf(ask)
  const awarding = stays.filter(({ source }) => source.points)
  const known = ask.terms.live
    ? new Map<string, Summary>()
    : await deps.observations.findLowest(awarding, ask.terms.fresh, ({ pointsKnown }) => pointsKnown)
  const summaryOf = ({ source, hotelCode }: Stay) => known.get(hotelKey({ source: source.id, hotelCode }))
  const price = (stay: Stay) => PRICE_OF.compsetRow(weightsOf(stay.source))
  return {
    estimate: {
      cached: awarding.filter(summaryOf).map(price),
      live: awarding.filter((stay) => !summaryOf(stay)).map(price),
      free: stays.length - awarding.length,
    },
    run: async (tab) => {
      const rows = await Promise.all(
        stays.map(async (stay): Promise<Row> => {
          if (!stay.source.points) {
            tab.free()
            return { stay, empty: true }
          }
          const summary = summaryOf(stay)
          if (!summary) return shopRow(deps, stay, { ...ask.terms, points: true }, tab, price(stay))
          tab.cached(price(stay))
          return rowFromStore(stay, summary)
        }),
      )
      return answer(deps, ask, rows)
    },
  }
}
