import type { KeyHolder } from '../accounts/key-ring.ts'
import type { MeteredRequest } from '../edge/metering.ts'
import type { Route } from '../edge/route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key's holder; null on public routes and until the key has been checked. */
    holder: KeyHolder | null
    /** The e-mail of who is signed in, on calls from the dashboard. */
    person: string | null
    metered: MeteredRequest | null
    /** The raw body, kept to compare it under an Idempotency-Key. */
    bodyText: string
    /** On the monotonic clock. */
    startedAtMs: number
  }
  interface FastifyContextConfig {
    route?: Route
    /** Of the dashboard's own calls: one that the browser opens itself, coming from another site. */
    isOpenedByBrowser?: boolean
  }
}
