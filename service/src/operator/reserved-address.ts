import { lookup } from 'node:dns/promises'
import type { FieldProblem } from '../sources/vendors/fill-in.ts'
import { isAllowedIp } from '../webhooks/address.ts'
import { createGuardedConnector } from '../webhooks/agent.ts'

/**
 * Opens the connections of a test. The name may lead elsewhere by then, and a source may have further addresses: each connection goes to
 * the address that was checked for it.
 */
export const connectUnreserved = createGuardedConnector({ allowPrivate: 'all' })

/**
 * What an operator sees of a test quotes the answer. Where clouds hand out the credentials of the machine, that is more than an operator
 * may see. Other private addresses are fine: a source may be in the same network.
 */
export async function reservedAddress(baseUrl: string | undefined): Promise<FieldProblem[]> {
  const host = URL.parse(baseUrl ?? '')?.hostname.replace(/^\[(.*)\]$/, '$1')
  if (host === undefined) return []
  // A name without an address fails the test itself.
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.every(({ address }) => isAllowedIp(address, 'all'))
    ? []
    : [{ field: 'base_url', problem: 'must not lead to a reserved address' }]
}
