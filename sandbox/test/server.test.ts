import { createConnection } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { FAULTS } from '../src/behaviour.ts'
import { type Sandbox, startSandbox } from '../src/sandbox.ts'
import type { WireFactory } from '../src/wires/wire.ts'
import { startSandbox as startSandboxProcess } from './start-sandbox.ts'

/** Answers with what it was asked, and with enough of it to be worth compressing. */
const echo: WireFactory = (source, world) => ({
  codes: (request) => request.query.getAll('hotel'),
  answer: (request) => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      source: source.id,
      path: request.path,
      body: request.body,
      checkin: request.query.get('checkin'),
      compact: request.query.get('checkin')?.replaceAll('-', '') ?? null,
      now: world.now(),
      padding: 'x'.repeat(2_000),
    }),
  }),
})

const TOKEN = 'known to the tests alone'
let sandbox: Sandbox
let url = ''

beforeAll(async () => {
  sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    controlPort: 0,
    controlToken: TOKEN,
    seed: 1,
    sources: ['one', 'two'].map((id) => ({ id, wire: 'echo', profile: {}, credentials: {} })),
    wires: { echo },
    report: (problem) => {
      throw problem
    },
  })
  url = `http://127.0.0.1:${sandbox.port}`
})

afterEach(async () => {
  await control('/reset', {})
})

afterAll(async () => {
  await sandbox.close()
})

async function control(path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(`http://127.0.0.1:${sandbox.controlPort}${path}`, {
    headers: { 'x-control-token': TOKEN },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  return (await answer.json()) as Record<string, unknown>
}

async function ask(path: string, patienceMs = 5_000): Promise<{ status: number; body: string }> {
  const answer = await fetch(url + path, { signal: AbortSignal.timeout(patienceMs) })
  return { status: answer.status, body: await answer.text() }
}

/** The bytes as they come over the line, until the sandbox closes it. */
async function rawAnswer(path: string): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = createConnection(sandbox.port, '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nhost: sandbox\r\nconnection: close\r\n\r\n`)
    })
    socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(chunks)))
  })
}

async function statusOfBody(size: number): Promise<number> {
  return (await fetch(`${url}/one/x`, { method: 'POST', body: 'x'.repeat(size) })).status
}

async function fault(name: string): Promise<void> {
  await control('/sources/one', { fault: name })
}

async function worldTime(): Promise<number> {
  return (JSON.parse((await ask('/one/x')).body) as { now: number }).now
}

const bodyOf = (raw: Buffer) => raw.subarray(raw.indexOf('\r\n\r\n') + 4)

describe('the data port', () => {
  it('hands each source its requests, relative to its own root', async () => {
    const { status, body } = await ask('/one/v1/rates?hotel=LISAU&checkin=2026-06-10')
    expect(status).toBe(200)
    expect(JSON.parse(body)).toMatchObject({ source: 'one', path: '/v1/rates', checkin: '2026-06-10' })
    expect((await ask('/nobody/v1/rates')).status).toBe(404)
    expect((await ask('/health')).body).toBe('{"ok":true}')
  })

  it('compresses for those who ask for it', async () => {
    const zipped = await fetch(`${url}/one/x`, { headers: { 'accept-encoding': 'gzip' } })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(JSON.parse(await zipped.text())).toMatchObject({ source: 'one' })
    const plain = await fetch(`${url}/one/x`, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
  })

  it('refuses bodies above a megabyte', async () => {
    expect(await statusOfBody(1_000_000)).toBe(200)
    expect(await statusOfBody(1_000_001)).toBe(413)
  })

  it('keeps to the rate limit of each source and says when to come back', async () => {
    await control('/sources/one', { rateLimit: 3 })
    await ask('/two/x')
    const answers = await Promise.all(Array.from({ length: 8 }, () => fetch(`${url}/one/x`)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(4)
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect((await ask('/two/x')).status).toBe(200)
  })
})

describe('the test hotels on the line', () => {
  it('are silent, broken, refused or slow as named', async () => {
    await expect(ask('/one/x?hotel=TIMEOUT', 300)).rejects.toThrow('timeout')
    const broken = await ask('/one/x?hotel=BROKEN')
    expect(broken.status).toBe(200)
    expect(() => JSON.parse(broken.body) as unknown).toThrow('JSON')
    expect((await ask('/one/x?hotel=REFUSED')).status).toBe(503)
    const asked = performance.now()
    expect((await ask('/one/x?hotel=SLOW')).status).toBe(200)
    expect(performance.now() - asked).toBeGreaterThan(1_900)
  })

  it('do not spoil a batch that has an honest hotel in it', async () => {
    expect((await ask('/one/x?hotel=TIMEOUT&hotel=LISAU')).status).toBe(200)
    expect((await ask('/one/x?hotel=REFUSED&hotel=BROKEN')).status).toBe(503)
  })
})

describe('the faults', () => {
  it('of the line: refused and reset before a byte, hanging, dripping', async () => {
    await fault('refuse')
    expect((await rawAnswer('/one/x')).length).toBe(0)
    await fault('reset')
    await expect(rawAnswer('/one/x')).rejects.toThrow('ECONNRESET')
    await fault('hang')
    await expect(ask('/one/x', 300)).rejects.toThrow('timeout')
    await fault('drip')
    const dripping = await fetch(`${url}/one/x`)
    const reader = dripping.body?.getReader()
    expect((await reader?.read())?.value?.length).toBe(1)
    expect((await reader?.read())?.value?.length).toBe(1)
    await reader?.cancel()
  })

  it('of the server: 429, 500 and a page for people', async () => {
    await fault('429')
    expect((await ask('/one/x')).status).toBe(429)
    await fault('500')
    expect((await ask('/one/x')).status).toBe(500)
    await fault('html')
    expect(await ask('/one/x')).toMatchObject({ status: 200, body: expect.stringContaining('<html>') })
  })

  it('of the answer: cut in half, of another shape, of other dates', async () => {
    const whole = bodyOf(await rawAnswer('/one/x')).length
    await fault('truncated')
    expect(bodyOf(await rawAnswer('/one/x')).length).toBe(Math.floor(whole / 2))
    await fault('wrong_schema')
    expect((await ask('/one/x')).body).toBe('{"unexpected":true}')
    await fault('wrong_dates')
    expect(JSON.parse((await ask('/one/x?checkin=2026-06-10')).body)).toMatchObject({
      checkin: '2026-07-10',
      compact: '20260710',
    })
  })

  it('of size: a small body that unpacks to 300 MB, and one of 50 MB', async () => {
    await fault('gzip_bomb')
    const bomb = bodyOf(await rawAnswer('/one/x'))
    expect(bomb.length).toBeLessThan(400_000)
    expect(() => gunzipSync(bomb, { maxOutputLength: 299_999_999 })).toThrow('Cannot create a Buffer')
    expect(gunzipSync(bomb, { maxOutputLength: 300_000_000 }).length).toBe(300_000_000)
    await fault('huge')
    expect((await ask('/one/x', 20_000)).body.length).toBe(50_000_000)
  })

  it('leave the other sources and the token calls alone, unless told otherwise', async () => {
    await fault('500')
    expect((await ask('/two/x')).status).toBe(200)
    expect((await ask('/one/oauth/v1/tokens')).status).toBe(200)
    await control('/sources/one', { tokens: true })
    expect((await ask('/one/oauth/v1/tokens')).status).toBe(500)
  })

  it('can be limited to a number of requests or to a share of them', async () => {
    await control('/sources/one', { fault: '500', count: 2 })
    const three = [await ask('/one/x'), await ask('/one/x'), await ask('/one/x')]
    expect(three.map(({ status }) => status)).toEqual([500, 500, 200])
    await control('/sources/one', { fault: '500', share: 0.5 })
    const many = await Promise.all(Array.from({ length: 60 }, () => ask('/one/x')))
    const failed = many.filter(({ status }) => status === 500).length
    expect(failed).toBeGreaterThan(15)
    expect(failed).toBeLessThan(45)
  })
})

describe('the control port', () => {
  it('does nothing without its token, and is healthy for all', async () => {
    const port = `http://127.0.0.1:${sandbox.controlPort}`
    const reset = { method: 'POST', body: '{}' }
    const wrong = { 'x-control-token': `${TOKEN}.` }
    expect((await fetch(`${port}/reset`, reset)).status).toBe(401)
    expect((await fetch(`${port}/reset`, { ...reset, headers: wrong })).status).toBe(401)
    expect((await fetch(`${port}/counters`)).status).toBe(401)
    expect((await fetch(`${port}/health`)).status).toBe(200)
    expect(await control('/reset', {})).toEqual({ ok: true })
  })

  it('delays the calls of a source, some of them more', async () => {
    await control('/sources/one', { latencyMs: 80, slowShare: 0.5, slowMs: 400 })
    const times = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const asked = performance.now()
        await ask('/one/x')
        return performance.now() - asked
      }),
    )
    expect(Math.min(...times)).toBeGreaterThan(75)
    expect(times.filter((ms) => ms > 380).length).toBeGreaterThan(2)
    expect(times.filter((ms) => ms > 380).length).toBeLessThan(18)
  })

  it('moves the time of the world, by an offset or to a moment', async () => {
    await control('/time', { offsetMs: 86_400_000 })
    expect(await worldTime()).toBeGreaterThan(Date.now() + 86_000_000)
    await control('/time', { now: '2030-01-01T00:00:00Z' })
    expect(Math.abs((await worldTime()) - Date.parse('2030-01-01T00:00:00Z'))).toBeLessThan(5_000)
    await control('/reset', {})
    expect(Math.abs((await worldTime()) - Date.now())).toBeLessThan(5_000)
  })

  it('counts requests by source and path', async () => {
    await ask('/one/a?hotel=X')
    await ask('/one/a')
    await ask('/one/b')
    const { sources } = await control('/counters')
    expect(sources).toMatchObject({
      one: { requests: 3, paths: { '/a': 2, '/b': 1 } },
      two: { requests: 0, paths: {} },
    })
  })

  it('sets all sources at once and refuses what it does not know', async () => {
    await control('/sources/*', { fault: '500' })
    expect((await ask('/one/x')).status).toBe(500)
    expect((await ask('/two/x')).status).toBe(500)
    expect(await control('/sources/three', { fault: '500' })).toEqual({ error: 'no such source: three' })
    expect(await control('/sources/one', { fault: 'gremlins' })).toHaveProperty('error')
    expect(await control('/sources/one', { lateness: 1 })).toEqual({ error: 'unknown setting: lateness' })
    expect(FAULTS.length).toBe(13)
  })
})

describe('the sandbox as a process', () => {
  it('starts on free ports, answers on both, and stops', async () => {
    const child = await startSandboxProcess({ seed: 3 })
    expect(await (await fetch(`${child.url}/health`)).json()).toEqual({ ok: true })
    expect(await child.control('/health')).toEqual({ ok: true })
    expect(await child.control('/sources/aurelia', { latencyMs: 5 })).toMatchObject({
      sources: { aurelia: { latencyMs: 5 } },
    })
    await child.end()
    await expect(fetch(`${child.url}/health`)).rejects.toThrow('fetch failed')
  })
})
