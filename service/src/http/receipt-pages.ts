import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Pool } from '../db/pool.ts'
import { noReceiptPage, receiptPage, STYLE_HASH } from '../receipts/page.ts'
import { findReceipt, readBodies } from '../receipts/store.ts'
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
export async function registerReceiptPages(app: FastifyInstance, pool: Pool): Promise<void> {
  await app.register(
    async (scope) => {
      const fromNetwork = createCallLimit(FROM_NETWORK)
      await scope.register(helmet, { contentSecurityPolicy: POLICY, strictTransportSecurity: false })
      scope.addHook('onRequest', async (request, reply) => {
        fromNetwork.count(networkOf(request.ip))
        // The address is a secret: a page that is opened from this one must not learn it.
        reply.headers({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
      })
      const options = { schema: { params: Params }, exposeHeadRoute: false }
      scope.get<{ Params: { link: string } }>('/:link', options, async ({ params: { link } }, reply) => {
        const receipt = await findReceipt(pool, { link })
        const page = receipt ? receiptPage(receipt, `${link}/receipt.json`) : noReceiptPage()
        return reply
          .code(receipt ? 200 : 404)
          .type('text/html; charset=utf-8')
          .send(page)
      })
      scope.get<{ Params: { link: string } }>(
        '/:link/receipt.json',
        options,
        async ({ params: { link } }, reply) => {
          const [receipt, bodies] = await Promise.all([
            findReceipt(pool, { link }),
            readBodies(pool, { link }),
          ])
          if (!receipt) return reply.code(404).type('text/html; charset=utf-8').send(noReceiptPage())
          return reply
            .header('content-disposition', `attachment; filename="${receipt.id}.json"`)
            .type('application/json')
            .send(JSON.stringify({ receipt, bodies }))
        },
      )
    },
    { prefix: '/receipts/shared' },
  )
}
