import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { entryOf, fingerprint, JOINED, PROGRAMS } from '../../src/joined.ts'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vacancy-joined-'))
  for (const folder of ['service/src/rates', 'client/src', 'sandbox/src', 'node_modules'])
    await mkdir(join(root, folder), { recursive: true })
  await writeFile(join(root, 'service/src/rates/shop.ts'), 'export const price = 1')
  await writeFile(join(root, 'node_modules/.package-lock.json'), '{}')
  return async () => {
    vi.unstubAllEnvs()
    await rm(root, { recursive: true, force: true })
  }
})

const shop = () => join(root, 'service/src/rates/shop.ts')

test.for<[string, () => Promise<void>]>([
  ['is edited', () => writeFile(shop(), 'export const price = 22')],
  ['is edited without a change of its size', () => utimes(shop(), 2_000_000_000, 2_000_000_000)],
  ['gets an older version back', () => utimes(shop(), 1_000_000_000, 1_000_000_000)],
  ['is renamed', () => rename(shop(), join(root, 'service/src/rates/stay.ts'))],
  ['is deleted', () => rm(shop())],
  ['is added', () => writeFile(join(root, 'sandbox/src/more.ts'), '')],
])('joined modules are not used after a source %s', async ([, change]) => {
  const before = fingerprint(root)
  expect(fingerprint(root)).toBe(before)
  await change()
  expect(fingerprint(root)).not.toBe(before)
})

test('nor after other packages were installed', async () => {
  const before = fingerprint(root)
  await writeFile(join(root, 'node_modules/.package-lock.json'), '{"packages":{}}')
  expect(fingerprint(root)).not.toBe(before)
})

test('a program starts from its joined file, or from its own module where there is none', async () => {
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  vi.stubEnv(JOINED, root)
  expect(entryOf('vacancy')).toBe(PROGRAMS.vacancy)
  await writeFile(join(root, 'vacancy.mjs'), '')
  expect(entryOf('vacancy')).toBe(join(root, 'vacancy.mjs'))
  vi.stubEnv(JOINED, '')
  expect(entryOf('vacancy')).toBe(PROGRAMS.vacancy)
})
