import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take much longer than their size suggests. Vitest begins with the largest, and these would run alone at the end. */
const LONG = [
  'http/stalled',
  'roles/serve',
  'dashboard/test/answers',
  'dashboard/test/long-use',
  'dashboard/test/developer',
  'backup/backup',
  'hotels/search-quality',
  'sources/content-sandbox',
  'fx/oracle',
  'sources/check',
  'sources/conformance',
  'sources/content-faults',
  'schedules/year',
  'schedules/month',
  'http/late-request',
  'recordings/sandbox-mutants',
  'billing/crash',
  'grids/crash',
  'webhooks/storm',
  'fx/abroad',
  'hotels/directory-sync',
  'accounts/revocation',
  'grids/sharing',
  'grids/lost-answers',
  'grids/big-job',
  'hotels/search-engine-away',
  'watches/flapping',
  'endpoints/ends',
  'endpoints/many',
  'rates/oracle',
  'billing/broken-connection',
  'db/migrate',
]

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return index === -1 ? LONG.length : index
    }
    const usual = await BaseSequencer.prototype.sort.call(this, files)
    return usual.toSorted((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  test: {
    include: ['{service,sandbox,client,client-python,dashboard,tidy}/**/*.test.ts'],
    globalSetup: ['service/test/support/global-postgres.ts'],
    pool: 'forks',
    // Files share the modules of their process: starting one and reading them again for each file would take a minute in all.
    isolate: false,
    // With more files at once than cores, tests that measure time get too little of it.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
