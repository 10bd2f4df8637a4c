import type { Command } from 'commander'
import { SEALED_VALUES } from '../compose/sealed.ts'
import { readConfig } from '../config.ts'
import type { Pool } from '../db/pool.ts'
import { invalid } from '../kernel/errors.ts'
import { makeMasterKey, readMasterKey } from '../ops/master-key.ts'
import { createVault } from '../ops/vault.ts'
import { openVault } from '../secrets/open-vault.ts'
import { keepOnlyKey, type OnBatch, type Resealed, resealAll, resetAll } from '../secrets/reseal.ts'
import { type Output, print, withPool } from './with-pool.ts'

export function addSecretsCommands(program: Command): void {
  const secrets = program.command('secrets').description('what is encrypted with SECRET_KEY')
  secrets
    .command('rotate')
    .description('encrypt everything with SECRET_KEY that SECRET_KEY_OLD encrypted')
    .option('--json', 'print JSON')
    .action(async ({ json }: Output) => {
      const done = await withPool((pool) => rotate(pool, json ? () => {} : show))
      print(
        json,
        done,
        () => 'Everything is encrypted with SECRET_KEY.\n',
        'restart the processes without SECRET_KEY_OLD',
      )
    })
  secrets
    .command('reset')
    .description('after SECRET_KEY was lost: give every webhook whose secret cannot be decrypted a new one')
    .option('--yes', 'confirm that receivers will get signatures of an unknown secret')
    .option('--json', 'print JSON')
    .action(async ({ json, yes }: Output & { yes?: boolean }) => {
      if (!yes) {
        throw invalid(
          'This gives webhooks new secrets. Their owners must rotate them to know them. Add --yes to confirm.',
        )
      }
      const done = await withPool(async (pool) => {
        const config = readConfig(process.env)
        const key = readMasterKey(config) ?? makeMasterKey(config.home)
        const changed = await resetAll(pool, createVault(key), SEALED_VALUES)
        await keepOnlyKey(pool, key)
        return changed
      })
      print(
        json,
        done,
        () =>
          done
            .map(({ name, changed }) => `${name}: ${changed} could not be decrypted and were replaced\n`)
            .join(''),
        'the owners rotate the secrets of their webhooks, in the dashboard under Notifications',
      )
    })
}

/** Repeated until nothing is left: a process that is not yet restarted may use the old key behind our back. */
async function rotate(pool: Pool, onBatch: OnBatch): Promise<Resealed[]> {
  const { vault, key } = await openVault(readConfig(process.env), pool, SEALED_VALUES)
  const first = await resealAll(pool, vault, SEALED_VALUES, onBatch)
  for (let pass = first; pass.some(({ changed }) => changed > 0); )
    pass = await resealAll(pool, vault, SEALED_VALUES)
  await keepOnlyKey(pool, key)
  return first
}

function show({ name, checked, changed }: Resealed): void {
  process.stdout.write(`${name}: ${checked} checked, ${changed} encrypted again\n`)
}
