import type { Logger } from 'pino'
import { createKeyRing } from '../accounts/key-ring.ts'
import { createClaimNotices } from '../billing/claim-notices.ts'
import { createIdempotency } from '../billing/idempotency.ts'
import { createLedger } from '../billing/ledger.ts'
import { createPace } from '../billing/pace.ts'
import { tracedLedger } from '../billing/traced-ledger.ts'
import type { Client, Pool } from '../db/pool.ts'
import type { Metrics } from '../ops/metrics.ts'
import type { Tracing } from '../ops/tracing.ts'
import type { Vault } from '../ops/vault.ts'
import { createAdmission } from './admission.ts'
import { createFreeWork } from './free-work.ts'
import { type CountFreeWrite, createFreeWrites } from './free-writes.ts'
import { createMetering } from './metering.ts'
import { createRepeats } from './repeats.ts'
import { createGive, createSell } from './sale.ts'
import type { RouteServices } from './serve.ts'

export interface SellingRuntime {
  databaseUrl: string
  pool: Pool
  vault: Vault
  metrics: Pick<Metrics, 'batched'>
  tracing: Tracing | null
  log: Logger
  verify(client: Client): Promise<void>
}

/** What sells and gives answers to the holders of keys. */
export interface Selling {
  services: RouteServices
  countFreeWrite: CountFreeWrite
  /** Entries that wait for the ledger. */
  ledgerDepth(): number
  /** Called when all requests are answered. */
  close(): Promise<void>
}

export function openSelling(runtime: SellingRuntime): Selling {
  const { databaseUrl, pool, vault, metrics, tracing, log, verify } = runtime
  const ledger = createLedger({ url: databaseUrl, onBatch: metrics.batched, verify })
  const countFreeWrite = createFreeWrites(pool)
  const metering = createMetering(
    tracedLedger(ledger, tracing),
    createAdmission(createPace()),
    countFreeWrite,
  )
  const notices = createClaimNotices(pool, databaseUrl)
  const repeats = createRepeats(metering, createIdempotency(pool, notices), vault)
  const keyRing = createKeyRing({ pool, listenUrl: databaseUrl, log })
  return {
    services: {
      keyRing,
      metering,
      sell: createSell(metering, repeats),
      give: createGive(metering, repeats),
      freeWork: createFreeWork(),
    },
    countFreeWrite,
    ledgerDepth: ledger.depth,
    close: async () => {
      await keyRing.close()
      await notices.close()
      await ledger.close()
    },
  }
}
