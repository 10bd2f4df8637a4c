import { posix } from 'node:path'
import { parseAst } from 'vitest/node'
import { lineAt, type Tree } from './tree.ts'

/** One import of any form. */
export interface Import {
  file: string
  line: number
  /** As written; null if it is computed. */
  specifier: string | null
  /** The path from the root, if it is a file of this repository. */
  target: string | null
  /** Whether it is in a package's export map, its public interface. */
  isExported: boolean
}

const CODE = /\.(?:[cm]?[jt]s|tsx)$/
const FORMS = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
])

export function isCode(path: string): boolean {
  return CODE.test(path)
}

/**
 * Every import of a file: static, for types alone, dynamic, inside a type, and re-exports. From the syntax tree, so
 * that neither a comment nor a text can look like one. (TypeScript 7 has no stable interface for its trees; the
 * parser here is the one that runs the tests.)
 */
export function importsOf(tree: Tree, file: string): Import[] {
  const text = tree.read(file)
  const lang = file.endsWith('.tsx') ? 'tsx' : file.endsWith('ts') ? 'ts' : 'js'
  const found: Import[] = []
  visit(parseAst(text, { lang }), (node) => {
    if (!FORMS.has(String(node['type'])) || !isNode(node['source'])) return
    const specifier = textOf(node['source'])
    const offset = Number(node['source']['start'])
    const exported = specifier === null ? null : exportOf(tree, specifier)
    found.push({
      file,
      line: lineAt(text, offset),
      specifier,
      target: exported ?? targetOf(file, specifier),
      isExported: exported !== null,
    })
  })
  return found
}

type Node = Record<string, unknown>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

function visit(node: unknown, see: (node: Node) => void): void {
  if (!isNode(node)) return
  see(node)
  for (const child of Object.values(node)) visit(child, see)
}

function textOf(source: Node): string | null {
  if (typeof source['value'] === 'string') return source['value']
  const { quasis, expressions } = source
  if (!Array.isArray(quasis) || !Array.isArray(expressions) || expressions.length > 0) return null
  const [only] = quasis as { value: { cooked: string } }[]
  return only?.value.cooked ?? null
}

/** Workspaces can also be imported by their package's name. */
const PACKAGE = /^@vacancy\/([^/]+)(?:\/(.*))?$/

function targetOf(file: string, specifier: string | null): string | null {
  if (specifier === null) return null
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  const [, workspace, rest] = PACKAGE.exec(specifier) ?? []
  return workspace === undefined ? null : posix.join(workspace, rest ?? 'package.json')
}

function exportOf(tree: Tree, specifier: string): string | null {
  const [, workspace, rest] = PACKAGE.exec(specifier) ?? []
  const manifest = `${workspace}/package.json`
  if (workspace === undefined || !tree.has(manifest)) return null
  const { exports = {} } = JSON.parse(tree.read(manifest)) as { exports?: Record<string, string> }
  const target = exports[rest === undefined ? '.' : `./${rest}`]
  return target === undefined ? null : posix.join(workspace, target)
}
