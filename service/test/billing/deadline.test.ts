import { expect, test } from 'vitest'
import { createLedger } from '../../src/billing/ledger.ts'
import { createPace } from '../../src/billing/pace.ts'
import { createAdmission } from '../../src/edge/admission.ts'
import { createFreeWrites } from '../../src/edge/free-writes.ts'
import { createMetering, newMeteredRequest } from '../../src/edge/metering.ts'
import type { Repeats } from '../../src/edge/repeats.ts'
import { createSell, type Planned } from '../../src/edge/sale.ts'
import { served } from '../../src/edge/served.ts'
import { newOrderedId } from '../../src/kernel/ids.ts'
import { LIMITS } from '../../src/kernel/limits.ts'
import { newAccount, readBooks } from '../support/accounts.ts'
import { useTestDatabase } from '../support/database.ts'

/** Without Idempotency-Keys. */
const repeats: Repeats = { once: (_metered, _repeat, make) => make(async () => undefined) }

test('a source with a longer deadline than the hold ends in upstream_timeout, and nothing stays reserved', async () => {
  const database = await useTestDatabase()
  const account = await newAccount(database.pool, 'pro')
  const ledger = createLedger({ url: database.url })
  const metering = createMetering(ledger, createAdmission(createPace()), createFreeWrites(database.pool))
  const sell = createSell(metering, repeats, { answerMs: 300 })
  const source = Promise.withResolvers<void>()
  const planned: Planned = {
    estimate: { live: [1000], cached: [], free: 0 },
    run: async (tab) => {
      await source.promise
      tab.live(1000)
      return served({})
    },
  }
  const payer = { account: account.no, key: account.keyNo, slot: 1 }
  const answer = sell({
    usage: 'shop',
    large: false,
    metered: newMeteredRequest(newOrderedId(), 'req_deadline', payer),
    dryRun: false,
    maxCredits: undefined,
    repeat: undefined,
    plan: async () => planned,
  })
  await expect(answer).rejects.toMatchObject({ code: 'upstream_timeout' })
  source.resolve()
  expect(await readBooks(database.pool, account.no)).toMatchObject({
    used: 0,
    held: 0,
    holds: 0,
    lineCount: 0,
  })
  await ledger.close()
})

test('an answer has time to be settled before its hold expires', () => {
  expect(LIMITS.holdMs - LIMITS.answerMs).toBeGreaterThanOrEqual(10_000)
})
