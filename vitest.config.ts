import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{service,sandbox,tidy}/**/*.test.ts'],
    globalSetup: ['service/test/support/global-postgres.ts'],
    pool: 'forks',
    // Many tests wait for processes more than they compute: one more at a time than there are cores.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
