import { createProvider } from '../sessions/provider/client.ts'
import { CALLBACK } from '../sessions/provider/sign-in.ts'
import { type Finding, good, problem, warning } from './finding.ts'
import type { Installation } from './installation.ts'

const CHECK = 'provider'

/** None without a provider. */
export async function checkProvider({ publicUrl, provider }: Installation): Promise<Finding[]> {
  return provider === null ? [] : [await examine(publicUrl, provider)]
}

async function examine(publicUrl: string, settings: NonNullable<Installation['provider']>): Promise<Finding> {
  const { name, issuer, rules } = settings
  try {
    const { metadata, keys } = await createProvider(settings).examine()
    if (keys === 0) return problem(CHECK, `${name} publishes no keys to check its answers with`, ADVICE)
    const methods = metadata.code_challenge_methods_supported
    if (methods !== undefined && !methods.includes('S256'))
      return problem(CHECK, `${name} does not support PKCE with S256`, 'Turn it on at the provider.')
    const found = `${name} answers as ${issuer}`
    const back = `${publicUrl === '' ? 'http://127.0.0.1:8080' : publicUrl}${CALLBACK}`
    if (publicUrl.startsWith('http:'))
      return warning(CHECK, found, `People come back to ${back}, which is not encrypted.`)
    return rules.roles.length > 0 && rules.account === null
      ? warning(CHECK, found, ROLES_EVERYWHERE)
      : good(CHECK, `${found}; people come back to ${back}`)
  } catch (error) {
    return problem(CHECK, `${name} cannot be used: ${whyOf(error)}`, ADVICE)
  }
}

const ADVICE = 'Check OIDC_ISSUER, and whether this machine reaches it. People with a password can sign in.'

const ROLES_EVERYWHERE =
  'OIDC_ROLES without OIDC_ACCOUNT decides roles in every account, over what its owners chose. Name the account that it is for.'

function whyOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: Error }
  return cause instanceof Error && cause.message !== '' ? `${message} (${cause.message})` : message
}
