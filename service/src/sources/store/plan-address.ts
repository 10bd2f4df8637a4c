import type { FieldProblem } from '../vendors/fill-in.ts'
import type { Vendor } from '../vendors/vendor.ts'

/** In the file of sources, `{NAME}` is a variable of the environment. With it, operators could read the secrets of the server. */
export function addressProblem(baseUrl: string | undefined): FieldProblem[] {
  return baseUrl !== undefined && /[{}]/.test(baseUrl)
    ? [{ field: 'base_url', problem: 'must not contain { or }: only the file of sources takes variables' }]
    : []
}

export interface Move {
  /** The address that the credentials were entered for. */
  from: string
  to: string | undefined
  fields: Readonly<Record<string, string>>
}

/** Secrets are sent only to the host that they were entered for: else an operator could redirect and read them. */
export function movedSecrets(vendor: Vendor | null, { from, to, fields }: Move): FieldProblem[] {
  if (to === undefined || originOf(to) === originOf(from)) return []
  const missing = (vendor?.fields ?? []).filter(
    ({ name, secret }) => secret && (fields[name] ?? '').trim() === '',
  )
  return missing.map(({ name }) => ({
    field: name,
    problem: 'must be entered again: it is not sent to another address than the one that it was entered for',
  }))
}

function originOf(address: string): string | null {
  return URL.parse(address)?.origin ?? null
}
