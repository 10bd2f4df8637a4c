import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics for operators. Names follow the Prometheus conventions: unit last, counters end in total. */
export interface Metrics {
  registry: Registry
  answered(route: string, status: number, tookMs: number): void
  batched(size: number, tookMs: number): void
  expired(holds: number): void
  /** An observation that the database rejects. */
  rejected(): void
  called(call: { sourceId: string; verb: string; outcome: string; tookMs: number }): void
  /** Requests to a source, retries included. */
  sent(source: string, purpose: string, requests: number): void
  delivered(attempt: { outcome: string; tookMs: number }): void
  /** A read that the replica may serve. */
  read(outcome: string): void
  /** Until the replica was as far as the primary. */
  waited(ms: number): void
}

/** Values by one label, computed on each scrape. */
export interface Tally {
  name: string
  help: string
  label: string
  count(): Promise<ReadonlyMap<string, number>>
}

export interface Gauges {
  ledgerDepth?: (() => number) | undefined
  /** Open client connections. */
  connections?: (() => Promise<number>) | undefined
  /** Seconds that the replica is behind; null without one. */
  replicaLag?: (() => number | null) | undefined
  tallies?: readonly Tally[] | undefined
}

export function createMetrics(
  role: string,
  { ledgerDepth, connections, replicaLag, tallies = [] }: Gauges,
): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ role })
  collectDefaultMetrics({ register: registry })
  // Gauges with the name of a counter, which promtool refuses. Each is only the sum of `nodejs_active_handles` and its like.
  for (const what of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${what}_total`)
  const registers = [registry]
  const requests = new Histogram({
    name: 'vacancy_http_request_duration_seconds',
    help: 'Time from a request to its answer.',
    labelNames: ['route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const batches = new Histogram({
    name: 'vacancy_ledger_commit_duration_seconds',
    help: 'Time of one grouped commit of the ledger.',
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1],
    registers,
  })
  const entries = new Counter({
    name: 'vacancy_ledger_entries_total',
    help: 'Entries that the ledger has decided.',
    registers,
  })
  const expired = new Counter({
    name: 'vacancy_ledger_expired_holds_total',
    help: 'Holds given back because nobody settled them.',
    registers,
  })
  const rejected = new Counter({
    name: 'vacancy_observations_rejected_total',
    help: 'Observations that cannot be stored because the database rejects their values.',
    registers,
  })
  const calls = new Histogram({
    name: 'vacancy_source_call_duration_seconds',
    help: 'Time of one question to a source, retries included.',
    labelNames: ['source', 'verb', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
    registers,
  })
  const sent = new Counter({
    name: 'vacancy_source_requests_total',
    help: 'Requests sent to a source, retries and logins included, by what they were for.',
    labelNames: ['source', 'purpose'],
    registers,
  })
  const deliveries = new Histogram({
    name: 'vacancy_webhook_attempt_duration_seconds',
    help: 'Time of one attempt to deliver an event.',
    labelNames: ['outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 15],
    registers,
  })
  const reads = new Counter({
    name: 'vacancy_replica_reads_total',
    help: 'Reads that the replica served, or that went to the primary because it was behind, away or failed.',
    labelNames: ['outcome'],
    registers,
  })
  const waits = new Histogram({
    name: 'vacancy_replica_wait_seconds',
    help: 'Time until the replica had what the primary had when a read began.',
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2],
    registers,
  })
  if (ledgerDepth) addQueue(registry, ledgerDepth)
  if (connections) addConnections(registry, connections)
  if (replicaLag) addReplica(registry, replicaLag)
  for (const tally of tallies) addTally(registry, tally)
  return {
    registry,
    answered: (route, status, tookMs) => requests.observe({ route, status: String(status) }, tookMs / 1000),
    batched: (size, tookMs) => {
      batches.observe(tookMs / 1000)
      entries.inc(size)
    },
    expired: (holds) => expired.inc(holds),
    rejected: () => rejected.inc(),
    called: ({ sourceId, verb, outcome, tookMs }) =>
      calls.observe({ source: sourceId, verb, outcome }, tookMs / 1000),
    sent: (source, purpose, count) => sent.inc({ source, purpose }, count),
    delivered: ({ outcome, tookMs }) => deliveries.observe({ outcome }, tookMs / 1000),
    read: (outcome) => reads.inc({ outcome }),
    waited: (ms) => waits.observe(ms / 1000),
  }
}

function addQueue(registry: Registry, ledgerDepth: () => number): void {
  const queue: Gauge = new Gauge({
    name: 'vacancy_ledger_queue_entries',
    help: 'Entries waiting for the next commit.',
    registers: [registry],
    collect: () => queue.set(ledgerDepth()),
  })
}

function addConnections(registry: Registry, connections: () => Promise<number>): void {
  const gauge: Gauge = new Gauge({
    name: 'vacancy_http_connections',
    help: 'Open connections of clients, idle ones included.',
    registers: [registry],
    collect: async () => gauge.set(await connections()),
  })
}

function addReplica(registry: Registry, replicaLag: () => number | null): void {
  const gauge: Gauge = new Gauge({
    name: 'vacancy_replica_lag_seconds',
    help: 'How old the state of the replica is.',
    labelNames: ['database'],
    registers: [registry],
    collect: () => {
      const lag = replicaLag()
      if (lag !== null) gauge.set({ database: 'replica' }, lag)
    },
  })
}

function addTally(registry: Registry, { name, help, label, count }: Tally): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect: async () => {
      // A metric that cannot be computed is left out, so that the others are still served.
      const counts = await count().catch(() => new Map<string, number>())
      gauge.reset()
      for (const [of, figure] of counts) gauge.set({ [label]: of }, figure)
    },
  })
}
