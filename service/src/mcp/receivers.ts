import type { EndpointLabel } from '../endpoints/endpoint.ts'
import type { ApiError } from '../kernel/errors.ts'
import { quoted } from './words.ts'

/** The endpoints of an account, at most so many. */
export type FindEndpoints = (account: number, most: number) => Promise<readonly EndpointLabel[]>

const MOST_NAMED = 10

/** No tool lists endpoints, so a refusal that is about them names those that there are. Empty if it is about something else. */
export async function endpointsText(
  { code, message }: ApiError,
  account: number,
  findEndpoints: FindEndpoints,
): Promise<string> {
  if (code !== 'invalid_request' || !message.includes('`endpoints`')) return ''
  const found = await findEndpoints(account, MOST_NAMED)
  if (found.length === 0)
    return ' This account has no endpoint yet: the user makes one on the page Notifications.'
  return ` Endpoints of this account: ${found.map(nameOf).join('; ')}.`
}

function nameOf({ id, kind, shown, description, status }: EndpointLabel): string {
  return [
    `${id} (${kind} ${quoted(shown)}`,
    ...(description === null ? [] : [quoted(description)]),
    ...(status === 'active' ? [] : [status]),
  ]
    .join(', ')
    .concat(')')
}
