import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SEALED_VALUES } from '../../src/compose/sealed.ts'
import { makeMasterKey } from '../../src/ops/master-key.ts'
import { openVault } from '../../src/secrets/open-vault.ts'
import { createTestDatabase } from '../support/database.ts'
import { vacancy } from '../support/processes.ts'

test('a backup without its key is restored only where the key is; with it, the home gets the key', async () => {
  const [old, fresh] = [newHome(), newHome()]
  const key = makeMasterKey(old).toString('hex')
  const other = makeMasterKey(fresh).toString('hex')
  const source = await newDatabase()
  await openVault({ secretKey: key, secretKeyOld: '', home: old }, source.pool, SEALED_VALUES)
  const env = (home: string, url: string) => ({ VACANCY_HOME: home, DATABASE_URL: url })
  const [without, including] = [join(old, 'a.backup'), join(old, 'b.backup')]
  const made = await vacancy(['backup', without], env(old, source.url))
  expect(made.stdout).toContain(`keep a copy of ${join(old, 'secret.key')} in another place`)
  await vacancy(['backup', including, '--with-secret'], env(old, source.url))
  expect(readFileSync(without, 'latin1')).not.toContain(key)

  const target = await newDatabase()
  const refused = await vacancy(['restore', without], env(fresh, target.url))
  expect(refused).toMatchObject({ code: 78, stdout: '' })
  expect(refused.stderr).toContain('The backup was made with another secret key. Put that key into')
  expect(await vacancy(['restore', including], env(fresh, target.url))).toMatchObject({
    code: 0,
    stderr: 'Next: vacancy doctor\n',
  })
  expect(readFileSync(join(fresh, 'secret.key'), 'utf8').trim()).toBe(key)
  expect(readFileSync(join(fresh, 'secret.key.before-restore'), 'utf8').trim()).toBe(other)
  await openVault({ secretKey: '', secretKeyOld: '', home: fresh }, target.pool, SEALED_VALUES)
})

const newHome = () => mkdtempSync(join(tmpdir(), 'backup-home-'))

async function newDatabase() {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  return database
}
