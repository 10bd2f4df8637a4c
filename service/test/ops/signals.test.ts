import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { alertCases, alertsYaml, grafanaJson, withTable } from '../../../ops/render.ts'
import { SIGNALS } from '../../../ops/signals.ts'
import { newAccount } from '../support/accounts.ts'
import { post } from '../support/client.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const ALERTS = join(ROOT, 'ops', 'alerts.yaml')
const run = promisify(execFile)

/** Both come with Debian's package `prometheus`. */
const canRun = (program: string) => spawnSync(program, ['--version']).status === 0
const hasPromtool = canRun('promtool')
const hasPrometheus = hasPromtool && canRun('prometheus')
if (!hasPrometheus)
  process.stderr.write('promtool or prometheus is not installed: their tests are skipped.\n')

let market: Market
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vacancy-signals-'))
  market = await openMarket({ workers: 1 })
  const { key } = await newAccount(market.database.pool, 'pro')
  const stay = { chain: 'aurelia', hotel_code: 'LONAU', checkin: inDays(30) }
  assert.equal((await post(market.url, '/v1/shop', key, stay)).status, 200)
})
afterAll(async () => {
  await market.stop()
  await rm(folder, { recursive: true, force: true })
})

const opsPorts = () => [...market.apis, ...market.workers].map(({ opsPort }) => opsPort)

async function scrape(): Promise<string> {
  const texts = opsPorts().map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
  return (await Promise.all(texts)).join('\n')
}

test('the alerts, the dashboard and the table are those of the list (`npm run signals` writes them)', async () => {
  const page = await readFile(join(ROOT, 'docs', 'operations.md'), 'utf8')
  expect(withTable(page)).toBe(page)
  expect(parse(await readFile(ALERTS, 'utf8'))).toEqual(parse(alertsYaml()))
  const dashboard = await readFile(join(ROOT, 'ops', 'grafana.json'), 'utf8')
  expect(JSON.parse(dashboard)).toEqual(JSON.parse(grafanaJson()))
})

test('every metric that an alert or a panel names is served', async () => {
  const served = new Set((await scrape()).matchAll(/^# TYPE (\S+)/gm).map(([, name]) => name))
  const named = SIGNALS.flatMap(
    ({ fires, shows }) => `${fires} ${shows}`.match(/\b(vacancy|process)_\w+/g) ?? [],
  )
  expect(new Set(named).size).toBeGreaterThan(10)
  for (const name of named) expect(served).toContain(name.replace(/_(count|bucket)$/, ''))
})

test.skipIf(!hasPromtool)('promtool accepts the alerts, and each fires when it should', async () => {
  await run('promtool', ['check', 'rules', ALERTS])
  await writeFile(join(folder, 'alerts.yaml'), alertsYaml())
  await writeFile(join(folder, 'cases.yaml'), alertCases())
  const { stdout } = await run('promtool', ['test', 'rules', join(folder, 'cases.yaml')])
  expect(stdout).toContain('SUCCESS')
})

test('counters, and nothing else, have names that end in total', async () => {
  const metrics = [...(await scrapeOfOne()).matchAll(/^# TYPE (\S+) (\S+)/gm)]
  expect(metrics.length).toBeGreaterThan(20)
  const misnamed = metrics.filter(([, name = '', type]) => name.endsWith('_total') !== (type === 'counter'))
  expect(misnamed.map(([line]) => line)).toEqual([])
})

test.skipIf(!hasPromtool)('promtool finds nothing wrong with our metrics', async () => {
  const checked = spawnSync('promtool', ['check', 'metrics'], {
    input: await scrapeOfOne(),
    encoding: 'utf8',
  })
  expect(checked.stderr).toBe('')
})

/** One process: two in one text would name each metric twice. */
async function scrapeOfOne(): Promise<string> {
  return (await fetch(`http://127.0.0.1:${opsPorts()[0]}/metrics`)).text()
}

test.skipIf(!hasPrometheus)('a Prometheus that scrapes the service can evaluate every alert', async () => {
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [ALERTS],
    scrape_configs: [
      { job_name: 'vacancy', static_configs: [{ targets: opsPorts().map((port) => `127.0.0.1:${port}`) }] },
    ],
  }
  const file = join(folder, 'prometheus.yaml')
  await writeFile(file, JSON.stringify(config))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const options = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]
  const prometheus = spawn('prometheus', options, { stdio: 'ignore' })
  try {
    await until(async () => {
      const rules = await rulesOf(url)
      return rules.length > 0 && rules.every(({ health }) => health !== 'unknown')
    })
    expect((await rulesOf(url)).map(({ name, health }) => ({ name, health }))).toEqual(
      SIGNALS.map(({ name }) => ({ name, health: 'ok' })),
    )
    await until(async () => (await query(url, 'count(up == 1)')) === '2')
    expect(await query(url, 'count(process_start_time_seconds{role="worker"})')).toBe('1')
    expect(
      await query(url, 'sum(vacancy_source_call_duration_seconds_count{outcome="answered"}) > 0'),
    ).not.toBeNull()
  } finally {
    const ended = once(prometheus, 'exit')
    prometheus.kill()
    await ended
  }
})

async function rulesOf(url: string): Promise<{ name: string; health: string }[]> {
  const answer = await fetch(`${url}/api/v1/rules`).catch(() => null)
  if (!answer?.ok) return []
  const { data } = (await answer.json()) as {
    data: { groups: { rules: { name: string; health: string }[] }[] }
  }
  return data.groups.flatMap(({ rules }) => rules)
}

/** The value of the only series, or null. */
async function query(url: string, expression: string): Promise<string | null> {
  const answer = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`)
  const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } }
  return data.result[0]?.value[1] ?? null
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  return typeof address === 'object' && address ? address.port : 0
}
