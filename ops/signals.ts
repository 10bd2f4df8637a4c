/** One thing to watch: a row of docs/operations.md, an alert and a panel. */
export interface Signal {
  /** The alert's name. */
  name: string
  /** The first column of the table, in Markdown. */
  metric: string
  alertWhen: string
  reason: string
  /** What the panel draws. */
  shows: string
  /** What a series of the panel is called: Prometheus labels in double braces. */
  legend: string
  unit: 'short' | 's' | 'percentunit' | 'reqps'
  /** True while something is wrong. */
  fires: string
  forTime: string
  severity: 'page' | 'ticket'
  /** Series that make the alert fire, for `promtool test rules`; one value a minute. */
  wrong: Readonly<Record<string, string>>
}

const REQUESTS = 'vacancy_http_request_duration_seconds'
const CALLS = 'vacancy_source_call_duration_seconds'
const ATTEMPTS = 'vacancy_webhook_attempt_duration_seconds'
const FAILURES = 'refused|broken|timed_out'

const refusedShare = `sum(rate(${REQUESTS}_count{status="503"}[5m])) / sum(rate(${REQUESTS}_count[5m]))`
const shopTime = `histogram_quantile(0.99, sum by (le) (rate(${REQUESTS}_bucket{route="/v1/shop"}[5m])))`
const commitTime =
  'histogram_quantile(0.99, sum by (le) (rate(vacancy_ledger_commit_duration_seconds_bucket[5m])))'
const BUDGET = 'vacancy_source_budget_used_ratio'
const DRIFTS = 'vacancy_source_drifts'
const drifts = `max by (source) (${DRIFTS})`
const budgetUsed = `max by (source) (${BUDGET})`
const failedShare = `sum by (source) (rate(${CALLS}_count{outcome=~"${FAILURES}"}[5m])) / sum by (source) (rate(${CALLS}_count[5m]))`
const delivered = `sum(rate(${ATTEMPTS}_count{outcome="delivered"}[10m]))`
const attempted = `sum(rate(${ATTEMPTS}_count[10m]))`
const traffic = `sum(rate(${REQUESTS}_count[30m]))`
const workers = 'count(process_start_time_seconds{role="worker"}) or vector(0)'
const disk =
  '1 - min(node_filesystem_avail_bytes{mountpoint="/var/lib/postgresql"} / node_filesystem_size_bytes{mountpoint="/var/lib/postgresql"})'

/** In the order of the table. All but the last are our own metrics; the disk needs Prometheus's node exporter. */
export const SIGNALS: readonly Signal[] = [
  {
    name: 'VacancyAnswers503',
    metric: `\`${REQUESTS}{status}\``,
    alertWhen: '`status="503"` above 1 % for 5 min',
    reason: 'sources or the database are down; the error codes and the log say which',
    shows: refusedShare,
    legend: 'answered 503',
    unit: 'percentunit',
    fires: `${refusedShare} > 0.01`,
    forTime: '5m',
    severity: 'page',
    wrong: {
      [`${REQUESTS}_count{route="/v1/shop",status="503"}`]: '0+5x30',
      [`${REQUESTS}_count{route="/v1/shop",status="200"}`]: '0+100x30',
    },
  },
  {
    name: 'VacancyShopIsSlow',
    metric: 'the same, p99 of `route="/v1/shop"`',
    alertWhen: 'above 15 s for 5 min',
    reason: 'a source is so slow that callers give up',
    shows: shopTime,
    legend: 'p99 of /v1/shop',
    unit: 's',
    fires: `${shopTime} > 15`,
    forTime: '5m',
    severity: 'ticket',
    wrong: {
      [`${REQUESTS}_bucket{route="/v1/shop",status="200",le="10"}`]: '0x30',
      [`${REQUESTS}_bucket{route="/v1/shop",status="200",le="30"}`]: '0+10x30',
      [`${REQUESTS}_bucket{route="/v1/shop",status="200",le="+Inf"}`]: '0+10x30',
    },
  },
  {
    name: 'VacancyLedgerIsSlow',
    metric: '`vacancy_ledger_commit_duration_seconds`',
    alertWhen: 'p99 above 100 ms for 5 min',
    reason: "the database's disk limits all charges",
    shows: commitTime,
    legend: 'p99 of a commit',
    unit: 's',
    fires: `${commitTime} > 0.1`,
    forTime: '5m',
    severity: 'page',
    wrong: {
      'vacancy_ledger_commit_duration_seconds_bucket{le="0.1"}': '0x30',
      'vacancy_ledger_commit_duration_seconds_bucket{le="0.5"}': '0+10x30',
      'vacancy_ledger_commit_duration_seconds_bucket{le="+Inf"}': '0+10x30',
    },
  },
  {
    name: 'VacancyLedgerQueues',
    metric: '`vacancy_ledger_queue_entries`',
    alertWhen: 'above 500 for a minute',
    reason: 'the same',
    shows: 'sum by (instance) (vacancy_ledger_queue_entries)',
    legend: '{{instance}}',
    unit: 'short',
    fires: 'vacancy_ledger_queue_entries > 500',
    forTime: '1m',
    severity: 'page',
    wrong: { 'vacancy_ledger_queue_entries{role="api"}': '600x30' },
  },
  {
    name: 'VacancyHoldsExpire',
    metric: '`vacancy_ledger_expired_holds_total`',
    alertWhen: 'grows; a restart with SIGTERM leaves no holds',
    reason: 'processes die during requests: check for kills and out-of-memory',
    shows: 'sum(increase(vacancy_ledger_expired_holds_total[15m]))',
    legend: 'expired in 15 min',
    unit: 'short',
    fires: 'sum(increase(vacancy_ledger_expired_holds_total[15m])) > 0',
    forTime: '0m',
    severity: 'ticket',
    wrong: { 'vacancy_ledger_expired_holds_total{role="worker"}': '0+1x30' },
  },
  {
    name: 'VacancyObservationsRejected',
    metric: '`vacancy_observations_rejected_total`',
    alertWhen: 'grows',
    reason: 'a source sends values that do not fit; the log names the hotel',
    shows: 'sum(increase(vacancy_observations_rejected_total[15m]))',
    legend: 'rejected in 15 min',
    unit: 'short',
    fires: 'sum(increase(vacancy_observations_rejected_total[15m])) > 0',
    forTime: '0m',
    severity: 'ticket',
    wrong: { 'vacancy_observations_rejected_total{role="api"}': '0+1x30' },
  },
  {
    name: 'VacancySourceFails',
    metric: `\`${CALLS}{outcome}\``,
    alertWhen: "a source's share of failures over 20 % for 5 min",
    reason: 'its circuit breaker will open soon; see below',
    shows: failedShare,
    legend: '{{source}}',
    unit: 'percentunit',
    fires: `${failedShare} > 0.2`,
    forTime: '5m',
    severity: 'ticket',
    wrong: {
      [`${CALLS}_count{source="aurelia",verb="shop",outcome="broken"}`]: '0+5x30',
      [`${CALLS}_count{source="aurelia",verb="shop",outcome="answered"}`]: '0+10x30',
    },
  },
  {
    name: 'VacancyBudgetRunsOut',
    metric: `\`${BUDGET}{source}\``,
    alertWhen: 'above 80 %',
    reason: "at 100 % less the reserve, watches and jobs of the source stop; see the dashboard's Spending",
    shows: budgetUsed,
    legend: '{{source}}',
    unit: 'percentunit',
    fires: `${budgetUsed} >= 0.8`,
    forTime: '0m',
    severity: 'ticket',
    wrong: { [`${BUDGET}{source="liteapi",role="worker"}`]: '0.85x30' },
  },
  {
    name: 'VacancyBudgetUsedUp',
    metric: 'the same',
    alertWhen: '100 %',
    reason: 'calls to the source are refused until the day or the month ends, or the budget is raised',
    shows: `sum by (source) (increase(vacancy_source_requests_total[1h]))`,
    legend: '{{source}}, requests in 1 h',
    unit: 'short',
    fires: `${budgetUsed} >= 1`,
    forTime: '0m',
    severity: 'page',
    wrong: { [`${BUDGET}{source="liteapi",role="worker"}`]: '1x30' },
  },
  {
    name: 'VacancySourceDrift',
    metric: `\`${DRIFTS}{source}\``,
    alertWhen: 'above 0',
    reason: "a vendor has changed something that is read, so prices may be wrong; see the dashboard's Drift",
    shows: drifts,
    legend: '{{source}}',
    unit: 'short',
    fires: `${drifts} > 0`,
    forTime: '0m',
    severity: 'page',
    wrong: { [`${DRIFTS}{source="liteapi",role="worker"}`]: '1x30' },
  },
  {
    name: 'VacancyNothingDelivered',
    metric: `\`${ATTEMPTS}\``,
    alertWhen: '`delivered` stops for 10 min while events come in',
    reason: 'outgoing traffic is blocked, or many receivers are down',
    shows: `sum by (outcome) (rate(${ATTEMPTS}_count[10m]))`,
    legend: '{{outcome}}',
    unit: 'reqps',
    fires: `${attempted} > 0 unless ${delivered} > 0`,
    forTime: '10m',
    severity: 'page',
    wrong: { [`${ATTEMPTS}_count{outcome="failed"}`]: '0+3x30' },
  },
  {
    name: 'VacancyTasksPileUp',
    metric: '`vacancy_tasks_waiting{source}`',
    alertWhen: 'grows for 15 min',
    reason: "the source's concurrency is too low for the demand, or no worker runs",
    shows: 'max by (source) (vacancy_tasks_waiting)',
    legend: '{{source}}',
    unit: 'short',
    fires: 'max by (source) (deriv(vacancy_tasks_waiting[5m])) > 0',
    forTime: '15m',
    severity: 'ticket',
    wrong: { 'vacancy_tasks_waiting{source="aurelia",role="worker"}': '0+10x30' },
  },
  {
    name: 'VacancyDeliveriesPileUp',
    metric: '`vacancy_deliveries_waiting{when="due"}`',
    alertWhen: 'above 1,000 for 5 min',
    reason: 'too few workers, or receivers that hang',
    shows: 'max by (when) (vacancy_deliveries_waiting)',
    legend: '{{when}}',
    unit: 'short',
    fires: 'max(vacancy_deliveries_waiting{when="due"}) > 1000',
    forTime: '5m',
    severity: 'page',
    wrong: { 'vacancy_deliveries_waiting{when="due",role="worker"}': '1500x30' },
  },
  {
    name: 'VacancyReplicaLags',
    metric: '`vacancy_replica_lag_seconds`',
    alertWhen: 'above 10 s for 5 min',
    reason: 'the replica is slow or away, and the primary serves its reads',
    shows: 'max by (instance) (vacancy_replica_lag_seconds)',
    legend: '{{instance}}',
    unit: 's',
    fires: 'max(vacancy_replica_lag_seconds) > 10',
    forTime: '5m',
    severity: 'ticket',
    wrong: { 'vacancy_replica_lag_seconds{database="replica",role="api"}': '30x30' },
  },
  {
    name: 'VacancyConnectionsGrow',
    metric: '`vacancy_http_connections`',
    alertWhen: 'grows for an hour at the same traffic',
    reason: 'clients or the proxy leave connections open; idle ones count too',
    shows: 'sum by (instance) (vacancy_http_connections)',
    legend: '{{instance}}',
    unit: 'short',
    fires: `sum(deriv(vacancy_http_connections[30m])) * 3600 > 100 unless ${traffic} > 1.2 * (${traffic.replace('[30m]', '[30m] offset 1h')})`,
    forTime: '1h',
    severity: 'ticket',
    wrong: { 'vacancy_http_connections{role="api"}': '0+10x150' },
  },
  {
    name: 'VacancyWorkersMissing',
    metric: '`process_start_time_seconds{role="worker"}`',
    alertWhen: 'fewer than two are scraped for 5 min',
    reason: 'jobs and webhooks wait',
    shows: workers,
    legend: 'workers',
    unit: 'short',
    fires: `(${workers}) < 2`,
    forTime: '5m',
    severity: 'page',
    wrong: { 'process_start_time_seconds{role="worker"}': '1x30' },
  },
  {
    name: 'VacancyDatabaseDiskFills',
    metric: 'disk of PostgreSQL, from the node exporter',
    alertWhen: 'above 70 % for 5 min',
    reason: 'a usage line takes 185 bytes, a cell 196',
    shows: disk,
    legend: 'used',
    unit: 'percentunit',
    fires: `${disk} > 0.7`,
    forTime: '5m',
    severity: 'page',
    wrong: {
      'node_filesystem_avail_bytes{mountpoint="/var/lib/postgresql"}': '20x30',
      'node_filesystem_size_bytes{mountpoint="/var/lib/postgresql"}': '100x30',
    },
  },
]
