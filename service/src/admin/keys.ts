import type { Command } from 'commander'
import { type AskedTerms, SCOPES } from '../accounts/key-terms.ts'
import { changeKey, createKey, type KeyRow, keyView, listKeys, revokeKey } from '../accounts/keys.ts'
import { findAccountId } from '../accounts/store.ts'
import { counted } from '../kernel/counted.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { table } from './table.ts'
import { type Output, print, withPool } from './with-pool.ts'

interface TermOptions {
  scopes?: string
  expires?: string
  dailyCap?: string
}

const COLUMNS = [
  'id',
  'kind',
  'name',
  'agent',
  'prefix',
  'scopes',
  'expires_at',
  'daily_cap',
  'spent_today',
  'created_at',
  'last_used_at',
  'revoked_at',
] as const

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys')
  withTerms(keys.command('create'))
    .description(`create a key and print it once; an account has at most ${LIMITS.activeKeys} active keys`)
    .requiredOption('--account <account>', 'id or e-mail of the account')
    .option('--name <name>', 'what the key is for', 'unnamed')
    .action(async (options: Output & TermOptions & { account: string; name: string }) => {
      const { row, ...made } = await withPool(async (pool) =>
        createKey(pool, await findAccountId(pool, options.account), readName(options.name), {
          terms: termsOf(options),
        }),
      )
      print(
        options.json,
        { ...keyView(row), ...made },
        () => `${made.key}\n`,
        'vacancy login takes the key; then try vacancy chains. It is not shown again',
      )
    })
  keys
    .command('list')
    .description(
      `list the active keys of an account, and what agents hold, by last use, then those revoked in the last ${LIMITS.revokedKeyListedDays} days`,
    )
    .requiredOption('--account <account>', 'id or e-mail of the account')
    .option('--after <key-id>', 'continue after this key')
    .option('--json', 'print JSON')
    .action(async ({ account, after, json }: Output & { account: string; after?: string }) => {
      const rows = await withPool(async (pool) => {
        const id = await findAccountId(pool, account)
        return (await listKeys(pool, id, { after, limit: LIMITS.pageDefault })).map(keyView)
      })
      print(
        json,
        rows,
        () =>
          table(
            COLUMNS,
            rows.map((row) =>
              Object.assign(row, { scopes: row.scopes.join(','), agent: agentWords(row.agent) }),
            ),
          ),
        keysNext(rows.length, account),
      )
    })
  withTerms(keys.command('change'))
    .description('change a key; takes effect within ten seconds')
    .argument('<key-id>', 'key_…')
    .option('--name <name>', 'what the key is for')
    .action(async (id: string, options: Output & TermOptions & { name?: string }) => {
      const name = options.name === undefined ? undefined : readName(options.name)
      const row = await withPool((pool) => changeKey(pool, id, { name, ...termsOf(options) }))
      print(
        options.json,
        keyView(row),
        () => `${row.id} is changed\n`,
        'vacancy keys list --account ACCOUNT shows its terms',
      )
    })
  keys
    .command('revoke')
    .description('revoke a key; every process refuses it within ten seconds')
    .argument('<key-id>', 'key_…')
    .option('--json', 'print JSON')
    .action(async (id: string, { json }: Output) => {
      const row = await withPool((pool) => revokeKey(pool, id))
      print(
        json,
        keyView(row),
        () => `${row.id} is revoked\n`,
        'vacancy keys create --account ACCOUNT makes another',
      )
    })
  keys
    .command('set-cap')
    .description('cap what a key may spend per day (UTC); takes effect at once')
    .argument('<key-id>', 'key_…')
    .argument('<credits>', 'credits per day; 0 lifts the cap')
    .option('--json', 'print JSON')
    .action(async (id: string, credits: string, { json }: Output) => {
      const row = await withPool((pool) => changeKey(pool, id, { daily_cap: readNumber(credits) }))
      const { daily_cap: cap } = keyView(row)
      const text = cap === null ? 'has no daily cap' : `may spend ${counted(cap, 'credit')} per day`
      print(
        json,
        { id, daily_cap: cap },
        () => `${id} ${text}\n`,
        'vacancy usage, with the key, shows what it has spent today',
      )
    })
}

function keysNext(count: number, account: string): string {
  return count === LIMITS.pageDefault
    ? `vacancy keys list --account ${account} --after KEY_ID shows those after the last one`
    : `vacancy keys create --account ${account} makes another, vacancy keys revoke KEY_ID ends one`
}

/** What an agent calls itself proves nothing, so its host is beside it. */
function agentWords(agent: KeyRow['agent']): string | null {
  return agent && `${agent.client_name} (${agent.client_host})`
}

function withTerms(command: Command): Command {
  return command
    .option('--scopes <scopes>', `what it may do: some of ${SCOPES.join(',')}`)
    .option('--expires <moment>', 'when it ends, as 2027-06-30 or 2027-06-30T12:00:00Z; never: no end')
    .option('--daily-cap <credits>', 'credits that it may spend per day (UTC); 0: no cap')
    .option('--json', 'print JSON')
}

function termsOf({ scopes, expires, dailyCap }: TermOptions): AskedTerms {
  return {
    ...(scopes !== undefined && { scopes: scopes.split(',').map((scope) => scope.trim()) }),
    ...(expires !== undefined && { expires_at: expires === 'never' ? null : expires }),
    ...(dailyCap !== undefined && { daily_cap: readNumber(dailyCap) }),
  }
}

function readNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

function readName(name: string): string {
  if (name.length === 0 || name.length > LIMITS.keyNameLength) {
    throw invalid(`A key's name must have 1 to ${LIMITS.keyNameLength} characters.`)
  }
  return name
}
