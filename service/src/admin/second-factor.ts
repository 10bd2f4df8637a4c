import type { Command } from 'commander'
import pino from 'pino'
import { findAccountId } from '../accounts/store.ts'
import { mailerOf } from '../compose/mail.ts'
import { readConfig } from '../config.ts'
import { newsMail } from '../sessions/factors/mails.ts'
import { resetFactors } from '../sessions/factors/reset.ts'
import { type Output, print, withPool } from './with-pool.ts'

/** For people who lost their phone, their passkeys and their recovery codes. */
export function addSecondFactorCommands(accounts: Command): void {
  accounts
    .command('second-factor')
    .description('second factors of the people of an account')
    .command('reset')
    .description('remove the one-time codes and passkeys of a person who lost them, and end their sessions')
    .argument('<account>', 'its id or e-mail')
    .option('--email <email>', 'e-mail that the person signs in with, if the account has several people')
    .option('--json', 'print JSON')
    .action(async (account: string, { email, json }: Output & { email?: string }) => {
      const person = await withPool(async (pool) =>
        resetFactors(pool, await findAccountId(pool, account), email),
      )
      const isTold = await tell(person.email)
      print(
        json,
        { ...person, told: isTold },
        () => {
          const told = isTold ? ' A mail tells them.' : ' Tell them: this server sends no mail.'
          return `${person.email} signs in with the password alone now, and all their sessions have ended.${told}\n`
        },
        `${person.email} signs in and sets up a new second factor under Account`,
      )
    })
}

/** Tried once: the command does not wait for a server that greylists. */
async function tell(email: string): Promise<boolean> {
  const config = readConfig(process.env)
  const mailer = mailerOf(config, pino({ level: 'silent' }))
  if (!mailer) return false
  const { verdict } = await mailer.send(newsMail(email, 'factorsReset', undefined, config.publicUrl))
  return verdict === 'delivered'
}
