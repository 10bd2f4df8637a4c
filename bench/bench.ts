import type { Finding } from './finding.ts'
import type { BenchServer } from './postgres.ts'

/** What a measure is given. */
export interface Bench {
  /** Fewer and shorter samples: to see that it runs, not for real figures. */
  quick: boolean
  /** The folder for CPU profiles of our processes; null for none. */
  profileTo: string | null
  server: BenchServer
  say(text: string): void
}

export interface Measure {
  name: string
  /** What else it finds, on the same stores. */
  also?: readonly string[]
  run(bench: Bench): Promise<Finding[]>
}
