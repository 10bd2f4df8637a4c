import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const CHART = join(ROOT, 'ops', 'helm', 'vacancy')
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }
const values = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as Record<string, unknown>
const validate = new Ajv().compile(
  JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as object,
)

test('the chart and the image have the version of the product', () => {
  const chart = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8')) as Record<string, string>
  expect([chart['version'], chart['appVersion']]).toEqual([version, version])
  const compose = parse(read('compose.yaml')) as { services: { vacancy: { image: string } } }
  expect(compose.services.vacancy.image).toBe(`vacancy:${version}`)
})

test('the values of the chart fit their schema, and mistakes do not', () => {
  expect(validate(values), JSON.stringify(validate.errors)).toBe(true)
  expect(validate({ ...values, replicas: 2 })).toBe(false)
  expect(validate({ ...values, api: { replicas: 0, resources: {} } })).toBe(false)
  expect(validate({ ...values, settings: { 'log level': 'info' } })).toBe(false)
  const outside = (host: string) => ({ ...(values['ingress'] as object), enabled: true, host })
  expect(validate({ ...values, ingress: outside('rates.example.com') })).toBe(true)
  expect(validate({ ...values, ingress: outside('') })).toBe(false)
  expect(validate({ ...values, name: 'rates', credentials: ['vendors'] })).toBe(true)
  expect(validate({ ...values, name: 'Rates!' })).toBe(false)
})

test('the templates use only values that exist', () => {
  const paths = globSync('templates/*', { cwd: CHART }).flatMap((name) =>
    [...readFileSync(join(CHART, name), 'utf8').matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path),
  )
  expect(paths.length).toBeGreaterThan(10)
  const found = (path: string) =>
    path
      .split('.')
      .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], values)
  expect(paths.filter((path) => found(path) === undefined)).toEqual([])
})

test('blocks of the templates are closed, and what they include is defined', () => {
  const texts = globSync('templates/*', { cwd: CHART }).map((name) =>
    readFileSync(join(CHART, name), 'utf8').replaceAll(/\{\{-?\s*\/\*.*?\*\/\s*-?\}\}/gs, ''),
  )
  for (const text of texts) {
    const actions = [...text.matchAll(/\{\{-?\s*(\w+)/g)].map(([, word = '']) => word)
    const opened = actions.filter((word) => ['if', 'with', 'range', 'define'].includes(word))
    expect(actions.filter((word) => word === 'end')).toHaveLength(opened.length)
  }
  const all = texts.join('\n')
  const named = (verb: string) =>
    new Set([...all.matchAll(RegExp(`${verb} "([\\w.]+)"`, 'g'))].map(([, name]) => name))
  expect(named('include').difference(named('define')).size).toBe(0)
})

test('what a checkout may hold beside the product stays out of the image', () => {
  const patterns = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const isLeftOut = (file: string) => patterns.some((pattern) => matchesGlob(file, pattern))
  const secrets = ['.env', '.env.local', 'ops/.env', '.vacancy', 'secret.key', 'all.backup', 'tls/server.pem']
  expect(secrets.filter((file) => !isLeftOut(file))).toEqual([])
  expect(['package.json', 'service/src/main.ts', 'ops/pack.ts'].filter(isLeftOut)).toEqual([])
})

test('the recipe for systemd makes the folder of its settings', () => {
  const page = read('docs', 'install.md')
  const units = globSync('ops/systemd/*.service', { cwd: ROOT }).map((name) => read(name))
  for (const unit of units) {
    const [, file = ''] = /^EnvironmentFile=-?(\S+)$/m.exec(unit) ?? []
    expect(page).toMatch(RegExp(`^install -D .*${file}\\b`, 'm'))
  }
})

test('containers run as an ordinary user with a read-only root', () => {
  const dockerfile = read('Dockerfile')
  expect(dockerfile).toMatch(/^USER 10001:10001$/m)
  expect(dockerfile).toMatch(/^HEALTHCHECK /m)
  expect(dockerfile.match(/^FROM /gm)).toHaveLength(4)
  const { services } = parse(read('compose.yaml')) as { services: Record<string, object> }
  expect(services['vacancy']).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  const pod = readFileSync(join(CHART, 'templates', '_pod.tpl'), 'utf8')
  for (const line of ['readOnlyRootFilesystem: true', 'runAsNonRoot: true', 'runAsUser: 10001']) {
    expect(pod).toContain(line)
  }
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
if (!hasSystemd) process.stderr.write('systemd-analyze is not installed: the units are not verified.\n')

test.skipIf(!hasSystemd)('systemd accepts the units', () => {
  const units = globSync('ops/systemd/*.service', { cwd: ROOT })
  expect(units).toHaveLength(3)
  const { stderr } = spawnSync('systemd-analyze', ['verify', ...units], { cwd: ROOT, encoding: 'utf8' })
  // The program is not where an installation puts it.
  const complaints = stderr.split('\n').filter((line) => line !== '' && !line.includes('/opt/vacancy'))
  expect(complaints).toEqual([])
})
