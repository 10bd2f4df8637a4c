import helmet from '@fastify/helmet'
import fastify, { type FastifyInstance } from 'fastify'
import { LEGIBLE, NAME_PARTS } from './reference-looks.ts'

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

interface Made {
  type: string
  bytes: Buffer
}

/** The API reference at /docs. */
export async function registerReference(app: FastifyInstance): Promise<void> {
  let making: Promise<Map<string, Made>> | undefined
  const made = async (path: string): Promise<Made> => {
    making ??= makeReference()
    // The next reader tries again.
    making.catch(() => (making = undefined))
    const found = (await making).get(path)
    if (!found) throw new Error(`the reference has no ${path}`)
    return found
  }
  await app.register(async (scope) => {
    // TLS ends at the proxy, which decides on Strict-Transport-Security.
    await scope.register(helmet, { contentSecurityPolicy: POLICY, strictTransportSecurity: false })
    scope.get('/docs', async (_request, reply) => reply.redirect(PAGE, 301))
    for (const path of [PAGE, SCRIPT]) {
      scope.get(path, async (_request, reply) => {
        const { type, bytes } = await made(path)
        return reply.header('content-type', type).send(bytes)
      })
    }
  })
}

/**
 * Made by the package in an app of its own, when somebody first opens it: the script has 4 MB, which every process would load at
 * its start and hardly any would send. As bytes, it is not copied for each reader.
 */
async function makeReference(): Promise<Map<string, Made>> {
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
  const pages = await Promise.all(
    [PAGE, SCRIPT].map(async (path) => {
      const { headers, rawPayload } = await own.inject(path)
      const type = String(headers['content-type'])
      return [path, { type, bytes: path === PAGE ? accessible(rawPayload) : rawPayload }] as const
    }),
  )
  await own.close()
  return new Map(pages)
}

function accessible(page: Buffer): Buffer {
  const html = page.toString('utf8').replace('<html>', '<html lang="en">')
  return Buffer.from(html.replace('</body>', `<script>${NAME_PARTS}</script></body>`))
}
