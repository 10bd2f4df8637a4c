import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createRapidWire } from '../../../sandbox/src/wires/rapid/wire.ts'
import type { WireAnswer } from '../../../sandbox/src/wires/wire.ts'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { addNights, nightAt } from '../../src/kernel/dates.ts'
import { rapid } from '../../src/sources/families/rapid/family.ts'
import type { Call, HttpRequest } from '../../src/sources/source.ts'

/**
 * What is sent and what the sandbox answers, against the vendor's own description. Runs only where the environment
 * variable VENDOR_SPECS names a folder that has it.
 */
const file = join(process.env['VENDOR_SPECS'] ?? '', 'expedia-rapid.yaml')
const present = process.env['VENDOR_SPECS'] !== undefined && existsSync(file)

interface Schema {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  allOf?: Schema[]
  enum?: unknown[]
  required?: string[]
  discriminator?: { propertyName: string; mapping: Record<string, string> }
}

interface Operation {
  parameters: { name: string; in: 'query' | 'header'; required?: boolean; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
  responses: Record<string, { content: { 'application/json': { schema: Schema } } }>
}

interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** Its folded strings continue at a lower indent than the parser allows, so their lines are joined first. */
function load(): Description {
  const text = readFileSync(file, 'utf8').replaceAll(/\\\n\s*(\\(?= ))?/g, '')
  return parse(text) as Description
}

/** A schema without references, in which no field is allowed that it does not name. */
function closed(schema: Schema, all: Record<string, Schema>): Schema {
  if (schema.$ref) return closed(all[schema.$ref.split('/').at(-1) ?? ''] ?? {}, all)
  if (schema.allOf) {
    const parts = schema.allOf.map((part) => closed(part, all))
    const properties = Object.assign({}, ...parts.map((part) => part.properties ?? {}))
    return { type: 'object', properties, additionalProperties: false }
  }
  const { type, properties, items, additionalProperties, required } = schema
  return {
    ...(type === undefined ? {} : { type }),
    ...(schema.enum ? { enum: schema.enum } : {}),
    ...(required ? { required } : {}),
    ...(items ? { items: closed(items, all) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, property]) => [name, closed(property, all)]),
          ),
        }
      : {}),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: closed(additionalProperties, all) }
      : properties
        ? { additionalProperties: false }
        : {}),
  }
}

describe.skipIf(!present)('the description of Rapid', () => {
  const description: Description = present ? load() : { paths: {}, components: { schemas: {} } }
  const { schemas } = description.components
  const ajv = new Ajv({ allErrors: true, strict: false })
  const validators = new Map<string, ValidateFunction>()

  function faults(schema: Schema, value: unknown): string[] {
    const key = JSON.stringify(schema)
    const validate = validators.get(key) ?? ajv.compile(closed(schema, schemas))
    validators.set(key, validate)
    return validate(value) ? [] : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message}`)
  }

  function operationOf(request: HttpRequest): Operation {
    const operation = description.paths[request.path.replace('/v3', '')]?.[request.method.toLowerCase()]
    if (!operation) throw new Error(`not described: ${request.method} ${request.path}`)
    return operation
  }

  function requestFaults(request: HttpRequest): string[] {
    const operation = operationOf(request)
    const named = new Set(operation.parameters.map((parameter) => parameter.name))
    const unknown = Object.keys(request.query ?? {}).filter((name) => !named.has(name))
    const body = operation.requestBody?.content['application/json'].schema
    return [
      ...unknown.map((name) => `unknown parameter ${name}`),
      ...operation.parameters.flatMap(({ name, in: place, required, schema }) => {
        const given = place === 'query' ? request.query?.[name] : request.headers?.[name.toLowerCase()]
        if (given === undefined) return required ? [`missing ${name}`] : []
        const value =
          schema.type === 'array' ? [given].flat() : schema.type === 'number' ? Number(given) : given
        return faults(schema, value).map((fault) => `${name}: ${fault}`)
      }),
      ...(body ? faults(body, JSON.parse(request.body ?? '')) : []),
    ]
  }

  /** Properties are one of two kinds, told apart by their status. */
  function answerFaults(request: HttpRequest, answer: WireAnswer): string[] {
    const schema = operationOf(request).responses[String(answer.status)]?.content['application/json'].schema
    if (!schema) return [`no answer ${answer.status} is described`]
    const body: unknown = JSON.parse(answer.body)
    const kinds = schemas[schema.items?.$ref?.split('/').at(-1) ?? '']?.discriminator
    if (!kinds || !Array.isArray(body)) return faults(schema, body)
    return (body as Record<string, unknown>[]).flatMap((entry) => {
      const $ref = kinds.mapping[String(entry[kinds.propertyName])]
      return $ref ? faults({ $ref }, entry) : [`no kind ${String(entry[kinds.propertyName])}`]
    })
  }

  const world = createWorld({ seed: 1, now: Date.now })
  const credentials = { apiKey: 'key', sharedSecret: 'secret' }
  const wire = createRapidWire({ id: 'ostello', wire: 'rapid', profile: {}, credentials }, world)
  const seen: { request: HttpRequest; answer: WireAnswer }[] = []

  const call: Call = {
    live: false,
    raw: false,
    http(request) {
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(request.query ?? {})) {
        for (const one of [value].flat()) query.append(name, one)
      }
      const { method, path, headers = {}, body = '' } = request
      const answer = wire.answer({ method, path, query, headers, body })
      seen.push({ request, answer })
      return Promise.resolve({ headers: {}, ...answer })
    },
  }

  const adapter = rapid.bind({ sourceId: 'ostello', profile: {}, credentials, points: false, now: Date.now })
  const stay = {
    checkin: addNights(nightAt(Date.now()), 45),
    los: 3,
    occupancy: { adults: 2, children: 1, rooms: 2 },
    currency: 'EUR',
  }

  test('agrees with every request and every answer of a shop, a batch and a search', async () => {
    const codes = world
      .listings('ostello')
      .slice(0, 120)
      .map((listing) => listing.code)
    for (const hotelCode of [...codes.slice(0, 20), 'SOLDOUT', 'CLOSED', 'SLOW']) {
      await adapter.shop({ ...stay, hotelCode }, call)
    }
    await adapter.lowest?.({ ...stay, hotelCodes: [...codes, '1', 'MINLOS3'], member: true }, call)
    const [hotel] = world.listings('ostello')
    await adapter.find?.(
      { name: '', city: null, country: null, lat: hotel?.lat ?? 0, lng: hotel?.lng ?? 0 },
      call,
    )
    const wrong = seen.flatMap(({ request, answer }) => [
      ...requestFaults(request),
      ...answerFaults(request, answer),
    ])
    expect([...new Set(wrong)]).toEqual([])
    expect(new Set(seen.map(({ request }) => request.path)).size).toBe(3)
    expect(seen.some(({ request }) => request.query?.['rate_option'] !== undefined)).toBe(true)
    expect(new Set(seen.map(({ answer }) => answer.status))).toEqual(new Set([200]))
  })

  test('would object to a field it does not name', () => {
    const $ref = '#/components/schemas/PropertyAvailability'
    expect(faults({ $ref }, { property_id: '1', status: 'available' })).toEqual([])
    expect(faults({ $ref }, { property_id: 1, prize: '1.00' })).toHaveLength(2)
  })

  test('agrees with the refusals', async () => {
    seen.length = 0
    const stranger = rapid.bind({
      sourceId: 'ostello',
      profile: {},
      credentials: { apiKey: 'key', sharedSecret: 'guess' },
      points: false,
      now: Date.now,
    })
    await expect(stranger.shop({ ...stay, hotelCode: 'SLOW' }, call)).rejects.toMatchObject({
      kind: 'refused',
    })
    const past = { ...stay, checkin: '2020-01-01', hotelCode: 'SLOW' }
    await expect(adapter.shop(past, call)).rejects.toMatchObject({ kind: 'refused' })
    expect(seen.map(({ answer }) => answer.status)).toEqual(expect.arrayContaining([400, 401]))
    expect(seen.flatMap(({ request, answer }) => answerFaults(request, answer))).toEqual([])
  })
})
