import { Type } from 'typebox'
import { inTransaction, type Pool } from '../db/pool.ts'
import { pageFields, readPage } from '../edge/paging.ts'
import { freeRoute, publicRoute, type Route } from '../edge/route.ts'
import { IdField, NextCursor } from '../edge/schemas.ts'
import { served } from '../edge/served.ts'
import { counted } from '../kernel/counted.ts'
import { type ApiError, invalid } from '../kernel/errors.ts'
import type { Vault } from '../ops/vault.ts'
import { listKeys } from './keys.ts'
import { receiptTokens, sharedPageOf } from './links.ts'
import { listedView } from './receipt.ts'
import {
  BodiesSchema,
  FoundLinkSchema,
  KeysSchema,
  LinkSchema,
  ListedReceiptSchema,
  RECEIPT_LIMITS,
  ReceiptSchema,
} from './schemas.ts'
import {
  findLink,
  findReceipt,
  type ListedReceipt,
  listReceipts,
  lockLink,
  packedBodies,
  setLink,
  unpackBody,
} from './store.ts'

const Params = Type.Object({
  id: IdField('rcp', 'The receipt.'),
})
const NoQuery = Type.Object({}, { additionalProperties: false })
const ListQuery = Type.Object(pageFields('Receipts per page.'), { additionalProperties: false })
const CURSOR = /^rcp_[0-9A-Za-z]{22}$/
/** Receipts that are unpacked together. */
const STEP = 50

export interface ReceiptRouteDeps {
  pool: Pool
  vault: Vault
  publicUrl: string
  receiptDays: number
}

export function receiptRoutes({ pool, vault, publicUrl, receiptDays }: ReceiptRouteDeps): Route[] {
  const one = { tag: 'Receipts', params: Params, query: NoQuery } as const
  const urlOf = (id: string, token: Buffer) => sharedPageOf(publicUrl, receiptTokens.open(vault, id, token))
  return [
    freeRoute(
      {
        method: 'GET',
        path: '/receipts',
        operationId: 'listReceipts',
        tag: 'Receipts',
        query: ListQuery,
        large: true,
        summary: 'List your receipts, newest first',
        description: `What each is about, without its prices. Kept for ${counted(receiptDays, 'day')}. Free.`,
        answers: {
          200: {
            description: 'A page of receipts.',
            schema: Type.Object({
              receipts: Type.Array(ListedReceiptSchema, { description: 'Newest first.' }),
              next_cursor: NextCursor,
            }),
          },
        },
      },
      async ({ query: { cursor, limit } }, { holder }) => {
        if (cursor !== undefined && !CURSOR.test(cursor))
          throw invalid('`cursor` must be the `next_cursor` of an earlier page.')
        const { page, nextCursor } = await readPage<ListedReceipt, ReturnType<typeof listedView>>(
          limit,
          (most, after) =>
            listReceipts(pool, holder.account.no, { before: after?.id ?? cursor ?? null, limit: most }),
          listedView,
          { step: STEP },
        )
        return served({ receipts: page, next_cursor: nextCursor })
      },
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/receipts/{id}',
        operationId: 'getReceipt',
        ...one,
        summary: 'Get a receipt',
        description: `What was asked, what was answered, the hash of each body that the sources sent, and a signature over all of it. Kept for ${counted(receiptDays, 'day')}. ${RECEIPT_LIMITS} Free.`,
        answers: { 200: { description: 'The receipt.', schema: ReceiptSchema } },
      },
      async ({ params: { id } }, { holder }) =>
        served(known(await findReceipt(pool, { account: holder.account.no, id }), id)),
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/receipts/{id}/bodies',
        operationId: 'getReceiptBodies',
        ...one,
        large: true,
        summary: 'Get the bodies of a receipt',
        description:
          'What the sources sent, without credentials and personal data. With the receipt, that is all that `vacancy receipts verify` needs. Free.',
        answers: { 200: { description: 'The bodies.', schema: BodiesSchema } },
      },
      async ({ params: { id } }, { holder }) => {
        const bodies = await packedBodies(pool, { account: holder.account.no, id })
        if (bodies.length === 0) throw unknownReceipt(id)
        return served({ bodies: await Promise.all(bodies.map(unpackBody)) })
      },
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/receipts/{id}/link',
        operationId: 'getReceiptLink',
        scope: 'manage',
        ...one,
        summary: 'Get the link of a receipt',
        description: 'Free.',
        answers: { 200: { description: 'The link, if there is one.', schema: FoundLinkSchema } },
      },
      async ({ params: { id } }, { holder }) => {
        const { isShared, token } = known(await findLink(pool, holder.account.no, id), id)
        return { ...served({ shared: isShared, url: token && urlOf(id, token) }), confidential: true }
      },
    ),
    freeRoute(
      {
        method: 'POST',
        path: '/receipts/{id}/link',
        operationId: 'shareReceipt',
        ...one,
        summary: 'Share a receipt',
        description:
          'A page with the receipt and its bodies, for everybody who has the link. A second call gives the same link, or another one if that cannot be shown any more. Free.',
        answers: { 200: { description: 'The link.', schema: LinkSchema } },
      },
      async ({ params: { id } }, { holder }, keepWith) =>
        inTransaction(pool, async (client) => {
          const account = holder.account.no
          let { token } = known(await lockLink(client, account, id), id)
          if (!token) {
            const made = receiptTokens.create(vault, id)
            await setLink(client, account, id, made)
            token = made.sealed
          }
          const answer = { ...served({ url: urlOf(id, token) }), confidential: true }
          await keepWith(client, answer)
          return answer
        }),
    ),
    freeRoute(
      {
        method: 'DELETE',
        path: '/receipts/{id}/link',
        operationId: 'unshareReceipt',
        ...one,
        summary: 'Stop sharing a receipt',
        description: 'The link ends at once, and the next one is another. Free.',
        answers: { 200: { description: 'It is no longer shared.', schema: Type.Object({}) } },
      },
      async ({ params: { id } }, { holder }) =>
        inTransaction(pool, async (client) => {
          if (!(await setLink(client, holder.account.no, id, null))) throw unknownReceipt(id)
          return served({})
        }),
    ),
    publicRoute(
      {
        method: 'GET',
        path: '/.well-known/vacancy-receipts.json',
        operationId: 'getReceiptKeys',
        tag: 'Receipts',
        query: NoQuery,
        summary: 'The public keys of receipts',
        description:
          'Those that signed earlier receipts too. Also at the root of the service. Free; no key needed.',
        answers: { 200: { description: 'A set of keys (RFC 7517).', schema: KeysSchema } },
      },
      async () => served({ keys: await listKeys(pool) }),
    ),
  ]
}

function known<T>(found: T | null | undefined, id: string): T {
  if (found === null || found === undefined) throw unknownReceipt(id)
  return found
}

function unknownReceipt(id: string): ApiError {
  return invalid(`There is no receipt ${id.slice(0, 64)}. It may be too old.`)
}
