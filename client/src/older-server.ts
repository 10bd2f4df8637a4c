import { VacancyError } from './errors.ts'
import type { OperationName } from './operation.ts'

/** A server that is older than the client refuses what it does not know. This says so. */

interface Asked {
  method: string
  /** Below `/v1`, with its parameters filled in. */
  path: string
}

/** The same failure; if the client knows what the server does not, its message names that. */
export async function explained(
  error: unknown,
  name: OperationName,
  asked: Asked,
  input: object,
): Promise<unknown> {
  if (!(error instanceof VacancyError) || error.code !== 'invalid_request') return error
  const missing = await missingIn(error.message, name, asked, input)
  if (missing === null) return error
  const message = `${error.message} The server is older than this client and does not have ${missing} yet. Update the server.`
  const { code, status, chain, requestId, retryAfter, cause } = error
  return new VacancyError({ code, message, status, chain, requestId, retryAfter, cause })
}

async function missingIn(
  message: string,
  name: OperationName,
  { method, path }: Asked,
  input: object,
): Promise<string | null> {
  // The service shortens long paths.
  if (message.startsWith(`There is no ${method} ${`/v1${path}`.slice(0, 200)}.`)) return name
  const [, field, isUnknown] = /^`([\w.]+)` (?:(is not known) in|must be one of) /.exec(message) ?? []
  const value = field === undefined ? undefined : valueAt(input, field)
  if (field === undefined || value === undefined) return null
  // Only loaded after a failure: programs that succeed need no list of all fields.
  const { FIELDS } = await import('./generated/fields.ts')
  const known = field.replaceAll(/\.\d+(?=\.|$)/g, '.*')
  const words = FIELDS[name]?.[known]
  if (words === undefined) return null
  if (isUnknown) return `\`${field}\` in ${name}`
  const isKnown = typeof value === 'string' && words?.includes(value)
  return isKnown ? `\`${field}: ${JSON.stringify(value)}\` in ${name}` : null
}

function valueAt(input: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((found, key) => (found as Record<string, unknown> | null | undefined)?.[key], input)
}
