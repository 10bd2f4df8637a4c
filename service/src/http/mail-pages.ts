import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { FollowedLink, MailConsent } from '../endpoints/consent.ts'
import { ApiError } from '../kernel/errors.ts'
import { escaped } from '../mail/parts.ts'
import { networkOf } from '../sessions/network.ts'
import { createCallLimit } from './call-limit.ts'

const Link = Type.Object(
  { endpoint: Type.String({ maxLength: 64 }), token: Type.String({ maxLength: 128 }) },
  { additionalProperties: false },
)

const POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
}

/** Nobody follows more links than this; somebody who guesses tokens does. */
const FROM_NETWORK = { perSec: 2, burst: 30 }

/**
 * The pages that links in mails lead to. To unsubscribe takes a POST: mail programs send one by themselves (RFC 8058), and scanners
 * that open every link do not.
 */
export async function registerMailPages(app: FastifyInstance, consent: MailConsent): Promise<void> {
  await app.register(
    async (scope) => {
      const fromNetwork = createCallLimit(FROM_NETWORK)
      await scope.register(helmet, { contentSecurityPolicy: POLICY, strictTransportSecurity: false })
      // One-click requests are forms. What they say is in the address.
      scope.addContentTypeParser(
        ['application/x-www-form-urlencoded', 'multipart/form-data'],
        { parseAs: 'string' },
        (_request, _body, done) => done(null, undefined),
      )
      scope.addHook('onRequest', async (request) => {
        fromNetwork.count(networkOf(request.ip))
      })
      const schema = { querystring: Link }
      scope.get<{ Querystring: FollowedLink }>(
        '/verify',
        { schema, exposeHeadRoute: false },
        (request, reply) =>
          page(
            reply,
            'Thank you',
            async () => `Alerts go to ${await consent.verify(request.query)} from now on.`,
          ),
      )
      scope.get<{ Querystring: FollowedLink }>(
        '/unsubscribe',
        { schema, exposeHeadRoute: false },
        (request, reply) =>
          page(
            reply,
            'Unsubscribe?',
            async () => `No more alerts would be sent to ${await consent.look(request.query)}.`,
            formTo(request),
          ),
      )
      scope.post<{ Querystring: FollowedLink }>('/unsubscribe', { schema }, (request, reply) =>
        page(
          reply,
          'You are unsubscribed',
          async () => `No more alerts are sent to ${await consent.unsubscribe(request.query)}.`,
        ),
      )
    },
    { prefix: '/mail' },
  )
}

function formTo({ url }: FastifyRequest): string {
  return `<form method="post" action="${escaped(url)}"><button>Unsubscribe</button></form>`
}

/** People read this: a refusal is a page too. */
async function page(
  reply: FastifyReply,
  title: string,
  say: () => Promise<string>,
  form = '',
): Promise<FastifyReply> {
  try {
    return reply.type(HTML).send(htmlPage(title, await say(), form))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return reply
      .code(400)
      .type(HTML)
      .send(htmlPage('Nothing was changed', error.message, ''))
  }
}

const HTML = 'text/html; charset=utf-8'

function htmlPage(title: string, text: string, form: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body><h1>${escaped(title)}</h1><p>${escaped(text)}</p>${form}</body></html>
`
}
