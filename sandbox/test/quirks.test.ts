import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SOURCES } from '../src/sources.ts'
import { createWorld } from '../src/world/create.ts'
import { QUIRKS, type Quirk } from '../src/world/quirk.ts'
import { canShow } from '../src/world/quirks.ts'
import type { Plan, Quote, StayAsk } from '../src/world/world.ts'
import { type RunningSandbox, startSandbox } from './start-sandbox.ts'

const NOW = Date.parse('2026-03-01T10:00:00Z')
const world = createWorld({ seed: 1, now: () => NOW })
/** A test hotel whose cash prices are plain. */
const HOTEL = 'AWARDFLAP'
const PRICED = SOURCES.filter(({ id }) => world.listings(id).length > 0).map(({ id }) => id)

beforeEach(() => {
  world.forgetQuirks()
})

function quoteOf(source: string, code: string, change: Partial<StayAsk> = {}): Quote {
  const ask = { checkin: '2026-06-10', los: 1, adults: 2, children: 0, rooms: 1, ...change }
  const quote = world.quote(source, code, ask)
  if (!quote) throw new Error(`${source} does not know ${code}`)
  return quote
}

/** The test hotel with one quirk, at a source that can show it. */
function quirky(quirk: Quirk, change: Partial<StayAsk> = {}, source = 'castellan'): Quote {
  expect(world.setQuirks(source, HOTEL, { [quirk]: true })).toBe(true)
  return quoteOf(source, HOTEL, change)
}

const planOf = ({ rooms }: Quote, code: string, room = 0): Plan | undefined =>
  rooms[room]?.plans.find((plan) => plan.code === code)

const allIn = ({ nights }: Plan): number =>
  nights.reduce((sum, { base, tax, fee }) => sum + base + tax + fee, 0)

const isPublic = (plan: Plan, quote: Quote): boolean =>
  !plan.memberOnly && !plan.needsProof && !plan.isPackage && plan.currency === quote.currency

const codesOf = ({ rooms }: Quote): string[] => (rooms[0]?.plans ?? []).map(({ code }) => code)

describe('the quirks of a world', () => {
  it('are spread over its ordinary hotels, each over some of them and none over all', () => {
    const sets = PRICED.flatMap((source) =>
      world
        .listings(source)
        .filter(({ city }) => city !== 'Nome')
        .map(({ code }) => ({ source, quirks: world.quirks(source, code) ?? new Set<Quirk>() })),
    )
    for (const quirk of QUIRKS) {
      const able = sets.filter(({ source }) => canShow(source, quirk))
      const share = able.filter(({ quirks }) => quirks.has(quirk)).length / able.length
      expect({ quirk, isSome: share > 0.02 && share < 0.95 }).toEqual({ quirk, isSome: true })
      expect(sets.filter(({ source, quirks }) => quirks.has(quirk) && !canShow(source, quirk))).toEqual([])
    }
  })

  it('leave the test hotels alone', () => {
    for (const source of PRICED) expect([...(world.quirks(source, 'SLOW') ?? ['unknown'])]).toEqual([])
  })

  it('let members pay less than everybody else at most hotels of a chain', () => {
    let compared = 0
    let less = 0
    for (const source of ['aurelia', 'castellan', 'glasshouse']) {
      for (const { code } of world.listings(source)) {
        const quote = quoteOf(source, code)
        const plans = quote.rooms.flatMap((room) => room.plans)
        const open = plans.filter((plan) => isPublic(plan, quote)).map(allIn)
        const members = plans.filter((plan) => plan.memberOnly).map(allIn)
        if (open.length === 0 || members.length === 0) continue
        compared++
        if (Math.min(...members) < Math.min(...open)) less++
      }
    }
    expect(compared).toBeGreaterThan(500)
    expect(less / compared).toBeGreaterThan(0.75)
  })
})

describe('a hotel with the quirk', () => {
  it('memberPrepaid sells members a rate below every public one, paid at once', () => {
    for (const source of ['castellan', 'ostello']) {
      const quote = quirky('memberPrepaid', {}, source)
      const plans = quote.rooms[0]?.plans ?? []
      const prepaid = plans.find((plan) => plan.memberOnly && !plan.refundable && !plan.partlyRefundable)
      if (!prepaid) throw new Error('no prepaid member rate')
      expect(allIn(prepaid)).toBeLessThan(Math.min(...plans.filter((plan) => !plan.memberOnly).map(allIn)))
    }
  })

  it('mixedTax quotes one public plan on the other basis', () => {
    const mixed = quirky('mixedTax').rooms[0]?.plans.filter((plan) => plan.otherBasis)
    expect(mixed?.map(({ code }) => code)).toEqual(['ADVANCE'])
  })

  it('mixedCurrency sells one plan in another money, at the same worth', () => {
    const abroad = planOf(quirky('mixedCurrency'), 'ABROAD')
    expect(abroad?.currency).toBe('EUR')
    // 5 per cent off 200 dollars, at 0.92 euros a dollar.
    expect(abroad?.nights[0]).toMatchObject({ base: 17_480, tax: 1_748, fee: 460 })
    expect(planOf(quirky('mixedCurrency', { currency: 'EUR' }), 'ABROAD')?.currency).toBe('GBP')
  })

  it('restrictedPlan holds the flexible rate back from a single night, and sells the others', () => {
    const night = quirky('restrictedPlan')
    expect(night).toMatchObject({ status: 'available', heldBack: [{ code: 'FLEX', minLos: 2 }] })
    expect(codesOf(night)).toEqual(['BBFLEX', 'ADVANCE', 'MEMBER'])
    const stay = quoteOf('castellan', HOTEL, { los: 2 })
    expect(stay.heldBack).toEqual([])
    expect(codesOf(stay)).toContain('FLEX')
  })

  it('packages and governmentRate sell below every public rate what not everybody can buy', () => {
    for (const [quirk, code] of [
      ['packages', 'PACKAGE'],
      ['governmentRate', 'GOV'],
    ] as const) {
      world.forgetQuirks()
      const quote = quirky(quirk)
      const special = planOf(quote, code)
      if (!special) throw new Error(`no ${code}`)
      expect({ proof: special.needsProof, pack: special.isPackage }).toEqual({
        proof: code === 'GOV',
        pack: code === 'PACKAGE',
      })
      const open = (quote.rooms[0]?.plans ?? []).filter((plan) => isPublic(plan, quote))
      expect(allIn(special)).toBeLessThan(Math.min(...open.map(allIn)))
    }
  })

  it('partlyRefundable keeps a night of a longer stay', () => {
    expect(planOf(quirky('partlyRefundable'), 'FLEX')).toMatchObject({ refundable: true })
    expect(planOf(quirky('partlyRefundable', { los: 3 }), 'FLEX')).toMatchObject({
      refundable: false,
      partlyRefundable: true,
      cancelBy: null,
    })
  })

  it('unevenFees collects another fee each night', () => {
    const fees = planOf(quirky('unevenFees', { los: 3 }), 'FLEX')?.nights.map(({ fee }) => fee)
    expect(fees?.toSorted((a, b) => a - b)).toEqual([500, 800, 1_100])
  })

  it('missingRate does not sell the cheapest public plan for its cheapest room', () => {
    const quote = quirky('missingRate')
    expect(planOf(quote, 'ADVANCE')).toBeUndefined()
    expect(planOf(quote, 'ADVANCE', 1)).toBeDefined()
  })
})

describe('the control port', () => {
  let sandbox: RunningSandbox

  beforeAll(async () => {
    sandbox = await startSandbox()
  })

  afterEach(async () => {
    await sandbox.control('/reset', {})
  })

  afterAll(async () => {
    await sandbox.stop()
  })

  const shown = async (source: string, code: string): Promise<string[]> => {
    const said = (await sandbox.control(`/hotels/${source}/${code}`)) as { quirks: Record<string, boolean> }
    expect(Object.keys(said.quirks)).toEqual([...QUIRKS])
    return Object.keys(said.quirks).filter((quirk) => said.quirks[quirk])
  }

  it('shows and switches the quirks of one hotel, or of all of a source', async () => {
    const ordinary = world.listings('ivyrow')[0]?.code ?? ''
    const before = await shown('ivyrow', ordinary)
    expect(before).toEqual(QUIRKS.filter((quirk) => world.quirks('ivyrow', ordinary)?.has(quirk)))
    await sandbox.control('/hotels/ivyrow/SLOW', { mixedTax: true, sparse: true })
    expect(await shown('ivyrow', 'SLOW')).toEqual(['mixedTax', 'sparse'])
    await sandbox.control('/hotels/ivyrow/SLOW', { mixedTax: false })
    expect(await shown('ivyrow', 'SLOW')).toEqual(['sparse'])
    await sandbox.control('/hotels/ivyrow/*', Object.fromEntries(QUIRKS.map((quirk) => [quirk, false])))
    expect(await shown('ivyrow', ordinary)).toEqual([])
    await sandbox.control('/reset', {})
    expect(await shown('ivyrow', ordinary)).toEqual(before)
    expect(await shown('ivyrow', 'SLOW')).toEqual([])
  })

  it('refuses what it does not know, and what a format has no words for', async () => {
    await expect(sandbox.control('/hotels/ivyrow/NOWHERE')).rejects.toThrow('ivyrow has no hotel NOWHERE')
    await expect(sandbox.control('/hotels/ivyrow/SLOW', { tidy: true })).rejects.toThrow('unknown quirk')
    await expect(sandbox.control('/hotels/ivyrow/SLOW', { sparse: 1 })).rejects.toThrow('true or false')
    await expect(sandbox.control('/hotels/lodgista/SLOW', { packages: true })).rejects.toThrow(
      'no way to show',
    )
  })
})
