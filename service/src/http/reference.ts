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

/** The browsable reference at /docs. */
export async function registerReference(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    // TLS ends at whatever stands in front of us; whether a browser should insist on it is not ours to say.
    await scope.register(helmet, { contentSecurityPolicy: POLICY, strictTransportSecurity: false })
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
