import { expect, test } from 'vitest'
import { deadLinks } from './links.ts'
import { tell, treeFrom } from './tree.ts'

const GUIDE = `# The guide

## First steps
## Prices & credits
## Prices & credits
### \`POST /shop\`, and [others](../README.md)
<a id="by-hand"></a>

Under a line
------------

\`\`\`sh
# not a heading
\`\`\`
`

function dead(text: string): string[] {
  return tell(
    deadLinks(
      treeFrom({
        'README.md': text,
        'docs/guide.md': GUIDE,
        'docs/pictures/a b.png': '',
        'service/src/main.ts': 'one\ntwo\nthree',
      }),
    ),
  )
}

test.each([
  '[guide](docs/guide.md)',
  '[guide](./docs/guide.md "a title")',
  '[guide](/docs/guide.md)',
  '[`guide`](docs/guide.md#first-steps)',
  '[twice](docs/guide.md#prices--credits-1)',
  '[code](docs/guide.md#post-shop-and-others)',
  '[id](docs/guide.md#by-hand)',
  '[underlined](docs/guide.md#under-a-line)',
  '# Here\n[here](#here)',
  '[folder](docs/) and [folder](docs)',
  '![picture](docs/pictures/a%20b.png) ![picture](<docs/pictures/a b.png>)',
  '[line](service/src/main.ts#L2-L3)',
  '[named][guide]\n\n[guide]: docs/guide.md',
  '<a href="docs/guide.md">guide</a>',
  '[out](https://example.com/nothing.md) and [mail](mailto:me@example.com)',
  '`[shown](nowhere.md)`',
  '```md\n[shown](nowhere.md)\n```',
  '<!-- [hidden](nowhere.md) -->',
])('%s leads somewhere', (text) => {
  expect(dead(text)).toEqual([])
})

test.each([
  ['[guide](guide.md)', 'no such file'],
  ['[guide](docs/Guide.md)', 'no such file'],
  ['[out](../other/README.md)', 'no such file'],
  ['![picture](docs/pictures/b.png)', 'no such file'],
  ['[![badge](https://example.com/b.svg)](nowhere.md)', 'no such file'],
  ['[guide](docs/guide.md#last-steps)', 'no such heading'],
  ['[twice](docs/guide.md#prices--credits-2)', 'no such heading'],
  ['[comment](docs/guide.md#not-a-heading)', 'no such heading'],
  ['[here](#here)', 'no such heading'],
  ['[line](service/src/main.ts#L9)', 'no such heading'],
  ['[folder](docs#first-steps)', 'a folder has no headings'],
  ['[named][nobody]', 'without a target'],
  ['[named]: nowhere.md', 'no such file'],
  ['<img src="nowhere.png">', 'no such file'],
  ['[empty]()', 'without a target'],
])('%s does not', (text, problem) => {
  expect(dead(`\n${text}`)).toEqual([expect.stringMatching(new RegExp(`^README.md:2 .*${problem}`))])
})
