import { Readable } from 'node:stream'
import type { Pool } from '../db/pool.ts'
import { fileBody, storedBody } from '../edge/body.ts'
import type { FreeWork } from '../edge/free-work.ts'
import type { Served } from '../edge/served.ts'
import { LIMITS } from '../kernel/limits.ts'
import { hashOfToken } from '../secrets/link-tokens.ts'
import { receiptPage } from './page.ts'
import { findShared, packedBodies, type SharedReceipt, unpackInPieces } from './store.ts'

/** What anyone with the link of a receipt reads. Null: the link has ended, or never was. */

export interface SharedDeps {
  pool: Pool
  freeWork: FreeWork
}

export async function readSharedPage(deps: SharedDeps, token: string): Promise<Served | null> {
  return inTurn(deps, token, async (shared) => ({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: storedBody(receiptPage(await shared.unpack(), `${token}/receipt.json`)),
  }))
}

/** The receipt with its bodies, as `vacancy receipts verify` reads it. */
export async function readSharedFile(deps: SharedDeps, token: string): Promise<Served | null> {
  return inTurn(deps, token, async (shared) => ({
    status: 200,
    headers: {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="${shared.id}.json"`,
    },
    body: fileBody(() => Readable.from(pieces(deps.pool, shared))),
  }))
}

async function inTurn(
  { pool, freeWork }: SharedDeps,
  token: string,
  read: (shared: SharedReceipt) => Promise<Served>,
): Promise<Served | null> {
  const shared = await findShared(pool, hashOfToken(token))
  return shared && freeWork.readLink(shared.account, () => read(shared), LIMITS.receiptReads)
}

async function* pieces(pool: Pool, shared: SharedReceipt): AsyncGenerator<string> {
  const bodies = await packedBodies(pool, shared)
  yield `{"receipt":${JSON.stringify(await shared.unpack())},"bodies":[`
  for (const [index, body] of bodies.entries()) {
    yield `${index === 0 ? '' : ','}{"sha256":"${body.sha256.toString('hex')}","base64":"`
    yield* unpackInPieces(body)
    yield '"}'
  }
  yield ']}'
}
