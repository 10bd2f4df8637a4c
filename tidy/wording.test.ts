import { expect, test } from 'vitest'
import { treeFrom } from './tree.ts'
import { oddPhrases, textsOf } from './wording.ts'

const problemsIn = (path: string, text: string) =>
  oddPhrases(treeFrom({ [path]: text })).map(({ line, problem }) => `${line} ${problem}`)

test.each([
  ['docs/billing.md', 'It starts anew on Monday.', 'anew'],
  ['README.md', 'Whoever asks pays.', 'Whoever'],
  ['client/src/cli/rates.ts', "title: 'anybody'", 'anybody'],
  ['client/src/cli/stay.ts', 'title: `${currency} in all`', 'in all'],
  ['dashboard/src/jobs/jobs-page.tsx', '<p>Mend the request.</p>', 'Mend'],
])('%s may not say %j', (path, text, found) => {
  expect(problemsIn(path, `A good line.\n${text}`)).toEqual([
    expect.stringContaining(`2 says "${found}"`) as string,
  ])
})

test.each([
  ['docs/billing.md', 'It resets on Monday. In all cases, errors are free.'],
  ['client/src/generated/shapes.ts', '/** Made anew. */'],
  ['service/test/http/edge.test.ts', '// anybody'],
  ['dashboard/src/pages.tsx', 'Recommended: amend nothing.'],
])('%s may say %j', (path, text) => {
  expect(problemsIn(path, text)).toEqual([])
})

test('the texts are those of the pages and of all sources', () => {
  const tree = treeFrom({
    'docs/api.md': '',
    'dashboard/src/a.tsx': '',
    'client/src/b.ts': '',
    'service/src/c.ts': '',
    'proof/d.ts': '',
    'tidy/e.ts': '',
  })
  expect(textsOf(tree)).toEqual([
    'client/src/b.ts',
    'dashboard/src/a.tsx',
    'docs/api.md',
    'proof/d.ts',
    'service/src/c.ts',
  ])
})
