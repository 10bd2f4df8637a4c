import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{service,sandbox,dashboard,tidy}/**/*.test.ts'],
    globalSetup: ['service/test/support/global-postgres.ts'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
