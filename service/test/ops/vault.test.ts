import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeMasterKey, readMasterKey } from '../../src/ops/master-key.ts'
import { createVault } from '../../src/ops/vault.ts'

const KEY = 'ab'.repeat(32)

test('a secret comes back only with its key and for its purpose', () => {
  const vault = createVault(Buffer.from(KEY, 'hex'))
  const sealed = vault.seal('whsec_äß', 'hook 7')
  expect(sealed.includes('whsec')).toBe(false)
  expect(vault.open(sealed, 'hook 7')).toBe('whsec_äß')
  expect(() => vault.open(sealed, 'hook 8')).toThrow('SECRET_KEY')
  expect(() => createVault(Buffer.alloc(32)).open(sealed, 'hook 7')).toThrow('SECRET_KEY')
  expect(() => vault.open(Buffer.from('plain'), 'hook 7')).toThrow('not encrypted')
  const bent = Buffer.from(sealed)
  bent.writeUInt8(bent.readUInt8(bent.length - 1) ^ 1, bent.length - 1)
  expect(() => vault.open(bent, 'hook 7')).toThrow('SECRET_KEY')
})

test('the same secret never looks the same twice', () => {
  const vault = createVault(Buffer.from(KEY, 'hex'))
  expect(vault.seal('once', 'x')).not.toEqual(vault.seal('once', 'x'))
})

test('a key that nobody set is made once, for its owner alone, and found again', () => {
  const home = join(mkdtempSync(join(tmpdir(), 'vault-')), 'home')
  expect(readMasterKey({ secretKey: '', home })).toBeNull()
  const key = makeMasterKey(home)
  expect(makeMasterKey(home)).toEqual(key)
  expect(readMasterKey({ secretKey: '', home })).toEqual(key)
  expect(statSync(join(home, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(readMasterKey({ secretKey: KEY, home })).toEqual(Buffer.from(KEY, 'hex'))
})

test('the old key still decrypts, and what it encrypted is not current', () => {
  const [fresh, old] = [Buffer.from('cd'.repeat(32), 'hex'), Buffer.from(KEY, 'hex')]
  const both = createVault(fresh, [old])
  const before = createVault(old).seal('whsec_1', 'hook 7')
  const after = both.seal('whsec_1', 'hook 7')
  expect(both.open(before, 'hook 7')).toBe('whsec_1')
  expect([both.isCurrent(before, 'hook 7'), both.isCurrent(after, 'hook 7')]).toEqual([false, true])
  expect(createVault(fresh).open(after, 'hook 7')).toBe('whsec_1')
})
