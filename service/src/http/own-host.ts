import type { IncomingHttpHeaders } from 'node:http'
import { invalid } from '../kernel/errors.ts'
import { isLoopback } from '../kernel/loopback.ts'

/**
 * For a server that only this machine reaches. A page elsewhere can give its own name the address of this machine, and would then be of
 * the same origin as the dashboard (DNS rebinding). Its name is what gives it away.
 */
export function requireLoopbackHost({ host }: IncomingHttpHeaders): void {
  if (host === undefined || isLoopback(host.replace(/:\d+$/, ''))) return
  throw invalid(
    'This server listens on this machine only, so call it localhost or 127.0.0.1. If a proxy lets others in, set PUBLIC_URL to the address that they use.',
  )
}
