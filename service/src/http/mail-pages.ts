import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { FollowedLink, MailConsent } from '../endpoints/consent.ts'
import { ApiError } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { escaped } from '../mail/parts.ts'
import type { StopLink, UnaskedMail } from '../mail/unasked.ts'
import { networkOf } from '../sessions/network.ts'
import { createCallLimit } from './call-limit.ts'

const Token = Type.String({ maxLength: 128 })
const EndpointLink = Type.Object(
  { endpoint: Type.String({ maxLength: 64 }), token: Token },
  { additionalProperties: false },
)
const AddressLink = Type.Object(
  { address: Type.String({ maxLength: LIMITS.emailLength }), token: Token },
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

/** A link in a mail leads to a page that asks. What it says happens only by the POST of that page, because mail scanners open every link. */
interface Page<Link> {
  title: string
  /** Says what would happen. Throws if the link is not good. */
  look(link: Link): Promise<string>
  button: string
  done: string
  /** Does it and says so. Mail programs send this POST by themselves to unsubscribe (RFC 8058). */
  act(link: Link): Promise<string>
}

/** The pages that links in mails lead to. */
export async function registerMailPages(
  app: FastifyInstance,
  consent: MailConsent,
  unasked: UnaskedMail,
): Promise<void> {
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
      register<FollowedLink>(scope, '/verify', EndpointLink, {
        title: 'Do you want these mails?',
        look: async (link) =>
          `Alerts about hotel rates would be sent to ${await consent.look('verify', link)}.`,
        button: 'Yes, send me alerts',
        done: 'Thank you',
        act: async (link) => `Alerts go to ${await consent.verify(link)} from now on.`,
      })
      register<FollowedLink>(scope, '/unsubscribe', EndpointLink, {
        title: 'Unsubscribe?',
        look: async (link) => `No more alerts would be sent to ${await consent.look('unsubscribe', link)}.`,
        button: 'Unsubscribe',
        done: 'You are unsubscribed',
        act: async (link) => `No more alerts are sent to ${await consent.unsubscribe(link)}.`,
      })
      register<StopLink>(scope, '/stop', AddressLink, {
        title: 'Stop all such mails?',
        look: async (link) => {
          await unasked.look(link)
          return `This server would send nothing more to ${link.address} that you did not ask for: no invitations, and no questions whether you want alerts.`
        },
        button: 'Stop all such mails',
        done: 'You get no more such mails',
        act: async (link) => {
          await unasked.stop(link)
          return `This server sends nothing more to ${link.address} that you did not ask for. If you change your mind, replace “stop” by “allow” in the address of this page.`
        },
      })
      register<StopLink>(scope, '/allow', AddressLink, {
        title: 'Allow such mails again?',
        look: async (link) => {
          await unasked.look(link)
          return `Others could again send invitations, and questions whether you want alerts, to ${link.address}.`
        },
        button: 'Allow such mails',
        done: 'You get such mails again',
        act: async (link) => {
          await unasked.allow(link)
          return `Invitations, and questions whether you want alerts, reach ${link.address} again.`
        },
      })
    },
    { prefix: '/mail' },
  )
}

function register<Link>(
  scope: FastifyInstance,
  url: string,
  querystring: TSchema,
  { title, look, button, done, act }: Page<Link>,
): void {
  const schema = { querystring }
  scope.get<{ Querystring: Link }>(url, { schema, exposeHeadRoute: false }, (request, reply) =>
    page(reply, title, () => look(request.query as Link), formTo(request, button)),
  )
  scope.post<{ Querystring: Link }>(url, { schema }, (request, reply) =>
    page(reply, done, () => act(request.query as Link)),
  )
}

function formTo({ url }: FastifyRequest, button: string): string {
  return `<form method="post" action="${escaped(url)}"><button>${escaped(button)}</button></form>`
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
