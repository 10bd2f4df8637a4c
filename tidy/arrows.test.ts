import { expect, test } from 'vitest'
import {
  betweenFamilies,
  betweenRooms,
  betweenWorkspaces,
  fromServiceToSandbox,
  type Judged,
  ofTheConfig,
  withoutPlace,
} from './arrows.ts'
import { type Import, importsOf } from './imports.ts'
import { treeFrom } from './tree.ts'

/** Judges one import, written in `file`. */
function judged(rule: (imports: Import[]) => Judged, file: string, specifier: string): string {
  const { findings } = rule(importsOf(treeFrom({ [file]: `\nimport '${specifier}'\n` }), file))
  return findings.map(({ line, problem }) => `${line}: ${problem}`).join()
}

test('a room may import a lower one, and nothing above or beside it', () => {
  const grids = (specifier: string) => judged(betweenRooms, 'service/src/grids/plan.ts', specifier)
  expect(grids('../rates/shop.ts')).toBe('')
  expect(grids('../kernel/dates.ts')).toBe('')
  expect(grids('./cells.ts')).toBe('')
  expect(grids('pg')).toBe('')
  expect(grids('../watches/store.ts')).toBe(
    '2: imports service/src/watches/store.ts: watches lies above grids',
  )
  expect(grids('../compose/api.ts')).toContain('compose lies above grids')
  expect(grids('../config.ts')).toContain('config.ts lies above grids')
  expect(grids('../brand-new/store.ts')).toContain('brand-new lies above grids')

  const accounts = (specifier: string) => judged(betweenRooms, 'service/src/accounts/store.ts', specifier)
  expect(accounts('../billing/ledger.ts')).toContain('accounts and billing are on one level')
  expect(judged(betweenRooms, 'service/src/db/pool.ts', '../ops/log.ts')).toContain('one level')
  expect(judged(betweenRooms, 'service/src/kernel/ids.ts', '../db/pool.ts')).toContain('db lies above kernel')
})

test('an arrow counts in whatever form it is written, in deep folders too', () => {
  const file = 'service/src/db/embedded/server.ts'
  const text = [
    `import type { Ledger } from '../../billing/ledger.ts'`,
    `export { price } from '../../billing/prices.ts'`,
    `const late = () => import('../../billing/tab.ts')`,
    `type Metering = import('../../edge/metering.ts').Metering`,
    `import '@vacancy/service/src/edge/sale.ts'`,
  ].join('\n')
  const { findings } = betweenRooms(importsOf(treeFrom({ [file]: text }), file))
  expect(new Set(findings.map(({ line }) => line))).toEqual(new Set([1, 2, 3, 4, 5]))
})

test('an import that is computed cannot be followed, so it is refused', () => {
  const file = 'service/src/http/app.ts'
  const { findings } = betweenRooms(importsOf(treeFrom({ [file]: 'await import(name)' }), file))
  expect(findings).toEqual([{ file, line: 1, problem: expect.stringContaining('computed') }])
})

test('the top may import anything, but config.ts only node and kernel', () => {
  expect(judged(betweenRooms, 'service/src/compose/api.ts', '../http/app.ts')).toBe('')
  expect(judged(betweenRooms, 'service/src/admin/commands.ts', '../config.ts')).toBe('')
  const config = (specifier: string) => judged(ofTheConfig, 'service/src/config.ts', specifier)
  expect(config('node:os')).toBe('')
  expect(config('./kernel/limits.ts')).toBe('')
  expect(config('./db/pool.ts')).toContain('knows only node and kernel')
  expect(config('commander')).toContain('knows only node and kernel')
})

test('sources never leave their workspace, and the sandbox not even in its tests', () => {
  const rule = (file: string, specifier: string) => judged(betweenWorkspaces, file, specifier)
  expect(rule('sandbox/src/wires/xap/wire.ts', '../../world/world.ts')).toBe('')
  expect(rule('sandbox/src/server.ts', '../../service/src/kernel/money.ts')).toContain(
    'not among its sources',
  )
  expect(rule('sandbox/src/server.ts', '@vacancy/service/src/kernel/money.ts')).toContain('not among')
  expect(rule('sandbox/test/xap.test.ts', '../../service/src/kernel/money.ts')).toContain('world of its own')
  expect(rule('service/src/serve.ts', '../../sandbox/src/sandbox.ts')).toContain('not among its sources')
  expect(rule('service/src/serve.ts', '../test/support/until.ts')).toContain('not among its sources')
})

test('what a package exports may be imported by its name, but not by the sandbox', () => {
  const manifest = { 'client/package.json': '{"exports":{"./cli":"./src/cli/commands.ts"}}' }
  const from = (file: string) => {
    const tree = treeFrom({ ...manifest, [file]: `import '@vacancy/client/cli'` })
    return betweenWorkspaces(importsOf(tree, file)).findings
  }
  expect(from('service/src/main.ts')).toEqual([])
  expect(from('sandbox/src/main.ts')).toHaveLength(1)
})

test('only tests of the service know the sandbox', () => {
  const from = (file: string) => judged(fromServiceToSandbox, file, '../../../sandbox/src/world/create.ts')
  expect(from('service/test/sources/faults.test.ts')).toBe('')
  expect(from('service/src/sources/gateway.ts')).toContain('does not know the sandbox')
})

test('a family knows the port, the kernel and itself, but no other family', () => {
  const rule = (specifier: string) =>
    judged(betweenFamilies, 'service/src/sources/families/rapid/parse.ts', specifier)
  expect(rule('./pricing.ts')).toBe('')
  expect(rule('../numeric-ids.ts')).toBe('')
  expect(rule('../../source.ts')).toBe('')
  expect(rule('../../../kernel/money.ts')).toBe('')
  expect(rule('../booking/price.ts')).toContain('no other family')
  expect(rule('../../gateway.ts')).toContain('families see of sources/ only')
  expect(rule('../../catalog/load.ts')).toContain('families see of sources/ only')
  expect(rule('../../../billing/prices.ts')).toContain('families see of sources/ only')
  const shared = judged(betweenFamilies, 'service/src/sources/families/numeric-ids.ts', './rapid/parse.ts')
  expect(shared).toContain('no other family')
})

test('a new room must be given a level', () => {
  expect(withoutPlace(['service/src/kernel/ids.ts', 'service/src/main.ts'])).toEqual([])
  const found = withoutPlace(['service/src/loyalty/store.ts', 'service/src/stray.ts', 'sandbox/src/any.ts'])
  expect(found.map(({ file }) => file)).toEqual(['service/src/loyalty', 'service/src/stray.ts'])
})
