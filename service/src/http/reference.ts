import helmet from '@fastify/helmet'
import fastify, { type FastifyInstance } from 'fastify'
import { KEPT_FOR_GOOD } from '../edge/kept-copy.ts'
import { answerPacked, type Packed, packed } from '../edge/packed.ts'
import { LEGIBLE, NAME_PARTS } from './reference-looks.ts'
import { send, visitorOf } from './register.ts'

/**
 * Runs in the reader's browser: it is sent as its own text, so it uses nothing from outside. A test request goes out with the
 * reader's session and the key that they chose in the dashboard, by its id. A key that was typed in is dropped, never sent.
 */
async function fetchWithSession(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const address = new URL(request.url)
  if (!address.pathname.startsWith('/v1/')) return fetch(request)
  const headers = new Headers(request.headers)
  headers.delete('x-api-key')
  headers.delete('authorization')
  headers.set('x-key-id', localStorage.getItem('vacancy.key-id') ?? '')
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return fetch(`/app/api${address.pathname}${address.search}`, {
    method: request.method,
    headers,
    credentials: 'same-origin',
    ...(hasBody && { body: await request.text() }),
  })
}

/** The page loads everything from this server, calls no other server, and never has a key. */
const POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", "'unsafe-inline'", "'unsafe-eval'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'", 'data:'],
    frameAncestors: ["'none'"],
  },
}

const PAGE = '/docs/'
const SCRIPT = '/docs/js/scalar.js'

/** With this line, Chromium compiles the script beside the page. Without it, the page stands still three times as long. */
const COMPILE_AT_ONCE = '//# allFunctionsCalledOnLoad\n'

interface Reference {
  page: Packed
  script: Packed
  /** Part of the script's address, so that browsers may keep it for a year. */
  version: string
}

/** The API reference at /docs. */
export async function registerReference(app: FastifyInstance): Promise<void> {
  let making: Promise<Reference> | undefined
  const made = async (): Promise<Reference> => {
    making ??= makeReference()
    // The next reader tries again.
    making.catch(() => (making = undefined))
    return making
  }
  await app.register(async (scope) => {
    // TLS ends at the proxy, which decides on Strict-Transport-Security.
    await scope.register(helmet, { contentSecurityPolicy: POLICY, strictTransportSecurity: false })
    scope.get('/docs', async (_request, reply) => reply.redirect(PAGE, 301))
    scope.get(PAGE, async (request, reply) => {
      const { page } = await made()
      return send(
        request,
        reply,
        answerPacked(page, visitorOf(request), { 'content-type': 'text/html; charset=utf-8' }),
      )
    })
    scope.get<{ Querystring: { v?: string } }>(SCRIPT, async (request, reply) => {
      const { script, version } = await made()
      const isThis = request.query.v === version
      const headers = {
        'content-type': 'application/javascript; charset=utf-8',
        ...(isThis && { 'cache-control': KEPT_FOR_GOOD }),
      }
      return send(request, reply, answerPacked(script, visitorOf(request), headers))
    })
  })
}

/**
 * Made by the package in an app of its own, when somebody first opens it: the script has 4 MB, which every process would load at
 * its start and hardly any would send.
 */
async function makeReference(): Promise<Reference> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const own = fastify()
  await own.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      title: 'Vacancy API',
      pageTitle: 'Vacancy API',
      customFetch: fetchWithSession,
      persistAuth: false,
      hideClientButton: true,
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: 'never',
      customCss: LEGIBLE,
      // Both would send the document to another server.
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  const bytesOf = async (path: string) => (await own.inject(path)).rawPayload
  const [page, code] = await Promise.all([bytesOf(PAGE), bytesOf(SCRIPT)])
  await own.close()
  const script = await packed(Buffer.concat([Buffer.from(COMPILE_AT_ONCE), code]))
  const version = script.tag.slice(0, 12)
  return { page: await packed(Buffer.from(finished(page.toString('utf8'), version))), script, version }
}

function finished(page: string, version: string): string {
  return page
    .replace('<html>', '<html lang="en">')
    .replace('src="js/scalar.js"', `src="js/scalar.js?v=${version}"`)
    .replace('</body>', `<script>${NAME_PARTS}</script></body>`)
}
