import { describe, expect, it } from 'vitest'
import { createCatalogLoader } from '../../src/sources/catalog/load.ts'
import { FAMILIES } from '../../src/sources/registry.ts'
import { connect, type FilledIn, filledIn, problemsIn } from '../../src/sources/vendors/fill-in.ts'
import type { Vendor, VendorField } from '../../src/sources/vendors/vendor.ts'
import { findVendor, VENDORS } from '../../src/sources/vendors/vendors.ts'

const UUID = '3edbe1b4-6739-40b7-81b3-d369d9469c48'

/** A value that the field takes. */
function valueOf({ name, default: usual, pattern }: VendorField): string {
  if (usual !== undefined) return usual
  if (name === 'hotels') return `${UUID}/${UUID}`
  return pattern.includes('[0-9]') && !pattern.includes('A-Z') ? '12345' : 'k3y_9f8e7d6c'
}

function filled(vendor: Vendor, changes: Partial<FilledIn> = {}): FilledIn {
  const fields = Object.fromEntries(vendor.fields.map((field) => [field.name, valueOf(field)]))
  const baseUrl = vendor.addresses.length > 0 ? '' : 'https://gateway.example'
  return { id: vendor.sourceId, name: '', baseUrl, fields, budget: undefined, ...changes }
}

/** As the service would use it. */
function loaded(vendor: Vendor, input: FilledIn) {
  const { entry, credentials } = connect(vendor, input)
  const mistakes: string[] = []
  const load = createCatalogLoader({ env: {}, sourcesFile: undefined, families: FAMILIES })
  const stored = { id: entry.id, vendor: vendor.id, entry, secrets: credentials, disabled: false }
  const catalog = load({ sandbox: false, sources: [stored] }, ({ message }) => mistakes.push(message))
  return { catalog, mistakes }
}

describe.each(VENDORS)('the vendor $id', (vendor) => {
  it('makes a source that the service can use', () => {
    const input = filled(vendor)
    expect(problemsIn(vendor, input)).toEqual([])
    const { catalog, mistakes } = loaded(vendor, input)
    expect(mistakes).toEqual([])
    const [endpoint] = [...catalog.sources, ...catalog.searchEngines]
    expect(endpoint).toMatchObject({
      id: vendor.sourceId,
      name: vendor.name,
      origin: 'database',
      sandbox: false,
      unconfigured: null,
      family: vendor.entry.family,
    })
  })

  it('asks for every credential of its family, and hides those that are secret', () => {
    const { rates, search } = FAMILIES
    const family = [...rates, ...search].find(({ name }) => name === vendor.entry.family)
    const asked = vendor.fields.filter(({ to }) => to === 'credential')
    expect(asked.map(({ name }) => name).toSorted()).toEqual([...(family?.credentials ?? [])].toSorted())
    const shown = filledIn(vendor, connect(vendor, filled(vendor)))
    for (const { name } of vendor.fields.filter(({ secret }) => secret))
      expect(shown).not.toHaveProperty(name)
  })

  it('names every field that is missing, and its form', () => {
    const empty = problemsIn(vendor, { ...filled(vendor), fields: {} })
    const required = vendor.fields.filter((field) => field.default === undefined)
    expect(empty.map(({ field }) => field)).toEqual(required.map(({ name }) => name))
    for (const field of vendor.fields) {
      const odd = { ...filled(vendor).fields, [field.name]: 'ü\u0007' }
      expect(problemsIn(vendor, { ...filled(vendor), fields: odd })).toEqual([
        { field: field.name, problem: `must be ${field.form}` },
      ])
    }
  })

  it('says what it brings, what it costs and where to get a key', () => {
    for (const text of [vendor.brings, vendor.cost, vendor.key.how, vendor.refusedKey])
      expect(text.length).toBeGreaterThan(10)
    for (const { url } of [vendor.key, ...vendor.addresses]) expect(new URL(url).protocol).toBe('https:')
  })
})

const liteapi = findVendor('liteapi') as Vendor

describe('what an operator fills in', () => {
  it('must not have a field that the vendor does not know', () => {
    const fields = { ...filled(liteapi).fields, colour: 'red' }
    expect(problemsIn(liteapi, { ...filled(liteapi), fields })).toEqual([
      { field: 'colour', problem: expect.stringContaining('is not known at LiteAPI') },
    ])
  })

  it('has no other id where an engine has one place', () => {
    const serpapi = findVendor('serpapi') as Vendor
    expect(problemsIn(serpapi, filled(serpapi, { id: 'mine' }))).toMatchObject([{ field: 'id' }])
  })

  it('becomes options, examples and credentials', () => {
    const mews = findVendor('mews') as Vendor
    const fields = { client: 'My Client 1.0.0', hotels: `${UUID}/${UUID}, ${UUID}/${UUID}`, hotel: UUID }
    const { entry, credentials } = connect(mews, filled(mews, { fields }))
    expect(entry).toMatchObject({
      profile: { hotels: [`${UUID}/${UUID}`, `${UUID}/${UUID}`] },
      examples: [UUID],
      credentials: {},
      baseUrl: 'https://api.mews.com',
    })
    expect(credentials).toEqual({ client: 'My Client 1.0.0' })
  })
})
