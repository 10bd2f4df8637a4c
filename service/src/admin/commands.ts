import type { Command } from 'commander'
import { readMcpCaps, setMcpCap } from '../accounts/mcp-cap.ts'
import { isPlan, PLAN_NAMES, type PlanName } from '../accounts/plans.ts'
import {
  createAccount,
  createKey,
  findAccountId,
  listAccounts,
  listKeys,
  revokeKey,
  setOperator,
  setPlan,
} from '../accounts/store.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { addPasswordCommand } from './password.ts'
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
      print(json, account, () => `${account.id}\n`)
    })
  accounts
    .command('list')
    .description('list all accounts')
    .option('--json', 'print JSON')
    .action(async ({ json }: Output) => {
      const rows = await withPool(listAccounts)
      print(json, rows, () => table(['id', 'email', 'plan'], rows))
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
      print(json, account, () => `${account.id} is on the plan ${account.plan}\n`)
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
      print(json, { id, operator: !off }, () => `${id} is ${off ? 'no longer' : 'now'} an operator\n`)
    })
  addPasswordCommand(accounts)

  const keys = program.command('keys').description('API keys')
  keys
    .command('create')
    .description(`create a key and print it once; an account has at most ${LIMITS.activeKeys} active keys`)
    .requiredOption('--account <account>', 'id or e-mail of the account')
    .option('--name <name>', 'what the key is for', 'unnamed')
    .option('--json', 'print JSON')
    .action(async ({ account, name, json }: Output & { account: string; name: string }) => {
      const made = await withPool(async (pool) =>
        createKey(pool, await findAccountId(pool, account), readName(name)),
      )
      print(json, made, () => `${made.key}\n`)
    })
  keys
    .command('list')
    .description(
      `list the active keys of an account, then those revoked in the last ${LIMITS.revokedKeyListedDays} days`,
    )
    .requiredOption('--account <account>', 'id or e-mail of the account')
    .option('--after <key-id>', 'continue after this key')
    .option('--json', 'print JSON')
    .action(async ({ account, after, json }: Output & { account: string; after?: string }) => {
      const rows = await withPool(async (pool) => {
        const id = await findAccountId(pool, account)
        const caps = await readMcpCaps(pool, id)
        const listed = await listKeys(pool, id, { after, limit: LIMITS.pageDefault })
        return listed.map((key) => Object.assign(key, { mcp_cap: caps.get(key.id)?.credits_per_day ?? null }))
      })
      print(json, rows, () =>
        table(['id', 'name', 'prefix', 'created_at', 'last_used_at', 'revoked_at', 'mcp_cap'], rows),
      )
    })
  keys
    .command('revoke')
    .description('revoke a key; every process refuses it within ten seconds')
    .argument('<key-id>', 'key_…')
    .option('--json', 'print JSON')
    .action(async (id: string, { json }: Output) => {
      const row = await withPool((pool) => revokeKey(pool, id))
      print(json, row, () => `${row.id} is revoked\n`)
    })
  keys
    .command('set-cap')
    .description('cap what a key may spend through MCP tools per day (UTC); takes effect at once')
    .argument('<key-id>', 'key_…')
    .argument('<credits>', 'credits per day; 0 lifts the cap')
    .option('--json', 'print JSON')
    .action(async (id: string, credits: string, { json }: Output) => {
      const cap = credits.trim() === '' ? Number.NaN : Number(credits)
      await withPool((pool) => setMcpCap(pool, id, cap))
      const text = cap === 0 ? 'has no daily cap for tools' : `may spend ${cap} credits per day through tools`
      print(json, { id, mcp_cap: cap || null }, () => `${id} ${text}\n`)
    })
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

function readName(name: string): string {
  if (name.length === 0 || name.length > LIMITS.keyNameLength) {
    throw invalid(`A key's name must have 1 to ${LIMITS.keyNameLength} characters.`)
  }
  return name
}
