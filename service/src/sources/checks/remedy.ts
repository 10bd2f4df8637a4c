import type { SourceFailure } from '../source.ts'
import type { Exchange } from './exchanges.ts'

/** The next step after a failure, as a sentence; none if the reason says it all. */
export function remedyOf(
  { kind, remedy, retryAfterMs, locked }: SourceFailure,
  requests: readonly Exchange[],
  variables: readonly string[],
): string {
  if (remedy !== undefined) return remedy
  if (retryAfterMs !== undefined) return `Check again in ${Math.ceil(retryAfterMs / 1000)} s.`
  if (requests.length === 0) return ''
  const status = requests.at(-1)?.status ?? null
  if (kind === 'timed_out' || status === null) return 'Check `baseUrl` and the network.'
  if (status === 429) return 'Check again in a few minutes.'
  if (status >= 500) return 'This is a fault of the vendor: check again later, and report it if it stays.'
  if (status === 403)
    return `Ask the vendor whether your account may use this API, or check ${named(variables)}.`
  if (locked) return `Check ${named(variables)}.`
  if (status === 404 && kind !== 'not_found') return 'Check `baseUrl`.'
  return ''
}

function named(variables: readonly string[]): string {
  return variables.length === 0 ? 'the credentials' : variables.join(' and ')
}
