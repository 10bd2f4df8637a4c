import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { invalid } from '../kernel/errors.ts'
import { claimUrl, newClaimLink } from '../sessions/claim-link.ts'
import { type Output, print, withPool } from './with-pool.ts'

/** For operators who missed the link of its first start. */
export function addClaimCommand(accounts: Command): void {
  accounts
    .command('claim')
    .description(
      'print a new link that makes the person who opens it owner of this server, while it has none',
    )
    .option('--json', 'print JSON')
    .action(async ({ json }: Output) => {
      const { passwords, publicUrl, host, port } = readConfig(process.env)
      if (passwords === 'off') {
        throw invalid(
          'Nobody chooses a password here (PASSWORDS=off). Sign in by the provider, then run: vacancy accounts operator ACCOUNT',
        )
      }
      const link = await withPool(newClaimLink)
      if (link === null)
        throw invalid('The account demo has an owner already. They can invite others under Members.')
      const url = claimUrl(publicUrl, `http://${host.includes(':') ? `[${host}]` : host}:${port}`, link.token)
      print(
        json,
        { url, expires_at: link.expiresAt.toISOString() },
        () => `${url}\n`,
        'open it in a browser within an hour. It works once',
      )
    })
}
