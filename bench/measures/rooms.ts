import { Agent, request } from 'undici'
import { roomsView } from '../../service/src/parity/rooms-view.ts'
import { attributesView } from '../../service/src/rates/room-attributes.ts'
import { matchedRooms, sameRooms } from '../../service/src/rates/same-rooms.ts'
import { attributesOf } from '../../service/src/rooms/attributes.ts'
import { loadCatalog } from '../../service/src/sources/catalog/load.ts'
import { createGateway } from '../../service/src/sources/gateway.ts'
import { FAMILIES, RATE_FAMILIES } from '../../service/src/sources/registry.ts'
import type { StayAnswer } from '../../service/src/sources/source.ts'
import type { Bench, Measure } from '../bench.ts'
import { type Between, standBetween } from '../between.ts'
import type { Finding } from '../finding.ts'
import { type BenchMarket, inDays, openMarket } from '../market.ts'
import { median, quantile } from '../measure.ts'
import { createAccounts } from '../postgres.ts'

const HOTEL = { chain: 'castellan', hotel_code: 'UNDERCUT' }

/**
 * What attributes add to a live shop, and matching to a live parity: after each call, the same rooms are read and matched here. Both are
 * compared with what the service itself takes, without the time in which a source was answering.
 */
export const roomsCost: Measure = {
  name: 'P20',
  run: async (bench) => {
    const database = await bench.server.newDatabase('bench_p20')
    const [account] = await createAccounts(database.pool, 1)
    const between = await standBetween()
    const market = await openMarket({ databaseUrl: database.url, through: between.towards })
    const calls = { port: market.api.port, key: account?.key ?? '', between }
    const ids = await idsOf(calls)
    const answers = await stayAnswers(market, ids)
    const findings = [
      await sharesOf(bench, 'attributes of a `/shop`', {
        call: (day) => timed(calls, '/shop', { ...HOTEL, checkin: inDays(day), max_age: 0 }),
        rooms: () => answers.direct.rooms.map((room) => attributesView(attributesOf(room))),
      }),
      await sharesOf(bench, 'rooms matched in a `/parity`', {
        call: (day) => timed(calls, '/parity', { ...HOTEL, checkin: inDays(day), max_age: 0 }),
        rooms: () => {
          const matched = matchedRooms(answers.direct, answers.channels)
          return [roomsView(matched), sameRooms(matched)]
        },
      }),
    ]
    await market.stop()
    between.close()
    await database.close()
    return findings
  },
}

interface Calls {
  port: number
  key: string
  between: Between
}

interface Sides {
  /** Milliseconds of the service for a call about the night so many days ahead. */
  call(day: number): Promise<number>
  /** What is done about rooms in such a call. */
  rooms(): unknown
}

/** How often the rooms are read between two calls: one time is too short to be measured. */
const READS = 20

async function sharesOf({ quick }: Bench, what: string, { call, rooms }: Sides): Promise<Finding> {
  const counts = quick ? { warmUp: 60, calls: 120 } : { warmUp: 600, calls: 480 }
  const [whole, part]: [number[], number[]] = [[], []]
  for (let n = 0; n < counts.warmUp + counts.calls; n += 1) {
    const callMs = await call(10 + (n % 300))
    const startedAt = performance.now()
    for (let read = 0; read < READS; read += 1) rooms()
    const roomsMs = (performance.now() - startedAt) / READS
    if (n < counts.warmUp) continue
    whole.push(callMs)
    part.push(roomsMs)
  }
  const [withMs, roomsMs] = [median(whole), median(part)]
  const ratios = part.map((ms) => withMs / (withMs - ms))
  return {
    name: 'P20',
    what: `p50 of a live call with ${what}, beyond the sources’ own answers`,
    value: `${withMs.toFixed(2)} ms`,
    comparedWith: `${(withMs - roomsMs).toFixed(2)} ms without`,
    figure: withMs / (withMs - roomsMs),
    unit: 'ratio',
    better: 'less',
    mustReach: 1.05,
    aim: 1.02,
    spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    disturbance: 0,
    samples: whole.map((ms, place) => [ms, part[place]]),
  }
}

const agent = new Agent({ connections: 1 })

async function send(
  { port, key }: Calls,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<unknown> {
  const answer = await request(`http://127.0.0.1:${port}/v1${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    dispatcher: agent,
  })
  const text = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`${path} was refused: ${answer.statusCode}`)
  return JSON.parse(text)
}

async function timed(calls: Calls, path: string, body: object): Promise<number> {
  calls.between.begin()
  const startedAt = performance.now()
  await send(calls, 'POST', path, body)
  return performance.now() - startedAt - calls.between.busyMs()
}

type Ids = Readonly<Record<string, { id: string }>>

async function idsOf(calls: Calls): Promise<Ids> {
  const { ids } = (await send(calls, 'GET', `/hotels/${HOTEL.chain}/${HOTEL.hotel_code}/ids`)) as { ids: Ids }
  return ids
}

/** The same answers as the service gets, read here. */
async function stayAnswers({ environment }: BenchMarket, ids: Ids) {
  const catalog = loadCatalog({ env: environment, sourcesFile: undefined, families: FAMILIES })
  const log = { info: () => {}, warn: () => {} }
  const gateway = createGateway({ catalog, now: Date.now, log, families: RATE_FAMILIES })
  const agencies = new Set(catalog.sources.filter(({ kind }) => kind === 'ota').map(({ id }) => id))
  const occupancy = { adults: 2, children: 0, rooms: 1 }
  const answerOf = async (source: string, hotelCode: string): Promise<StayAnswer> =>
    (await gateway.shop(source, { hotelCode, checkin: inDays(20), los: 1, occupancy, currency: 'USD' }))
      .answer
  try {
    const direct = await answerOf(HOTEL.chain, HOTEL.hotel_code)
    const channels: { channel: string; answer: StayAnswer }[] = []
    for (const [source, { id }] of Object.entries(ids))
      if (agencies.has(source)) channels.push({ channel: source, answer: await answerOf(source, id) })
    if (direct.rooms.length === 0 || channels.length === 0) throw new Error('there are no rooms to compare')
    return { direct, channels }
  } finally {
    await gateway.close()
  }
}
