import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bodiesIn } from '../../../service/test/recordings/feed.ts'
import { type Recording, readVendors } from '../../../service/test/recordings/vendor-file.ts'
import { offer, ratesOf } from '../../../service/test/sources/liteapi-vendor.ts'

export interface ReplayedVendor {
  url: string
  /** The only key that it takes. */
  apiKey: string
  /** What its only offer costs, in all. */
  total: string
  /** The hotel of its recordings. */
  hotel: string
  stop(): void
}

/** What the vendor published; its file says where. `REFUSED` answers a wrong key, the others each their own path. */
const REPLAYED = [
  'one rate with four taxes in it and a fee beside it',
  'the description of a hotel',
  'the list of a vendor with one country',
]
const REFUSED = 'a key that is refused'
const HOTEL = 'lp1897'
const TOTAL = 207.27

/** LiteAPI as a server that only repeats what was published of it. Without `RECORDINGS`, the bodies are ours, in the same form. */
export async function openReplayedLiteapi(): Promise<ReplayedVendor> {
  const apiKey = 'sand_5f0a-replayed-41c7'
  const answers = REPLAYED.flatMap((name) => answersOf(name))
  const [refused] = answersOf(REFUSED)
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://vendor')
    const isKnown = request.headers['x-api-key'] === apiKey
    const answer = isKnown ? answers.find(({ to }) => to.test(pathname)) : refused
    response.writeHead(answer?.status ?? 404, { 'content-type': 'application/json' })
    response.end(answer?.body ?? '{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, apiKey, total: String(TOTAL), hotel: HOTEL, stop: () => server.close() }
}

function answersOf(name: string): { to: RegExp; status: number; body: string }[] {
  const file = readVendors().get('liteapi')
  const recording = file?.recordings.find((each) => each.name === name)
  if (!file || !recording) throw new Error(`LiteAPI has no recording of ${name}`)
  const folder = process.env['RECORDINGS']
  const bodies = folder === undefined ? written(recording) : bodiesIn(folder, 'liteapi', file, recording)
  return recording.answers.map(({ to, status = 200 }, index) => ({
    to: new RegExp(to),
    status,
    body: bodies(index),
  }))
}

/** The same fields as in the published ones. */
function written({ answers }: Recording) {
  const card = { id: HOTEL, name: 'Hotel Example', city: 'New York', country: 'us' }
  const place = { latitude: 40.76, longitude: -73.98 }
  const rates = { ...(ratesOf(offer({ total: TOTAL }))['/hotels/rates']?.json as object), hotels: [card] }
  const byPath: Record<string, unknown> = {
    '^/hotels/rates$': rates,
    '^/data/hotel$': { data: { ...card, location: place } },
    '^/data/hotels$': { data: [{ ...card, ...place, country: 'US' }], total: 1 },
  }
  return (index: number): string => {
    const { to = '', status, json } = answers[index] ?? {}
    const refusal = { error: { code: status, message: 'unauthorized' } }
    return JSON.stringify(json ?? (status === undefined ? byPath[to] : refusal))
  }
}
