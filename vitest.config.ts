import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{service,sandbox,client,dashboard,tidy}/**/*.test.ts'],
    globalSetup: ['service/test/support/global-postgres.ts'],
    pool: 'forks',
    // The tests of crashes, leases and outages mostly wait: with a file per core, the cores would be idle half of the time.
    maxWorkers: availableParallelism() * 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
