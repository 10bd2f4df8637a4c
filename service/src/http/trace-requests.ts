import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestSpan, Tracing } from '../ops/tracing.ts'

/** A span for each request. Registered only when tracing is on. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const span = tracing.beginRequest(request.headers)
    spans.set(request, span)
    span.inside(done)
  })
  // The body arrives in callbacks of the socket, which know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => spans.get(request)?.inside(done))
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    spans.get(request)?.end(
      `${request.method} ${route}`,
      {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': statusCode,
        'vacancy.request_id': request.id,
      },
      statusCode >= 500,
    )
    done()
  })
}
