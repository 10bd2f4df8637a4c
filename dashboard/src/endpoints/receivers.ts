import type { Endpoint } from '@vacancy/client'
import { call } from '../api/call.ts'
import type { FieldSpec } from '../explorer/tools.ts'
import { KINDS } from './endpoint-words.ts'

/** Who can be told: the choices of a field, and their words. */
export type Receivers = Required<Pick<FieldSpec, 'choices' | 'labels'>>

/** The person's own e-mail address. Its endpoint is made when it is first chosen. */
export const BY_MAIL = 'mail'

/** Without an `email`, only the endpoints. */
export function receiversOf(endpoints: readonly Endpoint[], email: string | undefined): Receivers {
  const others = endpoints.filter(({ address }) => email === undefined || address !== email)
  const nameOf = ({ kind, description, address, url }: Endpoint) =>
    `${kind === 'email' ? 'E-mail to' : KINDS[kind]} ${description ?? address ?? url ?? ''}`
  return {
    choices: [...(email === undefined ? [] : [BY_MAIL]), ...others.map(({ id }) => id)],
    labels: {
      [BY_MAIL]: `E-mail to ${email ?? ''}`,
      ...Object.fromEntries(others.map((endpoint) => [endpoint.id, nameOf(endpoint)])),
    },
  }
}

interface Known {
  endpoints: readonly Endpoint[]
  /** The person's own address. */
  email: string | undefined
  keyId: string | undefined
}

/** The chosen endpoint. That of the person's own address is made if there is none yet. */
export async function endpointOf(
  via: string,
  { endpoints, email, keyId }: Known,
): Promise<Endpoint | undefined> {
  if (via !== BY_MAIL) return endpoints.find(({ id }) => id === via)
  const own = endpoints.find(({ kind, address }) => kind === 'email' && address === email)
  if (own) return own
  const body = { kind: 'email', address: email }
  return (await call<Endpoint>('/v1/endpoints', { method: 'POST', body, keyId })).data
}
