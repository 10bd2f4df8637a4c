import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import { mergePartners, type TransferPartner } from '../../src/sources/catalog/partners.ts'
import { toyFamily } from './toy-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'catalog-'))
afterAll(() => rmSync(folder, { recursive: true }))

const families = { rates: [toyFamily], search: [{ name: 'finder', credentials: ['apiKey'] }] }
const env = { HOST: 'https://api.example.com/v1/', TOY_TOKEN: 's3cret', FINDER_KEY: 'k' }

const toy = {
  id: 'toy',
  kind: 'chain',
  name: 'Toy Hotels',
  family: 'toy',
  profile: { mood: 'kind' },
  weights: { shop: 1, compset: 0.2, member: 0.004 },
  capabilities: {
    batch: true,
    calendar: true,
    points: true,
    pointsCash: false,
    geo: false,
    certificates: [],
  },
  currencies: ['*'],
  taxIncluded: false,
  examples: ['T1'],
  baseUrl: '{HOST}/toy',
  credentials: { token: 'TOY_TOKEN' },
}

let files = 0
function load(content: unknown, environment: Record<string, string> = env) {
  files += 1
  const sourcesFile = join(folder, `${files}.json`)
  writeFileSync(sourcesFile, typeof content === 'string' ? content : JSON.stringify(content))
  return loadCatalog({ env: environment, sourcesFile, families })
}

const alone = (entry: object) => ({ replace: true, sources: [entry] })

describe('a file of sources', () => {
  it('is read with weights in milli-credits, defaults, and its address filled in from the environment', () => {
    const [source] = load(alone(toy)).sources
    expect(source).toMatchObject({
      shopMilli: 1000,
      compsetMilli: 200,
      memberMilli: 4,
      calendarNightMilli: 100,
      awardNightMilli: 100,
      baseUrl: 'https://api.example.com/v1/toy',
      credentials: { token: 's3cret' },
      unconfigured: null,
      limits: { concurrency: 8, deadlineMs: 10_000, maxBodyBytes: 8_388_608 },
    })
  })

  it('prices a night as a shop where there is no native calendar, and no award night without points', () => {
    const capabilities = { ...toy.capabilities, calendar: false, points: false }
    const [source] = load(
      alone({ ...toy, weights: { shop: 3, compset: 3, member: 0 }, capabilities }),
    ).sources
    expect(source).toMatchObject({ calendarNightMilli: 3000, awardNightMilli: null })
  })

  it('lists a source without its credential and names the missing variable', () => {
    const [source] = load(alone(toy), { HOST: 'http://h' }).sources
    expect(source).toMatchObject({ unconfigured: 'not set: TOY_TOKEN', credentials: {} })
  })

  it('has a budget only if its entry says so, with a reserve of a fifth', () => {
    const budget = { requests_per_day: 1000, price_per_request: { amount: 0.0075, currency: 'USD' } }
    expect(load(alone(toy)).sources[0]?.budget).toBeNull()
    expect(load(alone({ ...toy, budget })).sources[0]?.budget).toEqual({
      requestsPerDay: 1000,
      requestsPerMonth: null,
      pricePerRequest: { micro: 7500, currency: 'USD' },
      reservePct: 20,
    })
  })

  const partner: TransferPartner = {
    bank: 'oak',
    chain: 'toy',
    ratio: [1, 2],
    step: 1000,
    minimum: 1000,
    bonus: [],
  }

  it('knows the banks of its chains with points, the operator’s in place of bundled ones', () => {
    const capabilities = { ...toy.capabilities, points: true }
    const listed = { ...alone({ ...toy, capabilities }), transfer_partners: [partner] }
    expect(load(listed).transferPartners).toEqual([partner])
    const withoutPoints = { ...toy.capabilities, points: false, pointsCash: false, certificates: [] }
    const chains = [
      { ...toy, capabilities: withoutPoints },
      { ...toy, id: 'other', capabilities },
    ]
    const none = { replace: true, sources: chains, transfer_partners: [partner] }
    expect(load(none).transferPartners).toEqual([])
    const fail = (problem: string): never => {
      throw new Error(problem)
    }
    const own: TransferPartner = { ...partner, ratio: [3, 1] }
    const third: TransferPartner = { ...own, bank: 'elm' }
    expect(mergePartners([{ ...own, step: 5 }, third], [own], fail)).toEqual([third, own])
  })

  it.each([
    [[partner, partner], 'oak to toy is listed twice'],
    [[{ ...partner, bonus: [{ pct: 20, from: '2026-02-30', to: '2026-03-01' }] }], 'not a range of dates'],
    [[{ ...partner, step: 0 }], 'transfer_partners.0.step'],
  ])('refuses partners that make no sense: %o', (partners, problem) => {
    expect(() => load({ ...alone(toy), transfer_partners: partners })).toThrow(problem)
  })

  it('puts chains before OTAs and search engines apart', () => {
    const search = {
      id: 'finder',
      kind: 'search',
      name: 'Finder',
      family: 'finder',
      baseUrl: 'https://find.example',
      credentials: { apiKey: 'FINDER_KEY' },
    }
    const catalog = load({ replace: true, sources: [search, { ...toy, id: 'agency', kind: 'ota' }, toy] })
    expect(catalog.sources.map(({ id }) => id)).toEqual(['toy', 'agency'])
    expect(catalog.searchEngines).toMatchObject([{ id: 'finder', credentials: { apiKey: 'k' } }])
  })
})

const without = (field: keyof typeof toy) =>
  Object.fromEntries(Object.entries(toy).filter(([key]) => key !== field))

describe('a mistake stops the start with one line', () => {
  it.each<[string, unknown, string]>([
    ['bad JSON', '{"sources": [', 'is not JSON'],
    ['no list', { replace: true }, 'must have required properties sources'],
    [
      'an unknown field',
      alone({ ...toy, colour: 'red' }),
      'source "toy": must not have additional properties (colour)',
    ],
    [
      'an unknown nested field',
      alone({ ...toy, limits: { speed: 1 } }),
      'source "toy": limits: must not have',
    ],
    ['a bad id', alone({ ...toy, id: 'To y' }), 'source "To y": id: must match pattern'],
    [
      'a budget of 0',
      alone({ ...toy, budget: { requests_per_day: 0 } }),
      'source "toy": budget.requests_per_day: must be >= 1',
    ],
    [
      'a negative budget',
      alone({ ...toy, budget: { requests_per_month: -5 } }),
      'source "toy": budget.requests_per_month: must be >= 1',
    ],
    [
      'a reserve of more than everything',
      alone({ ...toy, budget: { reserve_pct: 120 } }),
      'source "toy": budget.reserve_pct: must be <= 90',
    ],
    [
      'a price without a currency',
      alone({ ...toy, budget: { price_per_request: { amount: 1 } } }),
      'source "toy": budget.price_per_request: must have required properties currency',
    ],
    [
      'a price of a currency that does not exist',
      alone({ ...toy, budget: { price_per_request: { amount: 1, currency: 'XYZ' } } }),
      'budget.price_per_request.currency: "XYZ" is not an ISO 4217 code',
    ],
    ['a bad kind', alone({ ...toy, kind: 'motel' }), 'source "toy": kind:'],
    ['a missing name', alone(without('name')), 'source "toy": must have required properties name'],
    ['missing weights', alone(without('weights')), 'source "toy": weights: must be given'],
    ['missing capabilities', alone(without('capabilities')), 'source "toy": capabilities: must be given'],
    ['a missing tax basis', alone(without('taxIncluded')), 'source "toy": taxIncluded:'],
    ['a duplicate id', { replace: true, sources: [toy, toy] }, 'source "toy": id: is used twice'],
    [
      'an unknown family',
      alone({ ...toy, family: 'fax' }),
      'source "toy": family: "fax" is unknown; known are toy',
    ],
    [
      'an uneven weight',
      alone({ ...toy, weights: { ...toy.weights, shop: 0.001 } }),
      'source "toy": weights.shop: 0.001 is not a multiple of 0.004',
    ],
    [
      'a weight with too many decimals',
      alone({ ...toy, weights: { ...toy.weights, compset: 0.2001 } }),
      'source "toy": weights.compset: 0.2001 is not a multiple',
    ],
    [
      'an unknown credential',
      alone({ ...toy, credentials: { token: 'TOY_TOKEN', pin: 'PIN' } }),
      'source "toy": credentials.pin: the family "toy" knows only token',
    ],
    [
      'a credential left out',
      alone({ ...toy, credentials: {} }),
      'source "toy": credentials.token: must name',
    ],
    [
      'a secret where a variable name belongs',
      alone({ ...toy, credentials: { token: 's3cret!' } }),
      'source "toy": credentials.token: must match pattern',
    ],
    [
      'a capability the family lacks',
      alone({ ...toy, capabilities: { ...toy.capabilities, geo: true } }),
      'source "toy": capabilities.geo: the family "toy" has no geo-search',
    ],
    [
      'certificates without points',
      alone({
        ...toy,
        capabilities: {
          ...toy.capabilities,
          points: false,
          certificates: [{ id: '40k', max_points: 40_000, max_top_up: null }],
        },
      }),
      'source "toy": capabilities.certificates: need points',
    ],
    [
      'a malformed address',
      alone({ ...toy, baseUrl: 'ftp//x' }),
      'source "toy": baseUrl: must be an http or https',
    ],
    [
      'credentials in the address',
      alone({ ...toy, baseUrl: 'https://u:p@x' }),
      'baseUrl: must not contain credentials',
    ],
    [
      'a query in the address',
      alone({ ...toy, baseUrl: 'https://x/?a=1' }),
      'baseUrl: must not contain a query',
    ],
    [
      'an unknown currency',
      alone({ ...toy, currencies: ['USD', 'GOLD'] }),
      'currencies: "GOLD" is not an ISO 4217',
    ],
    [
      'a profile not understood',
      alone({ ...toy, profile: { mood: 'grim' } }),
      'source "toy": profile: mood must be',
    ],
  ])('%s', (_, content, words) => {
    let message = ''
    try {
      load(content)
    } catch (error) {
      message = error instanceof Error ? error.message : ''
    }
    expect(message).toContain(words)
    expect(message.startsWith(join(folder, `${files}.json: `))).toBe(true)
    expect(message).not.toContain('\n')
  })

  it('a family without batches cannot have them', () => {
    const plain = { ...toyFamily, batchSize: null }
    const sourcesFile = join(folder, 'batch.json')
    writeFileSync(sourcesFile, JSON.stringify(alone(toy)))
    expect(() => loadCatalog({ env, sourcesFile, families: { rates: [plain], search: [] } })).toThrow(
      'source "toy": capabilities.batch: the family "toy" has no batches',
    )
  })

  it('a file that is not there', () => {
    expect(() => loadCatalog({ env, sourcesFile: join(folder, 'none.json'), families })).toThrow(
      'cannot be read (ENOENT)',
    )
  })
})
