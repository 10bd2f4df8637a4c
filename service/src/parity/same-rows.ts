import { figuresOf } from '../observations/figures.ts'
import type { Shopped } from '../rates/ask.ts'
import { firstDifference, inShownCurrency } from '../rates/same-rows.ts'
import type { Receipt } from '../receipts/receipt.ts'
import type { ReadSource } from '../receipts/verify.ts'
import type { StayAnswer } from '../sources/source.ts'
import { quotedView } from './answer.ts'
import { directOf, sellerRows } from './sellers.ts'

interface Shown {
  query: { chain: string }
  direct: object | null
  channels: { channel: string; via: string | null; seller: object | null }[]
}

/** How the answer of `/parity` differs from what the bodies of its sources say; null if it does not. */
export function differenceInParity({ answer }: Receipt, read: readonly ReadSource[]): string | null {
  const shown = answer as unknown as Shown
  const differences = read.map(({ source, answer: found }) => {
    if (source === shown.query.chain) return differenceInDirect(shown, found, source)
    const own = shown.channels.find(({ channel, via }) => channel === source && via === null)
    return own ? differs(own, found, `channel ${source}, `) : differenceInSellers(shown, found, source)
  })
  return differences.find((each) => each !== null) ?? null
}

/** A metasearch engine's hotel has its other sellers in the same answer. */
function differenceInDirect(shown: Shown, found: StayAnswer, source: string): string | null {
  const isMeta = shown.channels.some(({ via, seller }) => via === null && seller !== null)
  const part = isMeta ? directOf(shoppedOf(found))?.observation.answer : found
  const difference = part && shown.direct ? differs(shown.direct, part, 'direct, ') : null
  return difference ?? (isMeta ? differenceInSellers(shown, found, source) : null)
}

function differenceInSellers({ channels }: Shown, found: StayAnswer, source: string): string | null {
  for (const row of sellerRows(shoppedOf(found), source)) {
    const shown = channels.find(({ channel, seller }) => channel === row.channel && seller !== null)
    // A seller that has a row of its own already is shown by that one.
    if (!shown || !('shopped' in row)) continue
    const difference = differs(shown, row.shopped.observation.answer, `seller ${row.channel}, `)
    if (difference !== null) return difference
  }
  return null
}

function differs(shown: object, answer: StayAnswer, path: string): string | null {
  const { lowest, ...rest } = quotedView(figuresOf(inShownCurrency(answer, shown)))
  // Direct has its prices beside its status, channels have them in `lowest`.
  const prices: unknown = Reflect.get(shown, 'lowest')
  const at = typeof prices === 'object' && prices !== null ? prices : shown
  return firstDifference(rest, shown, path) ?? firstDifference(lowest, at, path)
}

function shoppedOf(answer: StayAnswer): Shopped {
  const observation = { answer, figures: figuresOf(answer), seenMs: 0, rendered: null }
  return { observation, cached: false, raw: [] }
}
