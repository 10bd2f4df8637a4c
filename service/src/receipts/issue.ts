import { PRICE_OF } from '../billing/prices.ts'
import type { Tab } from '../billing/tab.ts'
import type { Pool } from '../db/pool.ts'
import { payWith } from '../edge/pay-with.ts'
import type { Commission } from '../edge/sale.ts'
import { type Served, served } from '../edge/served.ts'
import { invalid } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { LIMITS } from '../kernel/limits.ts'
import { type Evidence, readAgain, rowOf } from '../sources/evidence/reading.ts'
import type { Family } from '../sources/source.ts'
import type { CurrentKey } from './keys.ts'
import { pageOf } from './links.ts'
import { type ReceiptEndpoint, readingView, signReceipt, type Unsigned } from './receipt.ts'
import { createRoomOfServer, insertReceipt, packReceipt, readRoom } from './store.ts'

/** An answer that is about to be sold, and what was seen of the calls behind it. */
export interface Sold {
  endpoint: ReceiptEndpoint
  question: object
  view: object
  evidence: readonly Evidence[]
}

/** The body of a request that may ask for a receipt. */
export interface Asking {
  receipt: boolean
  dry_run?: boolean
  max_credits?: number
}

export interface Receipts {
  /** What the receipt of a request says was asked; undefined if it asks for none. Refuses it if no more can be kept. */
  questionOf(body: Asking, account: number): Promise<object | undefined>
  /**
   * The answer with its receipt, which is written and paid in one transaction. Without anything that was fetched for this call,
   * or if it cannot be read again, `receipt` is null and costs nothing.
   */
  attach(sold: Sold, tab: Tab): Promise<Served | Commission>
}

export interface ReceiptsDeps {
  pool: Pool
  families: readonly Family[]
  currentKey: CurrentKey
  publicUrl: string
  now: () => number
  log: { warn(fields: object, message: string): void }
  bounds: ReceiptBounds
}

export interface ReceiptBounds {
  /** The bodies of one, unpacked. */
  bytesOfReceipt: number
  bytesOfAccount: number
  bytesOfServer: number
}

export function createReceipts(deps: ReceiptsDeps): Receipts {
  const { pool, families, currentKey, publicUrl, now, log, bounds } = deps
  const usedOfServer = createRoomOfServer(pool)

  /** A receipt that its own bodies do not bear out proves nothing. */
  async function isBorneOut({ reading, bodies, row }: Evidence): Promise<boolean> {
    const { source, family: name } = reading
    const family = families.find((each) => each.name === name)
    try {
      if (family && rowOf(await readAgain(family, reading, bodies)) === row) return true
      log.warn({ source }, 'no receipt: the kept bodies read differently')
    } catch (error) {
      const detail = error instanceof Error ? error.message.slice(0, MAX_DETAIL_CHARS) : 'unknown'
      log.warn({ source, detail }, 'no receipt: the kept bodies cannot be read again')
    }
    return false
  }

  async function proven(evidence: readonly Evidence[]): Promise<Evidence[]> {
    const size = evidence.reduce((sum, { bodies }) => sum + sizeOf(bodies), 0)
    if (size > bounds.bytesOfReceipt) {
      log.warn({ size }, 'no receipt: the bodies are too large')
      return []
    }
    const found: Evidence[] = []
    for (const each of evidence) if (await isBorneOut(each)) found.push(each)
    return found
  }

  return {
    questionOf: async ({ receipt, dry_run: _dryRun, max_credits: _maxCredits, ...question }, account) => {
      if (!receipt) return undefined
      const room = await readRoom(pool, account)
      const { receiptsPerAccount } = LIMITS
      if (room.receipts >= receiptsPerAccount)
        throw invalid(`\`receipt\`: an account can have at most ${receiptsPerAccount} receipts.`)
      if (room.bytes >= bounds.bytesOfAccount)
        throw invalid(
          `\`receipt\`: the receipts of this account take ${inWords(bounds.bytesOfAccount)}, their limit.`,
        )
      if ((await usedOfServer()) >= bounds.bytesOfServer)
        throw invalid('`receipt`: this server has no room for more receipts. Only its operator can help.')
      return question
    },
    attach: async ({ endpoint, question, view, evidence }, tab) => {
      const kept = await proven(evidence)
      if (kept.length === 0) return served({ ...view, receipt: null })
      const id = newId('rcp')
      const answer = { ...view, receipt: { id, url: pageOf(publicUrl, id) } }
      const unsigned: Unsigned = {
        id,
        version: 1,
        made_at: new Date(now()).toISOString(),
        issuer: publicUrl === '' ? null : publicUrl,
        endpoint,
        question,
        answer,
        readings: kept.map(({ reading }) => readingView(reading)),
      }
      const bodies = new Map(kept.flatMap((each) => Array.from(each.bodies)))
      const packed = await packReceipt(signReceipt(unsigned, await currentKey()), bodies)
      tab.extra(PRICE_OF.receipt())
      return {
        commit: (payment) =>
          payWith(pool, payment, async (client, pay) => {
            await insertReceipt(client, payment.metered.payer.account, packed)
            await pay()
            return served(answer)
          }),
      }
    },
  }
}

export const BYTES_PER_MB = 1_000_000
const MAX_DETAIL_CHARS = 300

function sizeOf(bodies: Evidence['bodies']): number {
  return [...bodies.values()].reduce((sum, body) => sum + Buffer.byteLength(body), 0)
}

function inWords(bytes: number): string {
  return bytes < BYTES_PER_GB ? `${bytes / BYTES_PER_MB} MB` : `${bytes / BYTES_PER_GB} GB`
}

const BYTES_PER_GB = 1_000_000_000
