import { join } from 'node:path'
import {
  bodyOf,
  componentOf,
  type OpenApi,
  type Operation,
  type Route,
  resolved,
  routesOf,
  type Schema,
} from '../../client/scripts/openapi.ts'
import { argument, bracketed, docstring, literal, pascal, snake } from './python-text.ts'
import { rowsIn, timesIn } from './rows.ts'
import { createShapeWriter, type Field, type ShapeWriter } from './write-shapes.ts'

export const GENERATED_FOLDER = join(import.meta.dirname, '..', 'src', 'vacancy', 'generated')

const HEAD = '# Generated from the OpenAPI document by `npm run client:types`. Do not edit.\n\n'
const OPTIONS = ['idempotency_key', 'request_id', 'retries', 'timeout']

export type PythonFile = 'shapes.py' | 'operations.py' | 'methods.py'

/** The generated files, by name. */
export function generatePython(document: OpenApi): Record<PythonFile, string> {
  const routes = routesOf(document)
  const writer = createShapeWriter(document)
  const inputs = routes.map((route) => inputClass(document, route, writer)).join('\n\n')
  const methods = methodsOf(document, routes, writer)
  const events = unionOf(document, 'WebhookEvent', writer)
  return {
    'methods.py': methods,
    'operations.py': tableOf(document, routes),
    'shapes.py': `${HEAD}"""The shapes of questions and answers."""

from __future__ import annotations

import datetime as dt
from typing import Any, Literal, NotRequired, TypedDict

from ..options import CallOptions


${writer.classes()}

${events}

# What each method takes: the fields of the path, the query and the body, and the options of a call.


${inputs}`,
  }
}

/** A shape that is one of several, told apart by a field. */
function unionOf(document: OpenApi, name: string, writer: ShapeWriter): string {
  const { oneOf = [], description = '' } = document.components.schemas[name] ?? {}
  const types = oneOf.map((each) => writer.typeOf(each, name))
  return `${name} = (\n    ${types.join('\n    | ')}\n)\n${docstring(description, '')}`
}

/** One class for path, query and body. Throws if two of them share a name. */
function inputClass(document: OpenApi, { operation }: Route, writer: ShapeWriter): string {
  const name = inputName(operation)
  const fields = (operation.parameters ?? [])
    .filter((parameter) => parameter.in !== 'header' && parameter.name !== 'dry_run')
    .map((parameter): Field => {
      const { description, schema, required = false } = parameter
      const said = description === undefined ? schema : { ...schema, description }
      return { name: argument(parameter.name), schema: said, isRequired: required }
    })
  const body = bodyOf(operation)
  const inBody = body ? Object.keys(resolved(document, body).properties ?? {}) : []
  const taken = new Set([...inBody, ...OPTIONS])
  const twice =
    fields.find((field) => taken.has(field.name)) ?? inBody.find((field) => OPTIONS.includes(field))
  if (twice !== undefined) throw new Error(`${operation.operationId} has ${JSON.stringify(twice)} twice.`)
  const above = [...(body ? [writer.typeOf(body, `${name}Body`)] : []), 'CallOptions']
  return `class ${name}(${above.join(', ')}):\n${writer.asked(name, fields) || '    pass\n'}`
}

function inputName({ operationId }: Operation): string {
  return `${pascal(operationId)}Input`
}

function methodsOf(document: OpenApi, routes: readonly Route[], writer: ShapeWriter): string {
  const quotable = routes.filter((route) => isQuotable(document, route))
  const shapes = (type: string) =>
    type.replaceAll(/\b[A-Z]\w*/g, (word) => (OWN_WORDS.has(word) ? word : `s.${word}`))
  const method = (route: Route, isAsync: boolean) => {
    const { operation, path, method: verb } = route
    const name = snake(operation.operationId)
    const answer = shapes(answerOf(operation, writer, isAsync ? 'AsyncFile' : 'File'))
    const first = `${verb} ${path}: ${operation.summary}.`
    const said = isAsync || !operation.description ? first : `${first}\n\n${operation.description}`
    return `${headOf(operation, isAsync, answer)}
${docstring(said, '        ')}        return ${isAsync ? 'await ' : ''}self._call(${literal(name)}, input)
`
  }
  const quote = ({ operation }: Route, isAsync: boolean) => {
    const name = snake(operation.operationId)
    return `${headOf(operation, isAsync, 'Answer[Literal[200], s.Quote]')}
        return ${isAsync ? 'await ' : ''}self._call(${literal(name)}, {**input, "dry_run": True})
`
  }
  writer.typeOf({ $ref: '#/components/schemas/Quote' }, 'Quote')
  return `${HEAD}"""One method per operation, for both clients."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, Unpack

from ..answer import Answer
from ..files import AsyncFile, File

if TYPE_CHECKING:
    from . import shapes as s


class Operations:
    def _call(self, name: str, given: Mapping[str, Any]) -> Answer[Any, Any]:
        raise NotImplementedError

${routes.map((route) => method(route, false)).join('\n')}

class AsyncOperations:
    async def _call(self, name: str, given: Mapping[str, Any]) -> Answer[Any, Any]:
        raise NotImplementedError

${routes.map((route) => method(route, true)).join('\n')}

class Quotes:
    """What a call could cost."""

    def __init__(self, call: Callable[[str, Mapping[str, Any]], Answer[Any, Any]]) -> None:
        self._call = call

${quotable.map((route) => quote(route, false)).join('\n')}

class AsyncQuotes:
    """What a call could cost."""

    def __init__(self, call: Callable[[str, Mapping[str, Any]], Awaitable[Answer[Any, Any]]]) -> None:
        self._call = call

${quotable.map((route) => quote(route, true)).join('\n')}`
}

function headOf(operation: Operation, isAsync: boolean, answer: string): string {
  const open = `${isAsync ? 'async ' : ''}def ${snake(operation.operationId)}(`
  return bracketed(open, ['self', `**input: Unpack[s.${inputName(operation)}]`], `) -> ${answer}:`, '    ')
}

/** Names in the type of an answer that are no shapes. */
const OWN_WORDS = new Set(['Answer', 'Literal', 'File', 'AsyncFile', 'Any', 'None'])

/** A union by status. Leaves out the answer to `dry_run`, which has a method of its own. */
function answerOf({ operationId, responses }: Operation, writer: ShapeWriter, file: string): string {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { content = {} }]) => {
      const isFile = Object.keys(content).some((type) => type !== 'application/json')
      if (isFile) return [`Answer[Literal[${status}], ${file}]`]
      const types = answersIn(content['application/json']?.schema).map((each) =>
        writer.typeOf(each, `${pascal(operationId)}Answer`),
      )
      return types.length === 0 ? [] : [`Answer[Literal[${status}], ${types.join(' | ')}]`]
    })
    .join(' | ')
}

function answersIn(schema: Schema = {}): Schema[] {
  return (schema.oneOf ?? [schema]).filter((each) => componentOf(each) !== 'Quote')
}

function isQuotable(document: OpenApi, { operation }: Route): boolean {
  const body = bodyOf(operation)
  const inBody = body !== undefined && 'dry_run' in (resolved(document, body).properties ?? {})
  return inBody || (operation.parameters ?? []).some(({ name }) => name === 'dry_run')
}

function tableOf(document: OpenApi, routes: readonly Route[]): string {
  const { days, moments } = timesIn(document)
  const set = (name: string, of: readonly string[]) =>
    bracketed(`${name} = frozenset({`, of.map(literal), '})', '')
  const codes = document.components.schemas['Error']?.properties?.['error']?.properties?.['code']?.enum ?? []
  const lists = routes.filter(({ operation }) => operation.operationId.startsWith('list'))
  return `${HEAD}"""How each operation is sent over HTTP."""

from __future__ import annotations

from typing import Literal

from ..operation import Operation

OPERATIONS: dict[str, Operation] = {
${routes.map((route) => tableEntry(document, route)).join('')}}

${bracketed(
  'ListName = Literal[',
  lists.map(({ operation }) => literal(snake(operation.operationId))),
  ']',
  '',
)}

${bracketed('ServiceErrorCode = Literal[', codes.map(literal), ']', '')}

# Fields that hold a day, and fields that hold a moment.
${set('DAYS', days)}
${set('MOMENTS', moments)}
`
}

function tableEntry(document: OpenApi, { method, path, operation }: Route): string {
  const { operationId, parameters = [], security } = operation
  const query = parameters.filter((one) => one.in === 'query').map(({ name }) => literal(name))
  const answers = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => answersIn(content['application/json']?.schema))
  const rows = answers.map((answer) => rowsIn(document, answer)).find((found) => found !== null) ?? null
  const marks = {
    query: query.length > 0 && `(${query.join(', ')}${query.length === 1 ? ',' : ''})`,
    has_body: bodyOf(operation) !== undefined && 'True',
    takes_key: security?.length === 0 && 'False',
    is_idempotent: parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key') && 'True',
    is_billable: operation['x-billable'] === true && 'True',
    rows: rows !== null && literal(rows),
  }
  const given = Object.entries(marks).flatMap(([name, value]) =>
    value === false ? [] : [`${name}=${value}`],
  )
  const parts = [literal(method), literal(path), ...given]
  return `${bracketed(`${literal(snake(operationId))}: Operation(`, parts, '),', '    ')}\n`
}
