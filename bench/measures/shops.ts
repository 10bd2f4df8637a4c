import { type AddressInfo, connect, createServer } from 'node:net'
import { Agent, request } from 'undici'
import type { Measure } from '../bench.ts'
import { absolute } from '../finding.ts'
import { inDays, openMarket, shop, shopBody } from '../market.ts'
import { createAccounts } from '../postgres.ts'

const CALLERS = 1000

/** Identical cold calls at the same time: how many requests reach the source. */
export const coldCalls: Measure = {
  name: 'P6',
  run: async (bench) => {
    const database = await bench.server.newDatabase('bench_p6')
    const accounts = await createAccounts(database.pool, 64)
    const market = await openMarket({ databaseUrl: database.url })
    const keyOf = (call: number) => accounts[call % accounts.length]?.key ?? ''
    // Fetching the source's token and warming up are not counted.
    await shop(market.api.port, keyOf(0), shopBody(inDays(20)))
    await market.control('/sources/aurelia', { latencyMs: 300 })
    const before = await shopsAt(market)
    const body = shopBody(inDays(40))
    await Promise.all(Array.from({ length: CALLERS }, (_, call) => shop(market.api.port, keyOf(call), body)))
    const made = (await shopsAt(market)) - before
    await market.stop()
    await database.close()
    return [
      absolute(
        {
          name: 'P6',
          what: `upstream shops for ${CALLERS} identical cold calls on one process`,
          unit: 'count',
          mustReach: 1,
          aim: 1,
        },
        [made],
        { comparedWith: '1 per process' },
      ),
    ]
  },
}

async function shopsAt(market: { control(path: string): Promise<unknown> }): Promise<number> {
  const { sources } = (await market.control('/counters')) as {
    sources: Record<string, { paths: Record<string, number> }>
  }
  const paths = Object.entries(sources['aurelia']?.paths ?? {})
  return paths.filter(([path]) => path.includes('/offers')).reduce((sum, [, count]) => sum + count, 0)
}

/** The time a live call takes beyond the source's own answer, measured by a proxy between the two. */
export const liveCall: Measure = {
  name: 'P7',
  run: async (bench) => {
    const database = await bench.server.newDatabase('bench_p7')
    const [account] = await createAccounts(database.pool, 1)
    const between = await standBetween()
    const market = await openMarket({ databaseUrl: database.url, through: between.towards })
    const agent = new Agent({ connections: 1 })
    // The first thousand calls take longer, because V8 is still compiling.
    const warmUp = bench.quick ? 40 : 1200
    const calls = warmUp + (bench.quick ? 80 : 480)
    const added: number[] = []
    for (let call = 0; call < calls; call += 1) {
      // This source needs one request per shop, so its time is that request's time.
      const body = JSON.stringify({
        chain: 'castellan',
        hotel_code: 'NEWCA',
        checkin: inDays(10 + (call % 300)),
        max_age: 0,
      })
      const startedAt = performance.now()
      const answer = await request(`http://127.0.0.1:${market.api.port}/v1/shop`, {
        method: 'POST',
        headers: { 'x-api-key': account?.key ?? '', 'content-type': 'application/json' },
        body,
        dispatcher: agent,
      })
      await answer.body.arrayBuffer()
      if (answer.statusCode !== 200) throw new Error(`a shop was refused: ${answer.statusCode}`)
      const tookMs = performance.now() - startedAt
      if (call >= warmUp) added.push(tookMs - between.lastMs())
    }
    await market.stop()
    between.close()
    await agent.close()
    await database.close()
    return [
      absolute(
        {
          name: 'P7',
          what: 'p50 of what a live shop takes beyond the source’s own answer',
          unit: 'ms',
          mustReach: 7,
          aim: 4,
        },
        added,
        { comparedWith: 'the source alone' },
      ),
    ]
  },
}

/**
 * Forwards bytes and times them, from the last request byte to the last response byte. Calls are sequential, so it need
 * not parse HTTP: a proxy that did added a millisecond.
 */
async function standBetween() {
  let sandboxPort = 0
  let askedAt = 0
  let answeredAt = 0
  const server = createServer((near) => {
    const far = connect(sandboxPort, '127.0.0.1')
    for (const socket of [near, far]) socket.setNoDelay(true).on('error', () => {})
    near.on('data', (bytes) => {
      askedAt = performance.now()
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      answeredAt = performance.now()
      near.write(bytes)
    })
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    towards: (sandbox: number) => {
      sandboxPort = sandbox
      return `http://127.0.0.1:${port}`
    },
    lastMs: () => answeredAt - askedAt,
    close: () => {
      server.close()
    },
  }
}
