import { expect, test } from 'vitest'
import { missingPaths } from './doc-paths.ts'
import { tell, treeFrom } from './tree.ts'

function missing(text: string, page = 'ARCHITECTURE.md'): string[] {
  return tell(
    missingPaths(
      treeFrom({
        [page]: text,
        'service/src/billing/prices.ts': '',
        'service/src/sources/families/rapid/client.ts': '',
        'service/src/migrations/0001_accounts.sql': '',
        'sandbox/test/start-sandbox.ts': '',
      }),
    ),
  )
}

test.each([
  '`service/src/billing/prices.ts`',
  '`./service/src/billing/prices.ts:12`',
  '`service/src/billing/` and `service/src`',
  '`billing/prices.ts`',
  '`service/src/sources/families/<family>/{client,parse}.ts`',
  '`service/src/sources/families/*/client.ts`',
  '`service/src/migrations/NNNN_<words>.sql`',
  '`service/src/…`',
  '`node service/src/billing/prices.ts --help`',
  '```sh\nnode service/src/billing/prices.ts\n```',
  '`dashboard/dist/index.html` and `node_modules/.bin/node` are made later',
  '`application/json`, `POST /shop/a.json`, `https://example.com/a/b.ts`',
  'service/src/plain/words.ts outside of code',
])('%s is there', (text) => {
  expect(missing(text)).toEqual([])
})

test.each([
  ['`service/src/billing/price.ts`', 'service/src/billing/price.ts'],
  ['`service/src/sale/`', 'service/src/sale/'],
  ['`pricing/prices.ts`', 'pricing/prices.ts'],
  ['`service/src/sources/families/<family>/parse.ts`', 'service/src/sources/families/<family>/parse.ts'],
  ['`client/src/main.ts`', 'client/src/main.ts'],
  ['`node bench/main.ts`', 'bench/main.ts'],
  ['```sh\n\nnode bench/main.ts\n```', 'bench/main.ts'],
])('%s is not', (text, path) => {
  const line = text.includes('\n') ? 4 : 2
  expect(missing(`\n${text}`)).toEqual([`ARCHITECTURE.md:${line} names ${path}, but there is no such file`])
})

test('guides, README and CONTRIBUTING are held to it; the history of changes may name what is gone', () => {
  for (const page of ['README.md', 'CONTRIBUTING.md', 'docs/scale.md', 'sandbox/README.md']) {
    expect(missing('`service/src/gone.ts`', page)).toHaveLength(1)
  }
  expect(missing('`service/src/gone.ts`', 'CHANGELOG.md')).toEqual([])
})
