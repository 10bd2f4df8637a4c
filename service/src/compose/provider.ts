import type { Config } from '../config.ts'
import { parseAllowed, parseRoleRules } from '../kernel/provider-rules.ts'
import type { ProviderSettings } from '../sessions/provider/client.ts'
import type { PeopleRules } from '../sessions/provider/people.ts'

/** The identity provider of the settings; null: there is none. */
export function providerOf(config: Config): (ProviderSettings & { rules: PeopleRules }) | null {
  if (config.oidcIssuer === '') return null
  return {
    issuer: config.oidcIssuer,
    clientId: config.oidcClientId,
    clientSecret: config.oidcClientSecret,
    name: config.oidcName === '' ? new URL(config.oidcIssuer).hostname : config.oidcName,
    rules: {
      allow: config.oidcAllow === '' ? [] : (parseAllowed(config.oidcAllow) ?? []),
      roles: config.oidcRoles === '' ? [] : (parseRoleRules(config.oidcRoles) ?? []),
      account: config.oidcAccount === '' ? null : config.oidcAccount,
      passwords: config.passwords === 'on',
    },
  }
}
