import type { KeyHolder } from '../accounts/key-ring.ts'
import type { MeteredRequest } from '../edge/metering.ts'
import type { Route } from '../edge/route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null on public routes and until the key has been checked. */
    holder: KeyHolder | null
    metered: MeteredRequest | null
    /** The body as it came, kept where an Idempotency-Key must be compared with it. */
    bodyText: string
    /** On the monotonic clock. */
    startedAtMs: number
  }
  interface FastifyContextConfig {
    route?: Route
  }
}
