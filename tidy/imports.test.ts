import { expect, test } from 'vitest'
import { importsOf } from './imports.ts'
import { treeFrom } from './tree.ts'

function specifiers(text: string, file = 'service/src/db/pool.ts'): (string | null)[] {
  return importsOf(treeFrom({ [file]: text }), file).map(({ specifier }) => specifier)
}

test.each([
  [`import './a.ts'`, './a.ts'],
  [`import a, { type B } from './a.ts'`, './a.ts'],
  [`import type { A } from './a.ts'`, './a.ts'],
  [`import {\n  a,\n  b,\n} from './a.ts'`, './a.ts'],
  [`import data from './a.json' with { type: 'json' }`, './a.json'],
  [`export { a } from './a.ts'`, './a.ts'],
  [`export type { A } from './a.ts'`, './a.ts'],
  [`export * from './a.ts'`, './a.ts'],
  [`export * as all from './a.ts'`, './a.ts'],
  [`const a = await import('./a.ts')`, './a.ts'],
  ['const a = await import(`./a.ts`)', './a.ts'],
  [`const a = (await import('./a.ts')).default.b`, './a.ts'],
  [`type A = import('./a.ts').A`, './a.ts'],
  [`type A = typeof import('./a.ts')`, './a.ts'],
  [`async function f<T extends import('./a.ts').A>(t: T) { return t }`, './a.ts'],
])('finds %s', (text, expected) => {
  expect(specifiers(text)).toEqual([expected])
})

test.each([
  `// import './a.ts'`,
  `const text = "import './a.ts'"`,
  'const text = `export * from "./a.ts" ${1}`',
  `const url = import.meta.url`,
  `export const a = 1`,
  `export { a }; const a = 1`,
])('does not take %s for an import', (text) => {
  expect(specifiers(text)).toEqual([])
})

test('tells a computed import by its missing name', () => {
  expect(specifiers('const a = await import(`./${name}.ts`)')).toEqual([null])
  expect(specifiers('const a = await import(name)')).toEqual([null])
})

test('tells the line, and the file that is meant', () => {
  const file = 'service/src/db/embedded/home.ts'
  const text = `import fs from 'node:fs'\n\nimport '../pool.ts'\nimport '@vacancy/sandbox/src/main.ts'\n`
  expect(importsOf(treeFrom({ [file]: text }), file)).toEqual([
    { file, line: 1, specifier: 'node:fs', target: null, isExported: false },
    { file, line: 3, specifier: '../pool.ts', target: 'service/src/db/pool.ts', isExported: false },
    {
      file,
      line: 4,
      specifier: '@vacancy/sandbox/src/main.ts',
      target: 'sandbox/src/main.ts',
      isExported: false,
    },
  ])
})

test('follows what a package exports under its name', () => {
  const file = 'service/src/main.ts'
  const tree = treeFrom({
    [file]: `import '@vacancy/client'\nimport '@vacancy/client/cli'\nimport '@vacancy/client/inner'\n`,
    'client/package.json': '{"exports":{".":"./src/client.ts","./cli":"./src/cli/commands.ts"}}',
  })
  expect(importsOf(tree, file).map(({ target, isExported }) => [target, isExported])).toEqual([
    ['client/src/client.ts', true],
    ['client/src/cli/commands.ts', true],
    ['client/inner', false],
  ])
})

test('reads plain scripts and pages with tags as well, and stops at what is no code', () => {
  expect(specifiers(`import './a.js'`, 'service/bin/vacancy.mjs')).toEqual(['./a.js'])
  expect(specifiers(`import './a.ts'; const b = <p>text</p>`, 'dashboard/src/page.tsx')).toEqual(['./a.ts'])
  expect(() => specifiers('import from from')).toThrow(/Expected|Unexpected/)
})
