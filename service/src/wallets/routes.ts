import { Type } from 'typebox'
import type { Pool } from '../db/pool.ts'
import { freeRoute, type Route } from '../edge/route.ts'
import { nullable, Timestamp } from '../edge/schemas.ts'
import { served } from '../edge/served.ts'
import { invalid } from '../kernel/errors.ts'
import { isCurrency } from '../kernel/money.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { findWallet, type SavedWallet, saveWallet } from './store.ts'
import { readWallet, WALLET_FIELDS } from './wallet.ts'

const NoQuery = Type.Object({}, { additionalProperties: false })

const WalletBody = Type.Object(
  {
    ...WALLET_FIELDS,
    currency: Type.Optional(
      Type.String({
        description: 'The currency that you count in, ISO 4217. The dashboard uses it.',
        pattern: '^[A-Z]{3}$',
        examples: ['EUR'],
      }),
    ),
  },
  { additionalProperties: false },
)

const WalletSchema = Type.Object(
  {
    points: Type.Record(Type.String(), Type.Integer(), { description: 'By chain.' }),
    banks: Type.Record(Type.String(), Type.Integer(), { description: 'By bank.' }),
    certificates: Type.Array(
      Type.Object(
        {
          chain: Type.String({ description: 'The chain.' }),
          id: Type.String({ description: 'The certificate, as in `GET /chains`.' }),
          count: Type.Integer({ description: 'How many of them.', minimum: 1 }),
        },
        { $id: 'WalletCertificate' },
      ),
      { description: 'Free-night certificates.' },
    ),
    elite: Type.Array(Type.String(), { description: 'Chains where you have elite status.' }),
    currency: nullable(Type.String(), 'The currency that you count in; null if you have not said.'),
    updated_at: nullable(
      Timestamp('When it was saved.'),
      'When it was saved; null if it never was, and is empty.',
    ),
  },
  { $id: 'Wallet' },
)

export interface WalletDeps {
  pool: Pool
  catalog: Catalog
}

export function walletRoutes({ pool, catalog }: WalletDeps): Route[] {
  return [
    freeRoute(
      {
        method: 'GET',
        path: '/wallet',
        operationId: 'getWallet',
        tag: 'Award',
        summary: 'Your points, certificates and status',
        description: 'The wallet that the account has saved; an empty one if it never did. Free.',
        query: NoQuery,
        answers: { 200: { description: 'The wallet.', schema: WalletSchema } },
      },
      async (_, { holder }) => served(walletView(await findWallet(pool, holder.account.no))),
    ),
    freeRoute(
      {
        method: 'PUT',
        path: '/wallet',
        operationId: 'putWallet',
        tag: 'Award',
        summary: 'Save your points, certificates and status',
        description:
          'Replaces the wallet of the account. `POST /trip` and `POST /award/search` use it with `wallet: "saved"`. Free.',
        query: NoQuery,
        body: WalletBody,
        answers: { 200: { description: 'The wallet as it was saved.', schema: WalletSchema } },
      },
      async ({ body }, { holder }) => {
        readWallet(catalog, body, {})
        if (body.currency !== undefined && !isCurrency(body.currency))
          throw invalid('`currency` must be a currency of ISO 4217, like EUR.')
        return served(walletView(await saveWallet(pool, holder.account.no, body)))
      },
    ),
  ]
}

function walletView(saved: SavedWallet | null) {
  const { points = {}, banks = {}, certificates = [], elite = [], currency } = saved?.content ?? {}
  return {
    points,
    banks,
    certificates: certificates.map(({ chain, id, count = 1 }) => ({ chain, id, count })),
    elite,
    currency: currency ?? null,
    updated_at: saved ? saved.updatedAt.toISOString() : null,
  }
}
