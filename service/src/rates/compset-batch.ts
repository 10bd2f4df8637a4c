import { PRICE_OF } from '../billing/prices.ts'
import type { Keep, Tab } from '../billing/tab.ts'
import { figuresOfLowest } from '../observations/figures.ts'
import type { Summary } from '../observations/observations.ts'
import { type Source, weightsOf } from '../sources/catalog/catalog.ts'
import { type LowestAnswer, SourceFailure } from '../sources/source.ts'
import { type RateDeps, rowError } from './ask.ts'
import { type CompsetAsk, type Part, type Row, rowFromStore } from './compset-rows.ts'

type Answered = Awaited<ReturnType<RateDeps['gateway']['lowest']>>['answer'][number]

/** For sources with batches: one call per source for the missing rows, and one for rows that lack only the member rate. */
export async function askBatches(
  deps: RateDeps,
  parts: readonly Part[],
  ask: CompsetAsk,
  tab: Tab,
): Promise<Map<Part, Row>> {
  const groups = Map.groupBy(
    parts,
    ({ stay, known, extra }) => `${stay.source.id}/${known === undefined}/${extra}`,
  )
  const rows = await Promise.all([...groups.values()].map((group) => askGroup(deps, group, ask, tab)))
  return new Map(rows.flat())
}

async function askGroup(deps: RateDeps, group: Part[], ask: CompsetAsk, tab: Tab): Promise<[Part, Row][]> {
  const [first] = group
  if (!first) return []
  const { source, checkin, los, occupancy, currency } = first.stay
  const hotelCodes = group.map(({ stay }) => stay.hotelCode)
  const member = ask.rates === 'member'
  const { answer } = await deps.gateway.lowest(
    source.id,
    { hotelCodes, checkin, los, occupancy, currency, member },
    { live: ask.terms.live, caller: tab.caller, purpose: tab.purpose },
  )
  const seenMs = deps.now()
  const keepOf: KeepOf = ({ lowest }) => deps.observations.observeLowest(first.stay, lowest, seenMs)
  const byCode = new Map(answer.map((row) => [row.hotelCode, row]))
  return group.map((part) => {
    const row = byCode.get(part.stay.hotelCode)
    return [
      part,
      part.known ? withExtra(part, part.known, row, tab, keepOf) : bought(part, row, seenMs, tab, keepOf),
    ]
  })
}

/** Stores a row. */
type KeepOf = (row: Answered & { lowest: LowestAnswer }) => Keep

/** A live row, with its member rate if that took a further call. */
function bought(part: Part, row: Answered | undefined, seenMs: number, tab: Tab, keepOf: KeepOf): Row {
  const { stay } = part
  const weights = weightsOf(stay.source)
  if (!row || !('lowest' in row)) {
    tab.free()
    return { stay, error: rowError(failureOf(row, stay.source), stay.source) }
  }
  const put = row.joined ? tab.cached : tab.live
  put(PRICE_OF.compsetRow(weights), keepOf(row))
  if (part.extra === 'missing') chargeExtra(part, row, tab)
  return { stay, figures: figuresOfLowest(row.lowest), sighting: { cached: row.joined, seenMs } }
}

/** A cached row, completed with a live member rate. */
function withExtra(part: Part, known: Summary, row: Answered | undefined, tab: Tab, keepOf: KeepOf): Row {
  const { stay } = part
  tab.cached(PRICE_OF.compsetRow(weightsOf(stay.source)))
  if (!row || !('lowest' in row)) {
    tab.free()
    return rowFromStore(stay, known)
  }
  chargeExtra(part, row, tab, keepOf(row))
  const { member, memberAfterTax, memberKnown } = figuresOfLowest(row.lowest)
  return rowFromStore(stay, { ...known, value: { ...known.value, member, memberAfterTax, memberKnown } })
}

/** Charged only if the further call was made and answered, so not for a hotel with nothing to sell. */
function chargeExtra({ stay }: Part, row: Answered & { lowest: LowestAnswer }, tab: Tab, keep?: Keep): void {
  const made = row.lowest.status === 'available' && row.lowest.memberKnown
  if (!made) tab.free()
  else if (row.joined) tab.cached(PRICE_OF.memberExtra(weightsOf(stay.source)), keep)
  else tab.live(PRICE_OF.memberExtra(weightsOf(stay.source)), keep)
}

function failureOf(row: Answered | undefined, source: Source): SourceFailure {
  return row && 'failure' in row
    ? row.failure
    : new SourceFailure('broken', `${source.id} left a hotel out of a batch`)
}
