import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { addressOf, environmentOf } from '../src/environment.ts'
import { SOURCES } from '../src/sources.ts'

it('prints, as its one line, where it listens and how a client reaches it', async () => {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const env = {
    ...process.env,
    SANDBOX_PORT: '0',
    SANDBOX_CONTROL_PORT: '0',
    SANDBOX_CONTROL_TOKEN: '',
    SANDBOX_SEED: '7',
  }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    const { listening } = JSON.parse(line) as { listening: Record<string, unknown> }
    const url = `http://127.0.0.1:${String(listening['port'])}`
    expect(listening).toMatchObject({
      seed: 7,
      environment: { SANDBOX_URL: url, OSTELLO_API_KEY: 'ostello-key' },
    })
    expect(Object.keys(listening)).toEqual(['port', 'controlPort', 'controlToken', 'seed', 'environment'])
    expect((await fetch(`${url}/health`)).status).toBe(200)
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
})

it('names every credential of every source after both', () => {
  const environment = environmentOf('http://somewhere', SOURCES)
  expect(environment).toMatchObject({
    SANDBOX_URL: 'http://somewhere',
    FX_URL: 'http://somewhere/fx/eurofxref-hist.xml',
    FX_EXTRA_URL: 'http://somewhere/fx_extra/rates.json',
    AURELIA_CLIENT_ID: 'aurelia-client',
    DUNMORE_REQUESTOR_ID: 'dunmore-requestor',
    LODGISTA_AFFILIATE_ID: '700001',
    GOOGLE_HOTELS_API_KEY: 'google_hotels-key',
  })
  const credentials = SOURCES.flatMap((source) => Object.keys(source.credentials))
  expect(Object.keys(environment)).toHaveLength(3 + credentials.length)
})

it.each([
  ['opentravel', 'password', /^.{1,16}$/],
  ['ohip', 'appKey', /^[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/],
])('has credentials of %s that the vendor’s own schema allows', (wire, name, form) => {
  const values = SOURCES.filter((source) => source.wire === wire).map((source) => source.credentials[name])
  expect(values.length).toBeGreaterThan(0)
  expect(values.filter((value) => !form.test(value ?? ''))).toEqual([])
})

it.each([
  ['127.0.0.1', 'http://127.0.0.1:8090'],
  ['0.0.0.0', 'http://127.0.0.1:8090'],
  ['::1', 'http://[::1]:8090'],
  ['sandbox.internal', 'http://sandbox.internal:8090'],
])('is reached, when it listens on %s, at %s', (host, address) => {
  expect(addressOf(host, 8090)).toBe(address)
})
