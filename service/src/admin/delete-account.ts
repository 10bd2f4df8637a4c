import type { Command } from 'commander'
import { OPERATOR } from '../accounts/acts.ts'
import { deleteAccount } from '../accounts/delete.ts'
import { findAccountId } from '../accounts/store.ts'
import { inTransaction } from '../db/pool.ts'
import { invalid } from '../kernel/errors.ts'
import { agree, canAsk } from './ask.ts'
import { type Output, print, withPool } from './with-pool.ts'

export function addDeleteCommand(accounts: Command): void {
  accounts
    .command('delete')
    .description('delete an account with its people, keys and everything that it has')
    .argument('<account>', 'its id or e-mail')
    .option('--yes', 'confirm')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Its keys, sessions and shared links end at once. Workers end its jobs and watches, and delete what it has, within minutes.
Its charges and the log of what was done stay as long as those of other accounts, without its address.`,
    )
    .action(async (name: string, { json, yes }: Output & { yes?: boolean }) => {
      const id = await withPool(async (pool) => {
        const found = await findAccountId(pool, name)
        if (!yes && !(canAsk() && (await agree(`Delete ${found} and everything that it has?`))))
          throw invalid('This cannot be taken back. Add --yes to confirm.')
        await inTransaction(pool, (client) => deleteAccount(client, found, OPERATOR))
        return found
      })
      print(
        json,
        { id, deleted: true },
        () => `${id} is deleted\n`,
        'run a worker, if none runs: it deletes what the account has',
      )
    })
}
