import { OPERATIONS } from './generated/operations.ts'
import type { OperationName } from './operation.ts'

/** A call of an operation, with the fields of its path, query and body in one. */
export interface Call {
  name: OperationName
  input: Readonly<Record<string, unknown>>
}

/** The operation that a request is for: of several that fit, the one with the most fixed text. Null if there is none. */
export function callOf(
  method: string,
  path: string,
  body: Readonly<Record<string, unknown>> = {},
): Call | null {
  const { pathname, searchParams } = new URL(path, 'http://service')
  const found = (Object.keys(OPERATIONS) as OperationName[])
    .filter((name) => OPERATIONS[name].method === method)
    .map((name) => ({ name, fields: fieldsIn(pathname, OPERATIONS[name].path) }))
    .filter(({ fields }) => fields !== null)
    .toSorted((a, b) => fixedText(b.name) - fixedText(a.name))[0]
  return found
    ? { name: found.name, input: { ...found.fields, ...Object.fromEntries(searchParams), ...body } }
    : null
}

/** The values that a path has for the `{fields}` of a template. Null if it does not fit. */
function fieldsIn(path: string, template: string): Record<string, string> | null {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const pattern = template.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '([^/]+)')
  const values = new RegExp(`^${pattern}$`).exec(path)?.slice(1)
  if (!values) return null
  return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at] ?? '')]))
}

function fixedText(name: OperationName): number {
  return OPERATIONS[name].path.replaceAll(/\{\w+\}/g, '').length
}

export function typescriptCall({ name, input }: Call): string {
  const isQuote = input['dry_run'] === true
  const fields = Object.entries(input).filter(([field]) => !(isQuote && field === 'dry_run'))
  const lines = fields.map(([field, value]) => `  ${field}: ${spread(value, inTypescript, '  ')},\n`)
  const given = lines.length === 0 ? '' : `{\n${lines.join('')}}`
  return `client.${isQuote ? 'quote.' : ''}${name}(${given})`
}

export function pythonCall({ name, input }: Call): string {
  const isQuote = input['dry_run'] === true
  const fields = Object.entries(input).filter(([field]) => !(isQuote && field === 'dry_run'))
  // `from` is a word of Python.
  const argument = (field: string) => (field === 'from' ? 'from_' : field)
  const lines = fields.map(([field, value]) => `    ${argument(field)}=${spread(value, inPython, '    ')},\n`)
  const method = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return `client.${isQuote ? 'quote.' : ''}${method}(${lines.length === 0 ? '' : `\n${lines.join('')}`})`
}

/** A list of objects has a line for each; everything else is on one line. */
function spread(value: unknown, write: (value: unknown) => string, indent: string): string {
  if (!Array.isArray(value) || typeof value[0] !== 'object') return write(value)
  const step = indent.length === 2 ? '  ' : '    '
  return `[\n${value.map((row) => `${indent}${step}${write(row)},\n`).join('')}${indent}]`
}

function inTypescript(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inTypescript).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const key = (name: string) => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name))
  const fields = Object.entries(value).map(([name, of]) => `${key(name)}: ${inTypescript(of)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

function inPython(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(inPython).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, of]) => `${inPython(name)}: ${inPython(of)}`)
    .join(', ')}}`
}
