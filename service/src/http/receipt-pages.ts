import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { createPace } from '../edge/links.ts'
import { noReceiptPage, STYLE_HASH } from '../receipts/page.ts'
import { readSharedFile, readSharedPage, type SharedDeps } from '../receipts/shared.ts'
import { networkOf } from '../sessions/network.ts'
import { createCallLimit } from './call-limit.ts'

const POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    styleSrc: [STYLE_HASH],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
}

const Params = Type.Object({ link: Type.String({ pattern: '^[0-9A-Za-z]{32}$' }) })

/** Somebody who guesses links asks more often. */
const FROM_NETWORK = { perSec: 2, burst: 60 }

/** Receipts that their owners share. */
export async function registerReceiptPages(app: FastifyInstance, deps: SharedDeps): Promise<void> {
  await app.register(
    async (scope) => {
      const fromNetwork = createCallLimit(FROM_NETWORK)
      const pace = createPace()
      await scope.register(helmet, { contentSecurityPolicy: POLICY, strictTransportSecurity: false })
      scope.addHook('onRequest', async (request, reply) => {
        fromNetwork.count(networkOf(request.ip))
        // The address is a secret: a page that is opened from this one must not learn it.
        reply.headers({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
      })
      for (const [path, read] of [
        ['/:link', readSharedPage],
        ['/:link/receipt.json', readSharedFile],
      ] as const)
        scope.get<{ Params: { link: string } }>(
          path,
          { schema: { params: Params }, exposeHeadRoute: false },
          async ({ params }, reply) => {
            pace(params.link)
            const answer = await read(deps, params.link)
            if (!answer) return reply.code(404).type('text/html; charset=utf-8').send(noReceiptPage())
            return reply.headers(answer.headers).send(answer.body.bytes())
          },
        )
    },
    { prefix: '/receipts/shared' },
  )
}
