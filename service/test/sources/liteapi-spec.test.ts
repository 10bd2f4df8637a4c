import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { describe, expect, test } from 'vitest'
import { createLiteapiWire } from '../../../sandbox/src/wires/liteapi/wire.ts'
import type { WireAnswer, WireRequest } from '../../../sandbox/src/wires/wire.ts'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { liteapi } from '../../src/sources/families/liteapi/family.ts'
import type { Http, StayQuery } from '../../src/sources/source.ts'

/**
 * Holds every request of the adapter and every answer of the sandbox against the vendor's own description, where
 * VENDOR_SPECS names a folder that has it. Names that the description does not have are errors too.
 */
const folder = process.env.VENDOR_SPECS

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  [keyword: string]: unknown
}

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

/** The description types these as lists; the service sends single objects, as the description's own example does. */
const OBJECTS_DESCRIBED_AS_LISTS = new Set(['offerRetailRate', 'suggestedSellingPrice', 'offerInitialPrice'])

function closed(schema: Schema): Schema {
  const copy: Schema = { ...schema }
  if (copy.items) copy.items = closed(copy.items)
  if (copy.properties) {
    copy.additionalProperties = false
    copy.properties = Object.fromEntries(
      Object.entries(copy.properties).map(([name, inner]) => {
        const strict = closed(inner)
        const defect = OBJECTS_DESCRIBED_AS_LISTS.has(name) && strict.items
        return [name, defect ? { anyOf: [strict, strict.items] } : strict]
      }),
    )
  }
  return copy
}

function loadOperations(specs: string): Record<string, Record<string, Operation>> {
  const paths = ['liteapi-search.json', 'liteapi-static.json'].map((file) => {
    const spec = JSON.parse(readFileSync(join(specs, file), 'utf8')) as { paths: object }
    return spec.paths
  })
  return Object.assign({}, ...paths) as Record<string, Record<string, Operation>>
}

function createOracle(specs: string): (request: WireRequest, answer: WireAnswer) => string[] {
  const operations = loadOperations(specs)
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  const compiled = new Map<Schema, ValidateFunction>()
  const faults = (schema: Schema | undefined, value: unknown, where: string): string[] => {
    if (!schema) return [`${where} is not described`]
    const check = compiled.get(schema) ?? ajv.compile(closed(schema))
    compiled.set(schema, check)
    return check(value) ? [] : (check.errors ?? []).map((e) => `${where}${e.instancePath} ${e.message}`)
  }

  return ({ method, path, query, body }, answer) => {
    const operation = operations[path]?.[method.toLowerCase()]
    if (!operation) return [`${method} ${path} is not described`]
    const known = operation.parameters?.filter((parameter) => parameter.in === 'query') ?? []
    const asked = [...query].flatMap(([name, text]) => {
      const schema = known.find((parameter) => parameter.name === name)?.schema
      const value = schema?.type === 'integer' || schema?.type === 'number' ? Number(text) : text
      return faults(schema, value, `query ${name}`)
    })
    const missing = known.filter((parameter) => parameter.required && !query.has(parameter.name))
    const sent = operation.requestBody
      ? faults(operation.requestBody.content['application/json']?.schema, JSON.parse(body), 'request')
      : []
    const described = operation.responses[String(answer.status)]
    // A 204 is described with a body that HTTP does not let it have.
    const empty = answer.status === 204 && answer.body === '' && described !== undefined
    const told = empty
      ? []
      : faults(described?.content?.['application/json']?.schema, JSON.parse(answer.body), `${answer.status}`)
    return [...asked, ...missing.map(({ name }) => `query ${name} is missing`), ...sent, ...told]
  }
}

function now(): number {
  return Date.parse('2027-03-01T12:00:00Z')
}

describe.skipIf(!folder)("LiteAPI's own description", () => {
  test('has every request that the adapter sends and every answer that the sandbox gives', async () => {
    const world = createWorld({ seed: 7, now })
    const oracle = createOracle(folder ?? '')
    const credentials = { apiKey: 'key' }
    const wire = createLiteapiWire({ id: 'glasshouse', wire: 'liteapi', profile: {}, credentials }, world)
    const seen = new Map<string, string[]>()

    const http: Http = ({ method, path, query = {}, headers = {}, body = '' }) => {
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
      const request = { method, path, query: search, headers, body }
      const answer = wire.answer(request)
      const key = `${method} ${path} ${answer.status}`
      seen.set(key, [...(seen.get(key) ?? []), ...oracle(request, answer)])
      return Promise.resolve({ headers: {}, ...answer })
    }

    const profile = { loyaltyProgram: 'GH', chainIds: '14675' }
    const adapter = liteapi.bind({ sourceId: 'glasshouse', profile, credentials, points: false, now })
    const call = { http, live: true, raw: true }
    const query: StayQuery = {
      hotelCode: 'SLOW',
      checkin: '2027-05-10',
      los: 2,
      occupancy: { adults: 2, children: 1, rooms: 2 },
      currency: 'EUR',
    }
    const hotelCodes = world
      .listings('glasshouse')
      .slice(0, 20)
      .map((listing) => listing.code)
    await adapter.shop(query, call)
    await adapter.shop({ ...query, hotelCode: 'SOLDOUT' }, call)
    await adapter.shop({ ...query, hotelCode: 'UNKNOWN' }, call).catch(() => null)
    await adapter.lowest?.({ ...query, hotelCodes: [...hotelCodes, 'CLOSED', 'UNKNOWN'], member: true }, call)
    await adapter.near?.({ lat: 38.7, lng: -9.1, radiusKm: 40, limit: 50 }, call)
    await adapter.find?.({ name: 'Glasshouse', city: 'Lisbon', country: 'PT' }, call)
    await adapter.find?.({ name: 'Glasshouse', city: null, country: null }, call)
    const badDates = {
      hotelIds: ['SLOW'],
      occupancies: [{ adults: 2 }],
      currency: 'USD',
      guestNationality: 'US',
    }
    const past = JSON.stringify({ ...badDates, checkin: '2020-01-01', checkout: '2020-01-02' })
    const ahead = JSON.stringify({ ...badDates, checkin: '2027-05-10', checkout: '2027-05-11' })
    const headers = { 'x-api-key': 'key' }
    await http({ method: 'POST', path: '/hotels/rates', headers, body: past })
    await http({ method: 'POST', path: '/hotels/min-rates', headers, body: ahead })
    await http({ method: 'POST', path: '/hotels/min-rates', body: ahead })
    await http({ method: 'GET', path: '/data/hotel', query: { hotelId: 'SLOW' } })
    await http({ method: 'GET', path: '/data/hotels', query: { hotelName: 'x' }, headers })

    expect(Object.fromEntries([...seen].filter(([, faults]) => faults.length > 0))).toEqual({})
    expect([...seen.keys()].toSorted()).toEqual([
      'GET /data/hotel 200',
      'GET /data/hotel 400',
      'GET /data/hotel 401',
      'GET /data/hotels 200',
      'GET /data/hotels 400',
      'POST /hotels/min-rates 200',
      'POST /hotels/min-rates 401',
      'POST /hotels/rates 200',
      'POST /hotels/rates 204',
      'POST /hotels/rates 400',
    ])
  })
})
