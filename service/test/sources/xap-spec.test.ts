import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createXapWire } from '../../../sandbox/src/wires/xap/wire.ts'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { xap } from '../../src/sources/families/xap/family.ts'
import type { HttpRequest } from '../../src/sources/source.ts'
import { answeringWire, type Exchange } from './answering-wire.ts'

/** Runs where the vendor's own description is at hand; the rest of the suite does without. */
const folder = process.env['VENDOR_SPECS']

interface Parameter {
  name: string
  in: 'query' | 'header'
  required?: boolean
  schema: { type: string }
}

interface Operation {
  parameters: Parameter[]
  responses: Record<string, { content: Record<string, { schema: { $ref: string } }> }>
}

interface Description {
  paths: Record<string, { get: Operation }>
  components: { schemas: Record<string, unknown> }
}

/** The description lets every object have any field; a misspelt one must not pass for that. */
function close(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  if ('properties' in schema && !('additionalProperties' in schema)) {
    Object.assign(schema, { additionalProperties: false })
  }
  for (const part of Object.values(schema)) close(part)
}

function load(path: string) {
  const description = parse(readFileSync(path, 'utf8')) as Description
  close(description.components.schemas)
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'xap', ...description })
  const operation = description.paths['/hotels/listings']?.get
  if (!operation) throw new Error('the description has no listings')
  return { ajv, operation }
}

function bodySchema(
  { responses }: Operation,
  ajv: Ajv,
  status: number,
): { mediaType: string; check: ValidateFunction } {
  const [mediaType, content] = Object.entries(responses[String(status)]?.content ?? {})[0] ?? []
  if (mediaType === undefined || !content) throw new Error(`HTTP ${status} is not described`)
  return { mediaType, check: ajv.compile({ $ref: `xap${content.schema.$ref}` }) }
}

/** A query value as its parameter types it. */
function typed(value: string, type: string): unknown {
  if (type === 'integer') return Number(value)
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return type === 'array' ? value.split(',') : value
}

function requestFaults(request: HttpRequest, { parameters }: Operation, ajv: Ajv): string[] {
  const described = new Map(parameters.filter((one) => one.in === 'query').map((one) => [one.name, one]))
  const faults = Object.entries(request.query ?? {}).flatMap(([name, value]) => {
    const parameter = described.get(name)
    if (!parameter) return [`${name} is no parameter`]
    const isValid = ajv.validate(parameter.schema, typed(String(value), parameter.schema.type))
    return isValid ? [] : [`${name}: ${ajv.errorsText()}`]
  })
  const missing = parameters
    .filter((one) => one.in === 'header' && one.required && !request.headers?.[one.name.toLowerCase()])
    .map((one) => `header ${one.name} is missing`)
  return [...faults, ...missing]
}

/** Every kind of request that the family makes, and every kind of answer that the wire gives. */
async function converse(): Promise<Exchange[]> {
  const now = Date.parse('2027-01-10T12:00:00Z')
  const credentials = { username: 'u', password: 'p', apiKey: 'k' }
  const world = createWorld({ seed: 7, now: () => now })
  const wire = createXapWire({ id: 'mapleroom', wire: 'xap', profile: {}, credentials }, world)
  const { call, exchanges } = answeringWire(wire)
  const settings = { sourceId: 'mapleroom', profile: {}, points: false, now: () => now }
  const adapter = xap.bind({ ...settings, credentials })
  const stay = {
    checkin: '2027-03-05',
    los: 3,
    occupancy: { adults: 2, children: 2, rooms: 3 },
    currency: 'JPY',
  }
  const codes = world.listings('mapleroom').map(({ code }) => code)
  for (const hotelCode of [...codes.slice(0, 15), 'SOLDOUT']) await adapter.shop({ ...stay, hotelCode }, call)
  await adapter.lowest?.(
    { ...stay, hotelCodes: [...codes.slice(0, 100), 'UNKNOWN', 'BROKEN', 'h1'], member: true },
    call,
  )
  await adapter.find?.({ name: 'Aurelia', city: 'Springfield', country: 'US' }, call)
  await adapter.find?.({ name: 'Aurelia', city: null, country: null, lat: 48.86, lng: 2.35 }, call)
  await adapter.shop({ ...stay, hotelCode: 'UNKNOWN' }, call).catch(() => undefined)
  const stranger = xap.bind({ ...settings, credentials: { ...credentials, apiKey: 'x' } })
  await stranger.shop({ ...stay, hotelCode: 'SOLDOUT' }, call).catch(() => undefined)
  return exchanges
}

describe.skipIf(folder === undefined)('the vendor’s description of XAP lodging', () => {
  test('holds for every request of the family and every answer of the sandbox', async () => {
    const { ajv, operation } = load(join(folder ?? '', 'expedia-xap-hotel.yaml'))
    const exchanges = await converse()
    expect(new Set(exchanges.map(({ answer }) => answer.status))).toEqual(new Set([200, 400, 401]))
    for (const { request, answer } of exchanges) {
      expect(requestFaults(request, operation, ajv)).toEqual([])
      const { mediaType, check } = bodySchema(operation, ajv, answer.status)
      expect(answer.headers['content-type']).toBe(mediaType)
      check(JSON.parse(answer.body))
      expect(check.errors ?? []).toEqual([])
    }
  })
})
