import { expect, test } from 'vitest'
import { circles } from './circles.ts'
import { importsOf } from './imports.ts'
import { treeFrom } from './tree.ts'

function circlesIn(texts: Record<string, string>): string[] {
  const tree = treeFrom(texts)
  return circles(tree.paths.flatMap((file) => importsOf(tree, file))).map(
    ({ file, line, problem }) => `${file}:${line} ${problem}`,
  )
}

test('two files that import each other are a circle, even if one needs only a type', () => {
  expect(
    circlesIn({ 'a.ts': `import { b } from './b.ts'`, 'b.ts': `\nimport type { A } from './a.ts'` }),
  ).toEqual(['b.ts:2 closes a circle: a.ts → b.ts → a.ts'])
})

test('a circle over several files is found wherever it begins, and the way to it is not part of it', () => {
  const found = circlesIn({
    'a.ts': `import './b.ts'`,
    'b.ts': `import './c.ts'`,
    'c.ts': `import './d.ts'`,
    'd.ts': `import './b.ts'`,
  })
  expect(found).toEqual(['d.ts:1 closes a circle: b.ts → c.ts → d.ts → b.ts'])
})

test('two ways to one file are no circle', () => {
  const texts = {
    'a.ts': `import './b.ts'\nimport './c.ts'`,
    'b.ts': `import './d.ts'`,
    'c.ts': `import './d.ts'`,
    'd.ts': '',
  }
  expect(circlesIn(texts)).toEqual([])
})
