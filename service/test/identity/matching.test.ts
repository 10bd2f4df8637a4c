import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSandbox, startSandbox } from '../../../sandbox/test/start-sandbox.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { hurry, measureMatching, scoresOf } from './matching-quality.ts'

/** The short form of `npm run matching`: one world, every so many-th hotel. */
const SEED = 4
const EVERY = 90

let database: TestDatabase
let sandbox: RunningSandbox

beforeAll(async () => {
  ;[database, sandbox] = await Promise.all([createTestDatabase(), startSandbox({ seed: SEED })])
  await hurry(database.pool)
})
afterAll(async () => {
  await sandbox.stop()
  await database.drop()
})

test('of the ids that the resolver is sure of, nearly all are right, and nearly all that exist are found', async () => {
  const { environment } = sandbox
  const quality = await measureMatching({ pool: database.pool, environment, seed: SEED, every: EVERY })
  expect(quality.hotels).toBeGreaterThan(50)
  expect(quality.wrong).toEqual([])
  const { recall } = scoresOf(quality, null, 0.85)
  expect(recall, quality.missed.join('\n')).toBeGreaterThanOrEqual(0.9)
  const sources = [...new Set(quality.rows.map(({ source }) => source))]
  expect(sources).toHaveLength(7)
})
