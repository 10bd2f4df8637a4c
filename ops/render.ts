import { SIGNALS, type Signal } from './signals.ts'

const RUNBOOK = 'docs/operations.md#what-to-watch'

/** The table of docs/operations.md, with even columns. */
export function signalTable(): string {
  const rows = [
    ['Metric', 'Alert when', 'Reason'],
    ...SIGNALS.map(({ metric, alertWhen, reason }) => [metric, alertWhen, reason]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const [head = [], ...rest] = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)))
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n')
}

const TABLE = /(?<=## What to watch\n\n(?:[^|\n].*\n+)*)\|[^]*?\|(?=\n\n)/

/** The page with the table of today. */
export function withTable(page: string): string {
  if (!TABLE.test(page)) throw new Error('docs/operations.md has no table under "What to watch"')
  return page.replace(TABLE, () => signalTable())
}

/** JSON is YAML, so every text is quoted as JSON. */
export function alertsYaml(): string {
  const rules = SIGNALS.map(({ name, fires, forTime, severity, alertWhen, reason }) =>
    [
      `      - alert: ${name}`,
      `        expr: ${JSON.stringify(fires)}`,
      `        for: ${forTime}`,
      '        labels:',
      `          severity: ${severity}`,
      '        annotations:',
      `          summary: ${JSON.stringify(plain(alertWhen))}`,
      `          description: ${JSON.stringify(plain(reason))}`,
      `          runbook: ${RUNBOOK}`,
    ].join('\n'),
  )
  return `# Written by \`npm run signals\` from ops/signals.ts.\ngroups:\n  - name: vacancy\n    rules:\n${rules.join('\n')}\n`
}

/** Cases for `promtool test rules`: the series of each signal make its alert fire. */
export function alertCases(): string {
  return JSON.stringify({
    rule_files: ['alerts.yaml'],
    evaluation_interval: '1m',
    tests: SIGNALS.map(({ name, wrong, forTime }) => ({
      interval: '1m',
      input_series: Object.entries(wrong).map(([series, values]) => ({ series, values })),
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertname="${name}",alertstate="firing"})`,
          eval_time: forTime === '1h' ? '140m' : '29m',
          exp_samples: [{ labels: '{}', value: 1 }],
        },
      ],
    })),
  })
}

/** A dashboard for Grafana: a panel per signal, two in a row. */
export function grafanaJson(): string {
  const datasource = { type: 'prometheus', uid: '$datasource' }
  const dashboard = {
    title: 'Vacancy',
    uid: 'vacancy',
    tags: ['vacancy'],
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' }],
    },
    panels: SIGNALS.map((signal, index) => panelOf(signal, index, datasource)),
  }
  return `${JSON.stringify(dashboard, null, 2)}\n`
}

function panelOf(signal: Signal, index: number, datasource: object) {
  const { name, metric, shows, legend, unit, alertWhen, reason } = signal
  return {
    id: index + 1,
    type: 'timeseries',
    title: words(name),
    description: `${plain(metric)}. Alert when: ${plain(alertWhen)}. ${plain(reason)}`,
    datasource,
    gridPos: { x: (index % 2) * 12, y: Math.floor(index / 2) * 8, w: 12, h: 8 },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: [{ refId: 'A', datasource, expr: shows, legendFormat: legend }],
  }
}

function plain(markdown: string): string {
  return markdown.replaceAll('`', '')
}

/** VacancyShopIsSlow → Shop is slow. */
function words(name: string): string {
  const [first = '', ...rest] = name.replace(/^Vacancy/, '').split(/(?<=[a-z])(?=[A-Z0-9])/)
  return [first, ...rest.map((word) => word.toLowerCase())].join(' ')
}
