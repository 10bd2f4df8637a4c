import type { Json, JsonObject } from '../openapi-shape.ts'
import type { Recorded } from './recorded.ts'
import { codeSamples } from './samples.ts'

/** Adds recorded requests and answers to each operation of the document. */
export function addExamples(paths: JsonObject, recorded: readonly Recorded[]): JsonObject {
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item as Record<string, JsonObject>).map(([method, operation]) => [
          method,
          illustrate(operation, method, path, recorded),
        ]),
      ),
    ]),
  )
}

function illustrate(
  operation: JsonObject,
  method: string,
  path: string,
  recorded: readonly Recorded[],
): JsonObject {
  const own = recorded.filter(({ operationId }) => operationId === operation['operationId'])
  const errors = recorded.filter(({ on }) => on === 'all' || on === `${method}s`)
  const responses = operation['responses'] as Record<string, JsonObject>
  return {
    ...operation,
    ...exampleParameters(operation, path, own[0]),
    ...exampleBodies(operation, own),
    ...codeSamples(operation, own),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => {
        const shown = [...own, ...errors].filter(({ answer }) => String(answer.status) === status)
        const fitting = shown.filter((example) => explains(response, example))
        return [status, fitting.reduce(withAnswer, response)]
      }),
    ),
  }
}

/** A status may stand for two codes, and not every route has both. */
function explains(response: JsonObject, { answer, on }: Recorded): boolean {
  if (on === undefined) return true
  const { code } = (answer.body as { error: { code: string } }).error
  const { description } = response
  return typeof description === 'string' && description.includes(`\`${code}\``)
}

function withAnswer(response: JsonObject, example: Recorded): JsonObject {
  return withExample(response, example, example.answer.type, example.answer.body)
}

function exampleBodies(operation: JsonObject, own: readonly Recorded[]): JsonObject {
  const { requestBody } = operation
  if (requestBody === undefined) return {}
  const shown = own.reduce(
    (all, example) => withExample(all, example, 'application/json', example.request.body ?? null),
    requestBody as JsonObject,
  )
  return { requestBody: shown }
}

/** The value of a `{parameter}` of the path in the recorded call. */
function exampleParameters(operation: JsonObject, template: string, first: Recorded | undefined): JsonObject {
  const { parameters } = operation
  if (!Array.isArray(parameters) || first === undefined) return {}
  const [path = ''] = first.request.path.split('?')
  const parts = path.replace(/^\/v1/, '').split('/')
  const values = new Map(template.split('/').map((part, place) => [part, parts[place]]))
  const example = ({ in: where, name }: { in: string; name: string }) => {
    const value = where === 'path' ? values.get(`{${name}}`) : undefined
    return value === undefined ? {} : { example: value }
  }
  return {
    parameters: parameters.map((parameter) =>
      Object.assign({}, parameter, example(parameter as { in: string; name: string })),
    ),
  }
}

function withExample(holder: JsonObject, example: Recorded, type: string, value: Json): JsonObject {
  const content = holder['content'] as Record<string, JsonObject>
  const media = content[type]
  if (media === undefined) return holder
  const { name, summary, description } = example
  const shown = { summary, ...(description !== undefined && { description }), value }
  const examples = { ...(media['examples'] as JsonObject | undefined), [name]: shown }
  return { ...holder, content: { ...content, [type]: { ...media, examples } } }
}
