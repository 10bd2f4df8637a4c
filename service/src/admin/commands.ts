import type { Command } from 'commander'
import { createAccount, findAccountId, listAccounts, setOperator, setPlan } from '../accounts/store.ts'
import { invalid } from '../kernel/errors.ts'
import { isPlan, PLAN_NAMES, type PlanName } from '../kernel/plan-names.ts'
import { addClaimCommand } from './claim.ts'
import { addDeleteCommand } from './delete-account.ts'
import { addKeyCommands } from './keys.ts'
import { addPasswordCommand } from './password.ts'
import { addSecondFactorCommands } from './second-factor.ts'
import { table } from './table.ts'
import { type Output, print, withPool } from './with-pool.ts'

/** Administration that works directly on the database: what users cannot do in the dashboard. */
export function addAdminCommands(program: Command): void {
  const accounts = program.command('accounts').description('accounts, their plans and passwords')
  accounts
    .command('create')
    .description('create an account')
    .requiredOption('--email <email>', 'e-mail address of its owner')
    .requiredOption('--plan <plan>', `one of ${PLAN_NAMES.join(', ')}`)
    .option('--json', 'print JSON')
    .action(async ({ email, plan, json }: Output & { email: string; plan: string }) => {
      const account = await withPool((pool) => createAccount(pool, readEmail(email), readPlan(plan)))
      print(json, account, () => `${account.id}\n`, `vacancy keys create --account ${account.email}`)
    })
  accounts
    .command('list')
    .description('list all accounts')
    .option('--json', 'print JSON')
    .action(async ({ json }: Output) => {
      const rows = await withPool(listAccounts)
      print(
        json,
        rows,
        () => table(['id', 'email', 'plan'], rows),
        rows.length === 0
          ? 'vacancy accounts create --email EMAIL --plan PLAN'
          : 'vacancy keys list --account ACCOUNT shows the keys of one',
      )
    })
  accounts
    .command('set-plan')
    .description('change the plan of an account; takes effect at once')
    .argument('<account>', 'its id or e-mail')
    .argument('<plan>', `one of ${PLAN_NAMES.join(', ')}`)
    .option('--json', 'print JSON')
    .action(async (name: string, plan: string, { json }: Output) => {
      const account = await withPool(async (pool) =>
        setPlan(pool, await findAccountId(pool, name), readPlan(plan)),
      )
      print(
        json,
        account,
        () => `${account.id} is on the plan ${account.plan}\n`,
        `vacancy usage, with a key of the account, shows what it has left`,
      )
    })
  accounts
    .command('operator')
    .description('let the people of an account see the pages about the whole server; --off takes it back')
    .argument('<account>', 'its id or e-mail')
    .option('--off', 'no longer')
    .option('--json', 'print JSON')
    .action(async (name: string, { off = false, json }: Output & { off?: boolean }) => {
      const id = await withPool(async (pool) => {
        const found = await findAccountId(pool, name)
        await setOperator(pool, found, !off)
        return found
      })
      print(
        json,
        { id, operator: !off },
        () => `${id} is ${off ? 'no longer' : 'now'} an operator\n`,
        off
          ? `vacancy accounts operator ${id} takes it back`
          : 'the people of the account find Operator in the dashboard',
      )
    })
  addClaimCommand(accounts)
  addPasswordCommand(accounts)
  addSecondFactorCommands(accounts)
  addDeleteCommand(accounts)

  addKeyCommands(program)
}

function readPlan(plan: string): PlanName {
  if (!isPlan(plan)) throw invalid(`There is no plan ${plan}. Choose one of ${PLAN_NAMES.join(', ')}.`)
  return plan
}

function readEmail(email: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    throw invalid(`${email} is not an e-mail address.`)
  return email
}
