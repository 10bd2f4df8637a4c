import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { rendered } from './chart.ts'

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

test('the chart renders: what is made without settings, and who finds whom', () => {
  const { objects, notes } = rendered()
  expect(Object.keys(objects).toSorted()).toEqual([
    'Deployment demo-vacancy-api',
    'Deployment demo-vacancy-worker',
    'PodDisruptionBudget demo-vacancy-api',
    'Service demo-vacancy',
  ])
  const labels = { 'app.kubernetes.io/name': 'vacancy', 'app.kubernetes.io/instance': 'demo' }
  expect(objects['Service demo-vacancy']).toMatchObject({
    spec: {
      selector: { ...labels, 'app.kubernetes.io/component': 'api' },
      ports: [{ port: 80, targetPort: 'http' }],
    },
  })
  for (const role of ['api', 'worker']) {
    const own = { ...labels, 'app.kubernetes.io/component': role }
    expect(objects[`Deployment demo-vacancy-${role}`]).toMatchObject({
      spec: {
        replicas: 2,
        selector: { matchLabels: own },
        template: {
          metadata: { labels: own },
          spec: {
            securityContext: { runAsNonRoot: true, runAsUser: 10001 },
            containers: [
              {
                name: role,
                image: `vacancy:${version}`,
                args: [role],
                envFrom: [{ secretRef: { name: 'vacancy' } }],
                env: null,
                securityContext: { readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
                volumeMounts: [{ mountPath: '/tmp' }, { mountPath: '/data' }],
                readinessProbe: { httpGet: { path: '/ready', port: 'ops' } },
              },
            ],
          },
        },
      },
    })
  }
  expect(notes).toContain('kubectl exec deploy/demo-vacancy-api -- vacancy accounts create')
  expect(notes).toContain('kubectl port-forward service/demo-vacancy 8080:80')
})

test('the chart renders every setting where it belongs', () => {
  const { objects, notes } = rendered({
    name: 'rates',
    image: {
      repository: 'images.example.com/vacancy',
      tag: 'mine',
      pullPolicy: 'Always',
      pullSecrets: ['pull'],
    },
    credentials: ['vendors', 'more'],
    settings: { LOG_LEVEL: 'debug', DAILY_LIMIT: 5_000_000, SHARE: 0.5, STRICT: true, QUOTED: 'a "b": #c' },
    sources: '{\n  "sources": []\n}\n',
    ingress: {
      enabled: true,
      className: 'nginx',
      host: 'rates.example.com',
      tlsSecretName: 'certificate',
      annotations: { 'example.com/a': 'b' },
    },
  })
  expect(Object.keys(objects).toSorted()).toEqual([
    'ConfigMap rates-sources',
    'Deployment rates-api',
    'Deployment rates-worker',
    'Ingress rates',
    'PodDisruptionBudget rates-api',
    'Service rates',
  ])
  expect(objects['ConfigMap rates-sources']).toMatchObject({
    data: { 'sources.json': '{\n  "sources": []\n}\n' },
  })
  expect(objects['Deployment rates-worker']).toMatchObject({
    spec: {
      template: {
        spec: {
          imagePullSecrets: [{ name: 'pull' }],
          volumes: [{}, {}, { configMap: { name: 'rates-sources' } }],
          containers: [
            {
              image: 'images.example.com/vacancy:mine',
              envFrom: ['vacancy', 'vendors', 'more'].map((name) => ({ secretRef: { name } })),
              env: [
                { name: 'SOURCES_FILE', value: '/etc/vacancy/sources.json' },
                { name: 'PUBLIC_URL', value: 'https://rates.example.com' },
                // Not 5e+06, which Helm makes of the number by itself.
                { name: 'DAILY_LIMIT', value: '5000000' },
                { name: 'LOG_LEVEL', value: 'debug' },
                { name: 'QUOTED', value: 'a "b": #c' },
                { name: 'SHARE', value: '0.5' },
                { name: 'STRICT', value: 'true' },
              ],
            },
          ],
        },
      },
    },
  })
  expect(objects['Ingress rates']).toMatchObject({
    metadata: { annotations: { 'example.com/a': 'b' } },
    spec: {
      ingressClassName: 'nginx',
      tls: [{ hosts: ['rates.example.com'], secretName: 'certificate' }],
      rules: [
        {
          host: 'rates.example.com',
          http: { paths: [{ backend: { service: { name: 'rates', port: { name: 'http' } } } }] },
        },
      ],
    },
  })
  expect(notes).toContain('The dashboard is at https://rates.example.com.')
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
