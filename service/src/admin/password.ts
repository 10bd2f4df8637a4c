import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { findAccountId } from '../accounts/store.ts'
import { invalid } from '../kernel/errors.ts'
import { newPassword, PASSWORD_LENGTH } from '../sessions/password.ts'
import { setPassword } from '../sessions/set-password.ts'
import { type Output, print, withPool } from './with-pool.ts'

interface Options extends Output {
  email?: string
  stdin?: boolean
}

/** For accounts that an administrator created, and for forgotten passwords. */
export function addPasswordCommand(accounts: Command): void {
  accounts
    .command('password')
    .description('set the dashboard password of an account and print it once')
    .argument('<account>', 'its id or e-mail')
    .option('--email <email>', 'e-mail to sign in with, if it is not the e-mail of the account')
    .option('--stdin', 'read the password from standard input instead of generating one')
    .option('--json', 'print JSON')
    .action(async (account: string, { email, stdin, json }: Options) => {
      const password = stdin ? readPassword(await text(process.stdin)) : newPassword()
      const person = await withPool(async (pool) =>
        setPassword(pool, await findAccountId(pool, account), password, email),
      )
      const shown = stdin ? {} : { password }
      print(
        json,
        { ...person, ...shown },
        () => wordsFor(person.email, shown.password),
        `${person.email} signs in to the dashboard, and may change it there under Account`,
      )
    })
}

function wordsFor(email: string, password: string | undefined): string {
  const ended = 'All sessions of this person have ended.'
  return password === undefined
    ? `${email} signs in with the new password. ${ended}\n`
    : `e-mail    ${email}\npassword  ${password}\n\nIt is not shown again. ${ended}\n`
}

function readPassword(said: string): string {
  const password = said.replace(/\r?\n$/, '')
  const { least, most } = PASSWORD_LENGTH
  if (password.length < least || password.length > most || /[\r\n]/.test(password)) {
    throw invalid(`The password must be one line of ${least} to ${most} characters.`)
  }
  return password
}
