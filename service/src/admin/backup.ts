import { existsSync, renameSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { BackupError, type OpenBackup, openBackup } from '../backup/file.ts'
import { restoreBackup } from '../backup/restore.ts'
import { makeBackup } from '../backup/write.ts'
import { type Config, readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { fingerprintOf, keyFileOf, readMasterKey } from '../ops/master-key.ts'
import { type Output, print } from './with-pool.ts'

export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('write all data into a file; the service may run meanwhile')
    .argument('<file>', 'must not exist yet')
    .option(
      '--with-secret',
      'include the secret key; everyone who can read the file can then decrypt webhook secrets',
    )
    .option('--json', 'print JSON')
    .action(async (file: string, { json, withSecret = false }: Output & { withSecret?: boolean }) => {
      const config = readConfig(process.env)
      const key = readMasterKey(config)
      if (withSecret && key === null)
        throw new BackupError(`There is no secret key in ${keyFileOf(config.home)}.`)
      const made = await withUrl(config, false, (url) => makeBackup(url, file, withSecret ? key : null))
      const { tables, rows, bytes } = made
      print(
        json,
        made,
        () => `${made.file}: ${tables} tables, ${rows} rows, ${bytes} bytes\n${aboutKey(config, withSecret)}`,
        `keep it on another machine; vacancy restore ${made.file} brings it back`,
      )
    })

  program
    .command('restore')
    .description('replace all data by that of a backup; running processes restart')
    .argument('<file>', 'made by `vacancy backup`')
    .option('--force', 'also if there is data, which is then lost')
    .option(
      '--lost-secret',
      'also if the secret key of the backup is lost; `vacancy secrets reset` must follow',
    )
    .option('--json', 'print JSON')
    .action(async (file: string, { json, force = false, lostSecret = false }: Output & RestoreFlags) => {
      const config = readConfig(process.env)
      const backup = await openBackup(file)
      const finish = planKey(config, backup, lostSecret)
      const restored = await withUrl(config, true, (url) => restoreBackup(url, backup, { force }))
      finish()
      const { made_at: madeAt, tables, rows } = restored
      print(
        json,
        restored,
        () => `Restored the backup of ${madeAt}: ${tables} tables, ${rows} rows.\n`,
        'vacancy doctor',
      )
    })
}

interface RestoreFlags {
  force?: boolean
  lostSecret?: boolean
}

/** A restore makes its database, a backup never. */
async function withUrl<T>(config: Config, make: boolean, work: (url: string) => Promise<T>): Promise<T> {
  const database = await openDatabase(config, { share: true, make })
  try {
    return await work(database.url)
  } finally {
    await database.close()
  }
}

function aboutKey({ secretKey, home }: Config, withSecret: boolean): string {
  if (withSecret) return 'It contains the secret key. Keep it as safe as the key itself.\n'
  const place = secretKey === '' ? keyFileOf(home) : 'SECRET_KEY'
  return `It does not contain the secret key, which a restore needs: keep a copy of ${place} in another place.\n`
}

/** Checks that the service will have the backup's key. Returns what to do with it after the restore. */
function planKey(config: Config, { header, secret }: OpenBackup, lostSecret: boolean): () => void {
  const held = readMasterKey(config)
  const old = config.secretKeyOld === '' ? null : Buffer.from(config.secretKeyOld, 'hex')
  const included = secret === null ? null : Buffer.from(secret, 'hex')
  const fits = (keys: readonly (Buffer | null)[]) => {
    const known = new Set(keys.flatMap((key) => (key ? [fingerprintOf(key).toString('hex')] : [])))
    return header.secret_keys.every((fingerprint) => known.has(fingerprint))
  }
  if (fits([held, old])) return () => {}
  if (included && config.secretKey === '' && fits([included, old]))
    return () => replaceKeyFile(config.home, included)
  if (lostSecret) return () => {}
  const advice =
    config.secretKey === ''
      ? `Put that key into ${keyFileOf(config.home)} or set SECRET_KEY`
      : 'Set SECRET_KEY to that key'
  throw new BackupError(
    `The backup was made with another secret key. ${advice}, and restore again. If the key is lost, add --lost-secret.`,
  )
}

/** The previous key stays beside it, because older backups may need it. */
function replaceKeyFile(home: string, key: Buffer): void {
  const path = keyFileOf(home)
  writeFileSync(`${path}.new`, `${key.toString('hex')}\n`, { mode: 0o600, flush: true })
  if (existsSync(path)) renameSync(path, `${path}.before-restore`)
  renameSync(`${path}.new`, path)
}
