import { describe, expect, it } from 'vitest'
import { createWorld } from '../src/world/create.ts'
import type { Quote, StayAsk } from '../src/world/world.ts'

const CHAINS = 'aurelia brightwater castellan dunmore evergrand foxhollow kestrel'.split(' ')
const worldAt = (now: string) => createWorld({ seed: 1, now: () => Date.parse(now) })
const world = worldAt('2026-03-01T10:00:00Z')

function quoteOf(
  source: string,
  code: string,
  change: Pick<StayAsk, 'checkin'> & { los?: number },
  from = world,
): Quote {
  const quote = from.quote(source, code, { los: 1, adults: 2, children: 0, rooms: 1, ...change })
  if (!quote) throw new Error(`${source} does not know ${code}`)
  return quote
}

const ordinary = (source: string) => world.listings(source).filter((listing) => listing.city !== 'Nome')

describe('habits', () => {
  const hotels = CHAINS.flatMap((chain) => ordinary(chain).map(({ code }) => ({ chain, code }))).filter(
    (_, at) => at % 4 === 0,
  )
  const flexible = (chain: string, code: string, checkin: string, from: typeof world) => {
    const [room] = quoteOf(chain, code, { checkin }, from).rooms
    const found = room?.plans.find((plan) => plan.code === 'FLEX')
    return found?.nights[0]?.base ?? null
  }

  it('some hotels give weekends for points only in longer stays, some never, and most always', () => {
    const sellsPoints = (chain: string, code: string, checkin: string, los = 1) => {
      const { status, rooms } = quoteOf(chain, code, { checkin, los })
      return status === 'available' ? rooms.some((room) => room.awards.length > 0) : null
    }
    const kinds = { never: 0, longer: 0, always: 0 }
    for (const { chain, code } of hotels.filter((hotel) => hotel.chain === 'aurelia')) {
      const weekend = ['2026-06-12', '2026-06-19', '2026-06-26', '2026-07-03'].map((night) =>
        sellsPoints(chain, code, night),
      )
      const longer = ['2026-06-10', '2026-06-17', '2026-06-24', '2026-07-01'].map((night) =>
        sellsPoints(chain, code, night, 3),
      )
      if (weekend.includes(true)) kinds.always += 1
      else if (longer.includes(true)) kinds.longer += 1
      else kinds.never += 1
    }
    const all = kinds.never + kinds.longer + kinds.always
    expect(kinds.always / all).toBeGreaterThan(0.6)
    expect(kinds.longer / all).toBeGreaterThan(0.04)
    expect(kinds.never / all).toBeGreaterThan(0.06)
  })

  it('within the last days, prices fall in some markets, rise in others, and stay in most', () => {
    const early = worldAt('2026-05-01T10:00:00Z')
    const late = worldAt('2026-06-07T10:00:00Z')
    const moves = { fell: 0, rose: 0, stayed: 0 }
    for (const { chain, code } of hotels)
      for (const night of ['2026-06-08', '2026-06-09']) {
        const [before, after] = [flexible(chain, code, night, early), flexible(chain, code, night, late)]
        if (before === null || after === null || before === 0) continue
        const change = after / before - 1
        moves[change < -0.05 ? 'fell' : change > 0.05 ? 'rose' : 'stayed'] += 1
      }
    const all = moves.fell + moves.rose + moves.stayed
    for (const share of [moves.fell, moves.rose]) {
      expect(share / all).toBeGreaterThan(0.1)
      expect(share / all).toBeLessThan(0.3)
    }
  })
})
