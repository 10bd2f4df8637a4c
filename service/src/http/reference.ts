import helmet from '@fastify/helmet'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

/** Everything the page needs comes from this server; it may talk to nobody else, and it never holds a key. */
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

/** Its script has 4 MB. Sent as a text it would be copied for each reader, and a slow reader would keep his copy. */
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

/** The browsable reference at /docs. */
export async function registerReference(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    // TLS ends at whatever stands in front of us; whether a browser should insist on it is not ours to say.
    await scope.register(helmet, { contentSecurityPolicy: POLICY, strictTransportSecurity: false })
    shareLargeTexts(scope)
    await scope.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        title: 'Vacancy API',
        hideTestRequestButton: true,
        hideClientButton: true,
        withDefaultFonts: false,
        telemetry: false,
        showDeveloperTools: 'never',
        // Both would send the document to somebody else's server.
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    })
  })
}
