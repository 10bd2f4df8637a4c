import { isCode } from './imports.ts'
import type { Finding, Tree } from './tree.ts'

const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|config|d))?\.[cm]?[jt]sx?$/
const BARREL = /^index\.[cm]?[jt]sx?$/
const SAYS_NOTHING = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc', 'manager', 'managers'])
const MIGRATION = /^(\d{4})_[a-z0-9]+(?:_[a-z0-9]+)*\.sql$/

const SOURCE_LINES = 350
const TEST_LINES = 450

/** Long lists of plain facts, and generated files. */
export const LONG_DATA: readonly string[] = [
  'service/src/sources/catalog/bundled.json',
  'service/src/migrations/0001_baseline.sql',
  'service/src/http/examples/recorded/parity.json',
  'service/src/http/examples/recorded/shop.json',
  'service/src/http/examples/recorded/shop_cached.json',
  'client/src/generated/fields.ts',
  'client/src/generated/operations.ts',
  'client/src/generated/shapes.ts',
  'client-python/src/vacancy/generated/methods.py',
  'client-python/src/vacancy/generated/shapes.py',
]

/** Files whose names say nothing about their contents, or do not follow the naming rules. */
export function wrongNames(tree: Tree): Finding[] {
  return tree.paths.flatMap((file) => {
    const parts = file.split('/')
    const name = parts.at(-1) ?? ''
    const at = (problem: string) => ({ file, line: 0, problem })
    const empty = parts.flatMap((part) => part.split(/[.\-_]/)).find((word) => SAYS_NOTHING.has(word))
    return [
      ...(isCode(file) && !KEBAB.test(name) ? [at('is not named in kebab-case')] : []),
      ...(BARREL.test(name) ? [at('is a barrel: import what you need from where it is')] : []),
      ...(empty === undefined ? [] : [at(`is called "${empty}", which says nothing of what it holds`)]),
    ]
  })
}

/** Migrations run in the order of their numbers, so each number is unique. */
export function wrongMigrations(tree: Tree): Finding[] {
  const files = tree.paths.filter((path) => path.includes('/migrations/'))
  let last = 0
  return files.flatMap((file) => {
    const number = MIGRATION.exec(file.slice(file.lastIndexOf('/') + 1))?.[1]
    if (number === undefined) return [{ file, line: 0, problem: 'is not named NNNN_words.sql' }]
    const expected = last + 1
    last = Number(number)
    if (last === expected) return []
    return [{ file, line: 0, problem: `has number ${last} where ${expected} comes next` }]
  })
}

export function tooLong(tree: Tree): Finding[] {
  return tree.paths.flatMap((file) => {
    const most = mostLines(file)
    if (most === null || LONG_DATA.includes(file)) return []
    const lines = tree.read(file).replace(/\n$/, '').split('\n').length
    return lines <= most ? [] : [{ file, line: most + 1, problem: `has ${lines} lines, more than ${most}` }]
  })
}

function mostLines(file: string): number | null {
  if (/(?:^|\/)test\//.test(file) || /\.test\.[cm]?[jt]sx?$/.test(file))
    return isCode(file) ? TEST_LINES : null
  if (/^[^/]+\/src\//.test(file) || isCode(file)) return SOURCE_LINES
  return null
}
