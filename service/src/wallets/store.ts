import type { Client, Pool } from '../db/pool.ts'
import { invalid } from '../kernel/errors.ts'
import { SAVED, type WalletBody } from './wallet.ts'

export interface SavedWallet {
  content: WalletBody & { currency?: string }
  updatedAt: Date
}

export async function findWallet(database: Pool | Client, account: number): Promise<SavedWallet | null> {
  const { rows } = await database.query<SavedWallet>(
    'select content, updated_at as "updatedAt" from wallets where account = $1',
    [account],
  )
  return rows[0] ?? null
}

export async function saveWallet(
  pool: Pool,
  account: number,
  content: SavedWallet['content'],
): Promise<SavedWallet> {
  const { rows } = await pool.query<SavedWallet>(
    `insert into wallets (account, content, updated_at) values ($1, $2, now())
    on conflict (account) do update set content = excluded.content, updated_at = excluded.updated_at
    returning content, updated_at as "updatedAt"`,
    [account, JSON.stringify(content)],
  )
  if (!rows[0]) throw new Error('a wallet was not saved')
  return rows[0]
}

/** What a call means by its wallet: the account’s own instead of `"saved"`. */
export async function withWallet<Body extends { wallet?: WalletBody | typeof SAVED | undefined }>(
  pool: Pool,
  account: number,
  body: Body,
): Promise<Omit<Body, 'wallet'> & { wallet?: WalletBody }> {
  const { wallet, ...rest } = body
  if (wallet !== SAVED) return wallet === undefined ? rest : { ...rest, wallet }
  const saved = await findWallet(pool, account)
  if (!saved) throw invalid('`wallet`: no wallet is saved. Save one with PUT /wallet.')
  const { currency: _currency, ...held } = saved.content
  return { ...rest, wallet: held }
}
