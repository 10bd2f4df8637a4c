import helmet from '@fastify/helmet'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

/** The page loads everything from this server, talks to no other server, and never has a key. */
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
    // TLS ends at the proxy, which decides on Strict-Transport-Security.
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
        // Both would send the document to another server.
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    })
  })
}
