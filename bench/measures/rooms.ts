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
import { processorMs } from '../disturbance.ts'
import type { Finding } from '../finding.ts'
import { type BenchMarket, inDays, openMarket } from '../market.ts'
import { median, quantile } from '../measure.ts'
import { createAccounts } from '../postgres.ts'

const HOTEL = { chain: 'castellan', hotel_code: 'UNDERCUT' }

/**
 * What attributes add to a live shop, and matching to a live parity: calls, and the same rooms read and matched here, take turns. Both
 * are processor time, which other programs on the machine do not change.
 */
export const roomsCost: Measure = {
  name: 'P20',
  run: async (bench) => {
    const database = await bench.server.newDatabase('bench_p20')
    const [account] = await createAccounts(database.pool, 1)
    const market = await openMarket({ databaseUrl: database.url })
    const calls = { ...market.api, key: account?.key ?? '' }
    const answers = await stayAnswers(market, await idsOf(calls))
    const findings = [
      await sharesOf(bench, calls, '/shop', 'attributes of a live `/shop`', () =>
        answers.direct.rooms.map((room) => attributesView(attributesOf(room))),
      ),
      await sharesOf(bench, calls, '/parity', 'rooms matched in a live `/parity`', () => {
        const matched = matchedRooms(answers.direct, answers.channels)
        return [roomsView(matched), sameRooms(matched)]
      }),
    ]
    await market.stop()
    await database.close()
    return findings
  },
}

interface Calls {
  pid: number
  port: number
  key: string
}

/** A clock tick of the processor time of a process is 10 ms, so calls are timed together. */
const CALLS = 60

async function sharesOf(
  { quick }: Bench,
  calls: Calls,
  path: string,
  what: string,
  rooms: () => unknown,
): Promise<Finding> {
  const [warmUps, rounds] = quick ? [2, 5] : [10, 12]
  const whole: number[] = []
  const part: number[] = []
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const before = await processorMs(calls.pid)
    for (let call = 0; call < CALLS; call += 1) {
      const body = { ...HOTEL, checkin: inDays(10 + ((round * CALLS + call) % 300)), max_age: 0 }
      await send(calls, 'POST', path, body)
    }
    const callMs = ((await processorMs(calls.pid)) - before) / CALLS
    const used = process.cpuUsage()
    for (let call = 0; call < CALLS; call += 1) rooms()
    const { user, system } = process.cpuUsage(used)
    if (round < warmUps) continue
    whole.push(callMs)
    part.push((user + system) / 1000 / CALLS)
  }
  const [withMs, roomsMs] = [median(whole), median(part)]
  const ratios = whole.map((ms, round) => ms / (ms - (part[round] ?? 0)))
  return {
    name: 'P20',
    what: `processor time per call, with ${what}`,
    value: `${withMs.toFixed(2)} ms`,
    comparedWith: `${(withMs - roomsMs).toFixed(2)} ms without`,
    figure: withMs / (withMs - roomsMs),
    unit: 'ratio',
    better: 'less',
    mustReach: 1.05,
    aim: 1.02,
    spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    disturbance: 0,
    samples: whole.map((ms, round) => [ms, part[round]]),
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
