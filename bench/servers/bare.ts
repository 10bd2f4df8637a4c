import type { AddressInfo } from 'node:net'
import fastify from 'fastify'

/** A minimal Fastify service: reads the JSON body and answers with prepared bytes. */
const answer = process.env['BENCH_ANSWER'] ?? '{}'
const app = fastify()
app.post('/v1/shop', (_request, reply) => {
  reply.type('application/json; charset=utf-8').send(answer)
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
process.send?.({ url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` })
