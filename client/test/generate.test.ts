import { expect, test } from 'vitest'
import { generate } from '../scripts/generate.ts'
import type { OpenApi, Operation, Schema } from '../scripts/openapi.ts'

const SOURCES = ['aurelia', 'lodgista']

function operation(more: Partial<Operation>): Operation {
  return { operationId: 'getMap', summary: 'A map', responses: {}, ...more }
}

function documentWith(schema: Schema, more: Partial<Operation> = {}): OpenApi {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Made' } } }
  return {
    paths: {
      '/map/{id}': { get: operation({ responses: { 200: { content }, 400: { content } }, ...more }) },
    },
    components: {
      schemas: {
        Error: { type: 'object', properties: {} },
        Quote: { type: 'object', properties: {} },
        ShopRequest: {
          type: 'object',
          properties: { chain: { type: 'string', 'x-extensible-enum': SOURCES } },
        },
        WebhookEvent: { type: 'object', properties: {} },
        Made: schema,
      },
    },
  }
}

async function shapeOf(schema: Schema): Promise<string> {
  const { 'shapes.ts': text } = await generate(documentWith(schema))
  return /export (?:type|interface) Made[\s\S]*/.exec(text)?.[0].replaceAll(/\s+/g, ' ') ?? ''
}

test('shapes of every kind become types', async () => {
  expect(await shapeOf({ type: 'object', patternProperties: { '^.*$': { type: 'integer' } } })).toContain(
    'type Made = Record<string, number>',
  )
  expect(await shapeOf({ anyOf: [{ const: 'a' }, { type: ['string', 'null'] }] })).toContain(
    "type Made = 'a' | string | null",
  )
  const fields = await shapeOf({
    type: 'object',
    required: ['kind'],
    properties: {
      kind: { type: 'string', enum: ['cash', 'award'], description: 'Cash rates or awards.' },
      los: { type: 'array', items: { type: 'integer' }, default: [1] },
    },
  })
  expect(fields).toContain("/** Cash rates or awards. */ kind: 'cash' | 'award'")
  expect(fields).toContain('/** @default [1] */ los?: number[] | undefined')
})

test('sources are suggested, not demanded: an operator may have others', async () => {
  expect(await shapeOf({ type: ['string', 'null'], 'x-extensible-enum': ['aurelia'] })).toContain(
    'type Made = SourceId | null',
  )
  expect(await shapeOf({ type: 'string', 'x-extensible-enum': ['google', 'lodgista'] })).toContain(
    "type Made = 'google' | 'lodgista' | (string & {})",
  )
})

test('path and query become one input, and errors no answers', async () => {
  const { 'operations.ts': text } = await generate(
    documentWith(
      { type: 'object', properties: {} },
      {
        parameters: [
          { in: 'path', name: 'id', required: true, schema: { type: 'string' } },
          { in: 'query', name: 'resolve', schema: { type: 'integer' } },
          { in: 'header', name: 'Idempotency-Key', schema: { type: 'string' } },
        ],
      },
    ),
  )
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'getMap: { input: { id: string resolve?: number | undefined } answers: { 200: Made } }',
  )
  expect(text).toMatch(/isIdempotent: true/)
})

test('what may be billed is marked so in the document', async () => {
  const isBillable = async (marks: Partial<Operation>) => {
    const made = documentWith({ type: 'object' }, marks)
    return /isBillable: (\w+)/.exec((await generate(made))['operations.ts'])?.[1]
  }
  expect([await isBillable({}), await isBillable({ 'x-billable': true })]).toEqual(['false', 'true'])
})

test('a quote has its own method and is not part of the answer type', async () => {
  const document = documentWith({ type: 'object', properties: {} })
  const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })
  const [quote, made] = ['Quote', 'Made'].map((name) => ({ $ref: `#/components/schemas/${name}` }))
  const answersWith = async (responses: Operation['responses']) => {
    document.paths['/map/{id}'] = { get: operation({ responses }) }
    return /answers: (\{.*\})/.exec((await generate(document))['operations.ts'])?.[1]
  }
  expect(await answersWith({ 200: json({ oneOf: [made ?? {}, quote ?? {}] }) })).toBe('{ 200: Made } }')
  expect(await answersWith({ 200: json(quote ?? {}), 202: json(made ?? {}) })).toBe('{ 202: Made } }')
})

test('a name that is in the address and in the body is refused', async () => {
  const body = { content: { 'application/json': { schema: { properties: { id: { type: 'string' } } } } } }
  const twice = documentWith(
    { type: 'object', properties: {} },
    {
      requestBody: body,
      parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
    },
  )
  await expect(generate(twice)).rejects.toThrow('getMap has id both in its body and in its path or query.')
})
