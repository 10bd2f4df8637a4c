import { PRICE_OF } from '../billing/prices.ts'
import type { Tab } from '../billing/tab.ts'
import type { Planned } from '../edge/sale.ts'
import { hotelKey } from '../hotels/master.ts'
import type { Stay } from '../observations/key.ts'
import type { Summary } from '../observations/observations.ts'
import { weightsOf } from '../sources/catalog/catalog.ts'
import type { RateDeps } from './ask.ts'
import { askBatches } from './compset-batch.ts'
import {
  answer,
  type CompsetAsk,
  marketOf,
  type Part,
  type Row,
  rowFromStore,
  shopRow,
  staysOf,
} from './compset-rows.ts'
import type { RateTerms } from './request.ts'

/** The lowest rate of each of up to 25 hotels for one stay. */
export async function planCompset(deps: RateDeps, ask: CompsetAsk): Promise<Planned> {
  const parts = await knownParts(deps, ask)
  const rowPrice = (part: Part) => PRICE_OF.compsetRow(weightsOf(part.stay.source))
  const extraPrice = (part: Part) => PRICE_OF.memberExtra(weightsOf(part.stay.source))
  const extras = (which: Part['extra']) =>
    parts.filter(({ quotedExtra }) => quotedExtra === which).map(extraPrice)
  const perhaps = extras('known')
  return {
    estimate: {
      cached: parts.filter(({ known }) => known).map(rowPrice),
      ...(perhaps.length > 0 && { perhaps }),
      live: [...parts.filter(({ known }) => !known).map(rowPrice), ...extras('missing')],
      free: 0,
    },
    run: async (tab) => {
      const batched = parts.filter((part) => part.stay.source.batch && !isComplete(part))
      const alone = parts.filter((part) => !part.stay.source.batch || isComplete(part))
      const [fromBatches, ...others] = await Promise.all([
        askBatches(deps, batched, ask, tab),
        ...alone.map(async (part) => [part, await rowOf(deps, part, ask.terms, tab)] as const),
      ])
      const rows = new Map([...fromBatches, ...others])
      const all = parts.flatMap((part) => rows.get(part) ?? [])
      return answer(deps, ask, all, marketOf(ask))
    },
  }
}

async function knownParts(deps: RateDeps, ask: CompsetAsk): Promise<Part[]> {
  const stays = staysOf(ask)
  const wantsExtra = ({ source }: Stay) => ask.rates === 'member' && source.memberMilli > 0
  const [any, withMember] = ask.terms.live
    ? [new Map<string, Summary>(), new Map<string, Summary>()]
    : await Promise.all([
        deps.observations.findLowest(stays, ask.terms.fresh, () => true),
        // Needed even if the member rate is free: the cached row may come from a request without it.
        ask.rates === 'member'
          ? deps.observations.findLowest(stays, ask.terms.fresh, ({ memberKnown }) => memberKnown)
          : new Map<string, Summary>(),
      ])
  return stays.map((stay) => {
    const name = hotelKey({ source: stay.source.id, hotelCode: stay.hotelCode })
    const rich = withMember.get(name)
    if (!wantsExtra(stay)) {
      const known = ask.rates === 'member' ? rich : any.get(name)
      return { stay, known, extra: 'none', quotedExtra: 'none' }
    }
    const known = rich ?? any.get(name)
    // A hotel with nothing to sell has no member rate.
    const quotedExtra = rich ? 'known' : 'missing'
    const isSold = known === undefined || known.value.status === 'available'
    return { stay, known, extra: isSold ? quotedExtra : 'none', quotedExtra }
  })
}

function isComplete({ known, extra }: Part): boolean {
  return known !== undefined && extra !== 'missing'
}

/** A row that is cached, or that needs its own shop. */
async function rowOf(deps: RateDeps, part: Part, terms: RateTerms, tab: Tab): Promise<Row> {
  const { stay, known, extra } = part
  const weights = weightsOf(stay.source)
  const price = PRICE_OF.compsetRow(weights)
  if (known) {
    tab.cached(price)
    if (extra === 'known') tab.cached(PRICE_OF.memberExtra(weights))
    return rowFromStore(stay, known)
  }
  return shopRow(deps, stay, terms, tab, price)
}
