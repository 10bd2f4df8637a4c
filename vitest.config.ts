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

/** Files that measure time, of processors or of clocks. They run last, no more at once than cores; with more, they would get too little of it. */
const MEASURING = [
  'dashboard/test/browser',
  'hotels/directory-sync',
  'sources/drift',
  'accounts/revocation',
  'db/replica',
  'sources/connecting-load',
  'rates/bad-input',
  'client/test/sdk',
  'db/driver/connection',
  'billing/admission',
  'client/test/retries',
  'billing/repeats',
  'sandbox/test/server',
  'accounts/key-terms',
  'grids/big-job',
  'grids/slices',
  'edge/free-work',
  'jobs/neighbours',
  'sources/check',
  'sources/ohip-directory',
  'sources/evidence',
  'sources/gateway',
  'sources/transport',
  'sources/read-xml',
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
  'sources/conformance',
  'sources/content-faults',
  'schedules/year',
  'schedules/month',
  'recordings/sandbox-mutants',
  'webhooks/storm',
  'fx/abroad',
  'endpoints/many',
  'rates/oracle',
  'db/migrate',
]

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long = [...WAITING, ...MEASURING, ...LONG]
    const place = ({ moduleId }: TestSpecification) => {
      const index = long.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return index === -1 ? long.length : index
    }
    const usual = await BaseSequencer.prototype.sort.call(this, files)
    return usual.toSorted((a, b) => place(a) - place(b))
  }
}

const filesOf = (names: readonly string[]) => names.map((name) => `**/${name}.test.ts`)

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
          include: filesOf(WAITING),
          maxWorkers: CORES * 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          name: 'busy',
          include: ['{service,sandbox,client,client-python,dashboard,tidy}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...filesOf([...WAITING, ...MEASURING])],
          // A third of the time of a usual file is waiting.
          maxWorkers: Math.ceil(CORES * 1.5),
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...common,
          name: 'measuring',
          include: filesOf(MEASURING),
          maxWorkers: CORES,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
