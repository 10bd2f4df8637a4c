import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const CORES = availableParallelism()

/** Files of crashes, outages and time limits. They mostly wait, so more of them than cores run at once, before all others. */
const WAITING = [
  'http/stalled',
  'grids/crash',
  'sources/drift-service',
  'watches/chain',
  'grids/failures',
  'grids/sharing',
  'hotels/search-engine-away',
  'grids/lost-answers',
  'billing/crash',
  'http/late-request',
  'billing/broken-connection',
  'endpoints/ends',
  'watches/flapping',
  'fx/feed',
  'sources/faults',
]

/** Files that take much longer than their size suggests. Vitest begins with the largest, and these would run alone at the end. */
const LONG = [
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
  'recordings/sandbox-mutants',
  'webhooks/storm',
  'fx/abroad',
  'hotels/directory-sync',
  'accounts/revocation',
  'grids/big-job',
  'endpoints/many',
  'rates/oracle',
  'db/migrate',
]

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long = [...WAITING, ...LONG]
    const place = ({ moduleId }: TestSpecification) => {
      const index = long.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return index === -1 ? long.length : index
    }
    const usual = await BaseSequencer.prototype.sort.call(this, files)
    return usual.toSorted((a, b) => place(a) - place(b))
  }
}

const waiting = WAITING.map((name) => `service/test/${name}.test.ts`)

const common = {
  pool: 'forks',
  // Files share the modules of their process: starting one and reading them again for each file would take a minute in all.
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 120_000,
} as const

export default defineConfig({
  test: {
    globalSetup: ['service/test/support/global-postgres.ts'],
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'waiting',
          include: waiting,
          maxWorkers: CORES * 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          name: 'busy',
          include: ['{service,sandbox,client,client-python,dashboard,tidy}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...waiting],
          // With more files at once than cores, tests that measure time get too little of it.
          maxWorkers: CORES,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
