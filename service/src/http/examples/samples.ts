import { callOf, pythonCall, typescriptCall } from '@vacancy/client/snippets'
import type { JsonObject } from '../openapi-shape.ts'
import type { Recorded } from './recorded.ts'

/** The recorded call of an operation as code for both clients, as the API reference shows it. */
export function codeSamples(operation: JsonObject, own: readonly Recorded[]): JsonObject {
  const example = own.find(({ request }) => request.body?.['dry_run'] !== true)
  if (example === undefined) return {}
  const { method, path, body } = example.request
  const found = callOf(method, path.replace(/^\/v1/, ''), body)
  if (found === null) return {}
  const call = { ...found, input: withNumbers(found.input, operation) }
  return {
    'x-codeSamples': [
      {
        lang: 'typescript',
        label: 'TypeScript client',
        source: `import { createClient } from '@vacancy/client'

const { VACANCY_URL = '', VACANCY_API_KEY = '' } = process.env
const client = createClient({ baseUrl: VACANCY_URL, apiKey: VACANCY_API_KEY })
const { data, credits } = await ${typescriptCall(call)}`,
      },
      {
        lang: 'python',
        label: 'Python client',
        source: `import os

from vacancy import Client

client = Client(os.environ["VACANCY_URL"], os.environ["VACANCY_API_KEY"])
answer = ${pythonCall(call)}`,
      },
    ],
  }
}

interface Parameter {
  in: string
  name: string
  schema: { type?: string }
}

/** In an address everything is text. */
function withNumbers(
  input: Readonly<Record<string, unknown>>,
  operation: JsonObject,
): Record<string, unknown> {
  const parameters = (operation['parameters'] ?? []) as unknown as Parameter[]
  const isNumber = (field: string) =>
    parameters.some(({ in: where, name, schema }) => {
      return where === 'query' && name === field && (schema.type === 'integer' || schema.type === 'number')
    })
  return Object.fromEntries(
    Object.entries(input).map(([field, value]) => [field, isNumber(field) ? Number(value) : value]),
  )
}
