import { Type } from 'typebox'
import type { CountFreeWrite } from '../edge/free-writes.ts'
import { nullable } from '../edge/schemas.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { networkOf } from '../sessions/network.ts'
import { memberRoute, type OwnRoute, openRoute } from '../sessions/own-route.ts'
import type { Visitor } from '../sessions/sessions.ts'
import { type Ask, readAsk, SentBack } from './ask.ts'
import { isDocumentAddress } from './client-document.ts'
import { shownHost } from './clients.ts'
import { giveConsent } from './consent.ts'
import { type Issuer, NO_ISSUER } from './issuer.ts'
import { backTo, hostOf } from './redirect.ts'
import { Refusal } from './refusal.ts'
import type { AgentSignIn } from './sign-in.ts'

const closed = { additionalProperties: false } as const
/** The query with which the client sent the browser here. */
const REQUEST = { request: Type.String({ maxLength: 8000 }) }
const Name = Type.String({
  minLength: 1,
  maxLength: LIMITS.keyNameLength,
  pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
})
const Agreed = Type.Object(
  {
    ...REQUEST,
    name: Name,
    daily_cap: Type.Number(),
    paid: Type.Boolean(),
    expires_at: nullable(Type.String({ format: 'date-time' })),
  },
  closed,
)

/** The page on which a person lets an agent in. Anyone may see what is asked for; the answer needs a session. */
export function consentRoutes(
  { pool, issuerOf, clients }: AgentSignIn,
  countFreeWrite: CountFreeWrite,
): OwnRoute[] {
  const read = async (
    request: string,
    { host, address }: Visitor,
  ): Promise<{ ask: Ask; issuer: Issuer } | { redirect: string }> => {
    const issuer = issuerOf(host)
    if (!issuer) throw invalid(NO_ISSUER)
    try {
      return { ask: await readAsk(new URLSearchParams(request), issuer, clients, networkOf(address)), issuer }
    } catch (error) {
      if (error instanceof SentBack) return { redirect: error.redirect }
      if (error instanceof Refusal) throw invalid(error.message)
      throw error
    }
  }
  return [
    openRoute(
      { method: 'GET', path: '/consent', query: Type.Object(REQUEST, closed) },
      async ({ query }, visitor) => {
        const asked = await read(query.request, visitor)
        return { body: 'redirect' in asked ? asked : viewOf(asked.ask) }
      },
    ),
    memberRoute(
      { method: 'POST', path: '/consent', body: Agreed },
      async ({ body }, { account, email }, visitor) => {
        const { request, name, ...terms } = body
        const asked = await read(request, visitor)
        if ('redirect' in asked) return { body: asked }
        await countFreeWrite(account.no)
        const by = { accountId: account.id, email, address: visitor.address }
        const code = await giveConsent(pool, asked.ask, { ...terms, name: name.trim() }, by)
        return { body: { redirect: backWith(asked, { code }) } }
      },
    ),
    openRoute(
      { method: 'POST', path: '/consent/refuse', body: Type.Object(REQUEST, closed) },
      async ({ body }, visitor) => {
        const asked = await read(body.request, visitor)
        if ('redirect' in asked) return { body: asked }
        const told = { error: 'access_denied', error_description: 'The person did not agree.' }
        return { body: { redirect: backWith(asked, told) } }
      },
    ),
  ]
}

function backWith({ ask, issuer }: { ask: Ask; issuer: Issuer }, told: Record<string, string>): string {
  return backTo(ask.redirectUri, issuer.url, { ...told, state: ask.state })
}

function viewOf({ client, redirectUri, scopes, resource }: Ask) {
  return {
    client: {
      id: client.id,
      name: client.name,
      host: shownHost(client, redirectUri),
      /** Whether the host is that of the client's own document. */
      is_published: isDocumentAddress(client.id),
    },
    goes_to: hostOf(redirectUri),
    scopes,
    resource,
  }
}
