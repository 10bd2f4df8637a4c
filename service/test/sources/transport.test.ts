import { randomBytes } from 'node:crypto'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTransport, type Transport } from '../../src/sources/transport.ts'
import { createGuardedConnector } from '../../src/webhooks/agent.ts'
import { failureOf } from './failure-of.ts'
import { startToyServer, type ToyServer } from './toy-source.ts'

const limits = { concurrency: 2, deadlineMs: 1_000, maxBodyBytes: 50_000 }

let server: ToyServer
let transport: Transport

beforeEach(async () => {
  server = await startToyServer()
  transport = createTransport(`${server.url}/root`, limits)
})

afterEach(async () => {
  await transport.close()
  await server.stop()
})

async function get(path = '/x', signal = AbortSignal.timeout(1_000)) {
  return transport.http(signal)({ method: 'GET', path })
}

describe('the transport', () => {
  it('joins path and query to the base address and hands any status back', async () => {
    server.answerWith((request, response) => {
      response
        .writeHead(418, { 'X-Tea': 'yes' })
        .end(`${request.method} ${request.headers['accept-encoding']}`)
    })
    const http = transport.http(AbortSignal.timeout(1_000))
    const answer = await http({ method: 'GET', path: '/a', query: { q: 'ä b', id: ['1', '2'] } })
    expect(answer).toMatchObject({ status: 418, body: 'GET gzip', headers: { 'x-tea': 'yes' } })
    expect(server.seen).toEqual(['/root/a?q=%C3%A4+b&id=1&id=2'])
  })

  it('sends the body of a POST with the headers of the family', async () => {
    server.answerWith((request, response) => {
      request.on('data', (chunk: Buffer) =>
        response.write(`${String(request.headers['x-key'])}:${chunk.toString()}`),
      )
      request.on('end', () => response.end())
    })
    const http = transport.http(AbortSignal.timeout(1_000))
    const answer = await http({ method: 'POST', path: '/a', headers: { 'x-key': 'k' }, body: '<a/>' })
    expect(answer.body).toBe('k:<a/>')
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('unpacks %s', async (encoding, pack) => {
    server.answerWith((_, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(pack('{"price":"119 €"}'))
    })
    expect((await get()).body).toBe('{"price":"119 €"}')
  })

  it('reads Latin-1 where the answer says so', async () => {
    server.answerWith((_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/xml; charset=ISO-8859-1' })
        .end(Buffer.from([0x5a, 0xfc]))
    })
    expect((await get()).body).toBe('Zü')
  })

  it('does not follow a redirect', async () => {
    server.answerWith((_, response) => response.writeHead(302, { location: '/elsewhere' }).end())
    expect((await get()).status).toBe(302)
    expect(server.seen).toHaveLength(1)
  })

  it('keeps connections for later requests', async () => {
    const ports = new Set<number | undefined>()
    server.answerWith((request, response) => {
      ports.add(request.socket.remotePort)
      response.end('ok')
    })
    for (let count = 0; count < 10; count += 1) await get()
    // Two, because a connection counts as busy until undici has seen the end of the message.
    expect(ports.size).toBeLessThanOrEqual(2)
  })
})

describe('the transport of an operator’s test', () => {
  it('goes to the address that was checked, whatever the name says a moment later', async () => {
    server.answerWith((_, response) => response.end('ok'))
    const addresses = ['127.0.0.1', '169.254.169.254']
    const asked: string[] = []
    const connect = createGuardedConnector({
      allowPrivate: 'all',
      resolve: async (name) => {
        asked.push(name)
        return [{ address: addresses[asked.length - 1] ?? '', family: 4 }]
      },
    })
    const ask = async (baseUrl: string) => {
      const guarded = createTransport(baseUrl, limits, undefined, connect)
      const http = guarded.http(AbortSignal.timeout(1_000))
      const said = http({ method: 'GET', path: '/' }).then(({ body }) => body, String)
      return said.finally(() => void guarded.close())
    }
    const rebound = server.url.replace('127.0.0.1', 'rebound.test')
    expect(await ask(rebound)).toBe('ok')
    expect(await ask(rebound)).toContain('rebound.test is not a public address')
    expect(await ask('http://169.254.169.254')).toContain('169.254.169.254 is not a public address')
    expect(asked).toEqual(['rebound.test', 'rebound.test'])
  })
})

describe('the transport tells faults apart', () => {
  it('refused because nothing listens: worth a retry', async () => {
    const nowhere = createTransport('http://127.0.0.1:1', limits)
    const failure = await failureOf(nowhere.http(AbortSignal.timeout(1_000))({ method: 'GET', path: '/' }))
    expect(failure).toMatchObject({ kind: 'refused', transient: true })
    await nowhere.close()
  })

  it('a reset before the answer: refused, worth another try', async () => {
    server.answerWith((request) => request.socket.resetAndDestroy())
    expect(await failureOf(get())).toMatchObject({ kind: 'refused', transient: true })
  })

  it('no answer before the deadline: timed out', async () => {
    server.answerWith(() => {})
    expect(await failureOf(get('/x', AbortSignal.timeout(80)))).toMatchObject({ kind: 'timed_out' })
  })

  it('a body that drips past the deadline: timed out', async () => {
    server.answerWith((_, response) => {
      const drip = setInterval(() => response.write(' '), 10)
      response.on('close', () => clearInterval(drip))
    })
    expect(await failureOf(get('/x', AbortSignal.timeout(120)))).toMatchObject({ kind: 'timed_out' })
  })

  it('an announced body that is too large: broken, without reading it', async () => {
    server.answerWith((_, response) => response.writeHead(200, { 'content-length': 60_000 }).flushHeaders())
    expect(await failureOf(get())).toMatchObject({ kind: 'broken' })
  })

  it('an endless body: broken at the cap, and the connection is dropped', async () => {
    server.answerWith((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(randomBytes(16_384)));
      }
      response.on('drain', more)
      more()
    })
    expect(await failureOf(get())).toMatchObject({ kind: 'broken' })
    await expect.poll(() => server.deserted()).toBe(1)
  })

  it('a gzip bomb: broken at the cap of decoded bytes', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000))
    expect(bomb.length).toBeLessThan(limits.maxBodyBytes)
    server.answerWith((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    expect(await failureOf(get())).toMatchObject({ kind: 'broken' })
  })

  it('a truncated body: broken', async () => {
    server.answerWith((request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"half":')
      setImmediate(() => request.socket.destroy())
    })
    expect(await failureOf(get())).toMatchObject({ kind: 'broken' })
  })

  it.each([
    ['an unknown encoding', { 'content-encoding': 'zpaq' }, 'x'],
    ['gzip that is none', { 'content-encoding': 'gzip' }, 'plain'],
    ['bytes that are no UTF-8', {}, Buffer.from([0xc3, 0x28])],
  ])('%s: broken', async (_, headers, body) => {
    server.answerWith((_request, response) => response.writeHead(200, headers).end(body))
    expect(await failureOf(get())).toMatchObject({ kind: 'broken', transient: false })
  })

  it('something that is not HTTP: broken', async () => {
    server.answerWith((request) => request.socket.end('SSH-2.0-OpenSSH\r\n\r\n'))
    expect(await failureOf(get())).toMatchObject({ kind: 'broken' })
  })
})
