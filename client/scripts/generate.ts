import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { fieldsOf } from './fields.ts'
import {
  bodyOf,
  componentOf,
  type OpenApi,
  type Operation,
  type Route,
  resolved,
  routesOf,
} from './openapi.ts'
import { comment, createTypeWriter, type TypeWriter } from './write-types.ts'

export const GENERATED_FOLDER = join(import.meta.dirname, '..', 'src', 'generated')

const HEAD = '// Generated from the OpenAPI document by `npm run client:types`. Do not edit.\n\n'

type GeneratedFile = 'shapes.ts' | 'operations.ts' | 'fields.ts'

/** The generated files, by name. */
export async function generate(document: OpenApi): Promise<Record<GeneratedFile, string>> {
  const routes = routesOf(document)
  const sources = sourcesOf(document)
  const writer = createTypeWriter(document, sources)
  const declared = routes.map((route) => declareOperation(document, route, writer))
  const table = routes.map((route) => tableEntry(document, route))
  for (const name of ['Error', 'Quote', 'WebhookEvent'])
    writer.typeOf({ $ref: `#/components/schemas/${name}` })
  const components = writer.used()
  const shapes = components.map((name) => writer.declare(name))
  const names = ['SourceId', ...components.filter((name) => name !== 'Error')]
  const used = names.filter((name) => declared.some((entry) => new RegExp(`\\b${name}\\b`).test(entry)))
  return {
    'shapes.ts': await formatted(
      `${HEAD}/** The sources in the document. A service may have others. */
      export const SOURCES = ${JSON.stringify(sources)} as const

      /** Id of a hotel chain or a travel agency. */
      export type SourceId = (typeof SOURCES)[number] | (string & {})

      ${shapes.join('\n')}`,
    ),
    'operations.ts': await formatted(
      `${HEAD}import type { FileStream } from '../web.ts'
      import type { ${used.join(', ')} } from './shapes.ts'

      /** The input of each operation (path, query and body in one) and its answers by status. */
      export interface Operations {\n${declared.join('\n')}\n}

      /** How each operation is sent over HTTP. */
      export const OPERATIONS = {\n${table.join(',\n')}\n} as const`,
    ),
    'fields.ts': await formatted(
      `${HEAD}/**
       * What each operation takes: fields by their path, \`*\` for each of a list, with their words where these are a closed list.
       * Only explains why an older server refuses something.
       */
      export const FIELDS: Readonly<Record<string, Readonly<Record<string, readonly string[] | null>>>> = {
        ${routes.map((route) => fieldsEntry(document, route, sources)).join(',\n')}
      }`,
    ),
  }
}

/** `/shop` takes every source. */
export function sourcesOf(document: OpenApi): string[] {
  const values = document.components.schemas['ShopRequest']?.properties?.['chain']?.['x-extensible-enum']
  if (!values) throw new Error('The document does not list the sources in ShopRequest.chain.')
  return values
}

function declareOperation(document: OpenApi, { operation, method, path }: Route, writer: TypeWriter): string {
  const { operationId, summary, description } = operation
  const text = comment([`${method} ${path}: ${summary}.`, ...(description ? [description] : [])].join('\n\n'))
  const input = inputOf(document, operation, writer)
  return `${text}${operationId}: { input: ${input}, answers: { ${answersOf(operation, writer).join(', ')} } }`
}

/** One object for path, query and body. Throws if two of them share a name. */
function inputOf(document: OpenApi, operation: Operation, writer: TypeWriter): string {
  const asked = (operation.parameters ?? []).filter((parameter) => parameter.in !== 'header')
  const fields = asked.map(({ name, description, required = false, schema }) =>
    writer.field(name, { ...schema, ...(description !== undefined && { description }) }, required),
  )
  const body = bodyOf(operation)
  if (body) {
    const inBody = Object.keys(resolved(document, body).properties ?? {})
    const twice = asked.find(({ name }) => inBody.includes(name))
    if (twice)
      throw new Error(`${operation.operationId} has ${twice.name} both in its body and in its path or query.`)
  }
  const parts = [
    ...(fields.length > 0 ? [`{\n${fields.join('\n')}\n}`] : []),
    ...(body ? [writer.typeOf(body)] : []),
  ]
  return parts.length === 0 ? 'Record<string, never>' : parts.join(' & ')
}

/** Leaves out the answer to `dry_run`, which has a method of its own. */
function answersOf({ responses }: Operation, writer: TypeWriter): string[] {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { content = {} }]) => {
      const isFile = Object.keys(content).some((type) => type !== 'application/json')
      if (isFile) return [`${status}: FileStream`]
      const schema = content['application/json']?.schema ?? {}
      const answers = (schema.oneOf ?? [schema]).filter((each) => componentOf(each) !== 'Quote')
      return answers.length === 0 ? [] : [`${status}: ${answers.map(writer.typeOf).join(' | ')}`]
    })
}

function tableEntry(document: OpenApi, { method, path, operation }: Route): string {
  const { operationId, parameters = [], security } = operation
  const names = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name)
  const body = bodyOf(operation)
  const fields = body ? Object.keys(resolved(document, body).properties ?? {}) : []
  const entry = {
    method,
    path,
    params: names('path'),
    query: names('query'),
    hasBody: body !== undefined,
    takesKey: security?.length !== 0,
    isIdempotent: names('header').some((name) => name.toLowerCase() === 'idempotency-key'),
    isQuotable: [...fields, ...names('query')].includes('dry_run'),
    isBillable: operation['x-billable'] === true,
    list: listIn(document, operation),
  }
  return `${operationId}: ${JSON.stringify(entry)}`
}

function fieldsEntry(document: OpenApi, route: Route, sources: readonly string[]): string {
  return `${route.operation.operationId}: ${JSON.stringify(fieldsOf(document, route, sources))}`
}

/** The field of the answer that has the rows, if the operation is one that lists. */
function listIn(document: OpenApi, { operationId, responses }: Operation): string | null {
  const schema = responses['200']?.content?.['application/json']?.schema
  if (!operationId.startsWith('list') || !schema) return null
  const fields = Object.entries(resolved(document, schema).properties ?? {})
  return fields.find(([, { type }]) => type === 'array')?.[0] ?? null
}

/** Formatted like the repository, so that a test can compare it with the committed files. */
async function formatted(source: string): Promise<string> {
  const root = join(import.meta.dirname, '..', '..')
  const biome = join(root, 'node_modules', '.bin', 'biome')
  const child = spawn(biome, ['check', '--write', '--stdin-file-path=client/src/generated/made.ts'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(source)
  return textOf(child.stdout)
}
