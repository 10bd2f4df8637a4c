import helmet from '@fastify/helmet'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

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

/** The script has 4 MB. As a string it would be copied for each reader, and a slow reader would hold its copy. */
function shareLargeTexts(app: FastifyInstance): void {
  const shared = new Map<string, Buffer>()
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < LARGE_TEXT) return done(null, payload)
    const bytes = shared.get(request.routeOptions.url ?? '') ?? Buffer.from(payload)
    shared.set(request.routeOptions.url ?? '', bytes)
    done(null, bytes)
  })
}

const LARGE_TEXT = 100_000

/** The API reference at /docs. */
export async function registerReference(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    // TLS ends at the proxy, which decides on Strict-Transport-Security.
    await scope.register(helmet, { contentSecurityPolicy: POLICY, strictTransportSecurity: false })
    shareLargeTexts(scope)
    await scope.register(scalar, {
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
        // Both would send the document to another server.
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    })
  })
}
