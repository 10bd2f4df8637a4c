import type { View } from './feed.ts'

export interface Compared {
  /** How many values were compared. */
  figures: number
  differences: string[]
}

/** Tables that must have exactly the expected rows; elsewhere only what is expected is looked at. */
const TABLES = new Set(['rates', 'rows', 'nights', 'hotels'])

/** Holds what we read against what a person read. `each` beside a table holds for all of its rows. */
export function compare(expected: View, actual: View): Compared {
  const compared: Compared = { figures: 0, differences: [] }
  compareObject(expected, actual, '', compared)
  return compared
}

function compareObject(expected: View, actual: View, path: string, compared: Compared): void {
  const { each, ...fields } = expected
  for (const [name, value] of Object.entries(fields)) {
    const where = path === '' ? name : `${path}.${name}`
    if (TABLES.has(name)) compareTable(asView(value), asView(actual[name]), asView(each), where, compared)
    else compareValue(value, actual[name], where, compared)
  }
}

function compareTable(expected: View, actual: View, each: View, path: string, compared: Compared): void {
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)])
  for (const name of names) {
    const row = expected[name]
    if (row === undefined) compared.differences.push(`${path}: ${name} was not expected`)
    else if (!(name in actual)) compared.differences.push(`${path}: ${name} is missing`)
    else compareValue({ ...each, ...asView(row) }, actual[name], `${path}.${name}`, compared)
  }
}

function compareValue(expected: unknown, actual: unknown, path: string, compared: Compared): void {
  if (isView(expected)) {
    if (isView(actual)) compareObject(expected, actual, path, compared)
    else compared.differences.push(`${path} is ${JSON.stringify(actual)}`)
    return
  }
  compared.figures += 1
  if (expected !== actual) {
    compared.differences.push(`${path} is ${JSON.stringify(actual)}, read as ${JSON.stringify(expected)}`)
  }
}

function asView(value: unknown): View {
  return isView(value) ? value : {}
}

function isView(value: unknown): value is View {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
