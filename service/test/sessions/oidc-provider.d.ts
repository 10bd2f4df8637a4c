declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  interface Account {
    accountId: string
    claims(): object
  }

  /** What the tests use of it. */
  export class Provider {
    constructor(
      issuer: string,
      configuration: {
        clients: object[]
        claims: Record<string, string[]>
        findAccount(context: unknown, id: string): Account | undefined
        cookies: { keys: string[] }
        ttl: Record<string, number>
      },
    )
    callback(): RequestListener
  }
}
