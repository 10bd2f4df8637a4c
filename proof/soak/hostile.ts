import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { post } from '../../service/test/support/client.ts'
import { inDays } from '../../service/test/support/market.ts'
import { askUntil, failed, newCustomer, type Stage, type Verdict } from './stage.ts'

const SLOW_HEADERS = 150
const SLOW_BODIES = 100
const BODY_BYTES = 5_000_000
const DEPTH = 10_000
const HEALTHY = 12
const LASTS_MS = 14_000
/** Headers time out after ten seconds, checked every two; the rest is for a busy machine. */
const CUT_MS = 30_000
const STAY = { chain: 'aurelia', hotel_code: 'SOLDOUT', checkin: inDays(92) }

/** T14: slow connections, bodies too large and too deeply nested; normal clients notice nothing. */
export function bearHostility(stage: Stage): Promise<Verdict> {
  return stage.peace.keep(['apis', 'database'], async () => {
    const { town, onFault } = stage
    const account = await newCustomer(town)
    await askUntil(stage, 200, (url) => post(url, '/v1/shop', account.key, STAY))
    const urls = town.apis.map((api) => api.url())
    onFault(
      `${(SLOW_HEADERS + SLOW_BODIES) * urls.length} connections that hardly speak, large and deep bodies`,
    )
    const slowHeaders = urls.flatMap((url) => several(SLOW_HEADERS, () => crawl(url, HEADERS_BEGUN)))
    const slowBodies = urls.flatMap((url) => several(SLOW_BODIES, () => crawl(url, bodyBegun(account.key))))
    const state = { running: true }
    const healthy = several(HEALTHY, async (caller) => {
      const answers: string[] = []
      for (let turn = 0; state.running; turn += 1) {
        const url = urls[(caller + turn) % urls.length] ?? ''
        answers.push(
          await post(url, '/v1/shop', account.key, STAY).then(
            ({ status }) => String(status),
            (error: Error) => error.message,
          ),
        )
        await wait(20)
      }
      return answers
    })
    const refused = Promise.all(urls.map((url) => sendTooMuch(url, account.key, state)))
    await wait(LASTS_MS)
    state.running = false
    const answers = (await Promise.all(healthy)).flat()
    const odd = (await refused).flat().filter((answer) => !/^(400|cut)$/.test(answer))
    const bad = answers.filter((answer) => answer !== '200')
    const cutAfterMs = await cutBy(slowHeaders)
    for (const { socket } of [...slowHeaders, ...slowBodies]) socket.destroy()
    return {
      name: 'T14 hostile clients',
      told: `${bad.length} of ${answers.length} healthy calls failed beside ${slowHeaders.length + slowBodies.length} slow connections`,
      problems: failed([
        [bad.length === 0, `healthy calls failed: ${bad.slice(0, 3).join(', ')}`],
        [answers.length > HEALTHY, 'there were no healthy calls'],
        [odd.length === 0, `large or deep bodies were answered ${odd.slice(0, 3).join(', ')}`],
        [cutAfterMs !== null, `slow headers were borne for ${CUT_MS} ms`],
      ]),
    }
  })
}

const HEADERS_BEGUN = 'POST /v1/shop HTTP/1.1\r\nhost: localhost\r\nx-slow: '
const bodyBegun = (key: string) =>
  `POST /v1/shop HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: 20000\r\n\r\n{"`

interface Crawler {
  socket: Socket
  isOpen(): boolean
}

/** Sends one byte per second until the other side closes. */
function crawl(url: string, begin: string): Crawler {
  const { hostname, port } = new URL(url)
  let open = true
  const socket = connect(Number(port), hostname)
  const timer = setInterval(() => socket.write('a'), 1000)
  socket.on('connect', () => socket.write(begin))
  socket.on('data', () => {})
  socket.on('error', () => {})
  socket.on('close', () => {
    open = false
    clearInterval(timer)
  })
  return { socket, isOpen: () => open }
}

async function cutBy(crawlers: readonly Crawler[]): Promise<number | null> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < CUT_MS - LASTS_MS) {
    if (crawlers.every((crawler) => !crawler.isOpen())) return performance.now() - startedAt
    await wait(200)
  }
  return null
}

async function sendTooMuch(url: string, key: string, state: { running: boolean }): Promise<string[]> {
  const bodies = [
    `{"hotel_code":"${'x'.repeat(BODY_BYTES)}"}`,
    '['.repeat(DEPTH) + ']'.repeat(DEPTH),
    `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`,
  ]
  const answers: string[] = []
  for (let turn = 0; state.running; turn += 1) {
    answers.push(await sendRaw(url, key, bodies[turn % bodies.length] ?? ''))
    await wait(100)
  }
  return answers
}

/** `cut` if the other side closed the connection before everything was sent. */
async function sendRaw(url: string, key: string, body: string): Promise<string> {
  try {
    const answer = await fetch(`${url}/v1/shop`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body,
    })
    await answer.arrayBuffer()
    return String(answer.status)
  } catch {
    return 'cut'
  }
}

function several<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
