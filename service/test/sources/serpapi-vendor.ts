import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bodiesIn } from '../recordings/feed.ts'
import { type Recording, readVendors } from '../recordings/vendor-file.ts'

/** What was published; the vendor's file says where. The list has the hotel of the page. */
const LIST = 'a list of holiday homes in London: none is a hotel'
const PAGE = 'the page of a hotel in London: 62 rates of its own site, and sellers without taxes'

/** What checks look for. No published list has it. */
const SAVOY = {
  type: 'hotel',
  name: 'The Savoy',
  property_token: 'ChcIsOnvNoNh9VaGgsvZy8xdGZkMBAB',
  gps_coordinates: { latitude: 51.5103, longitude: -0.1205 },
}

export interface SerpApi {
  url: string
  /** The only key that it takes. */
  apiKey: string
  /** The hotels of its list. */
  tokens: string[]
  /** The hotel of its page, which is one of them. */
  hotel: { token: string; name: string }
  stop(): void
}

/**
 * SerpApi as a server that repeats a list and a page which were published, whatever dates are asked for. Without `RECORDINGS`
 * the bodies are ours, in the same form, with the figures that a person read in the published ones.
 */
export async function openSerpApi(): Promise<SerpApi> {
  const apiKey = 'the-key'
  const [list, page] = [recordingOf(LIST), recordingOf(PAGE)]
  const [listed, shown] = [bodyOf(list), bodyOf(page)]
  const token = String(page.query['hotelCode'])
  const pages: Record<string, object> = { [token]: shown, [SAVOY.property_token]: { ...shown, ...SAVOY } }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://vendor')
    const { api_key: key, ...echoed } = Object.fromEntries(searchParams)
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    if (pathname === '/account.json' && key === apiKey)
      return answer(200, { searches_per_month: 250, total_searches_left: 247 })
    if (pathname !== '/search.json') return answer(404, { error: 'The requested resource does not exist.' })
    if (key !== apiKey) return answer(401, { error: 'Invalid API key.' })
    const found = echoed['q']?.includes(SAVOY.name) ? { ...listed, properties: [SAVOY] } : listed
    return answer(200, { ...(pages[echoed['property_token'] ?? ''] ?? found), search_parameters: echoed })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const hotels = hotelsIn(list)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey,
    tokens: Object.keys(hotels),
    hotel: { token, name: hotels[token]?.name ?? '' },
    stop: () => server.close(),
  }
}

function fileOf() {
  const file = readVendors().get('serp')
  if (!file) throw new Error('there are no recordings of SerpApi')
  return file
}

function recordingOf(name: string): Recording {
  const recording = fileOf().recordings.find((each) => each.name === name)
  if (!recording) throw new Error(`SerpApi has no recording of ${name}`)
  return recording
}

function bodyOf(recording: Recording): object {
  const folder = process.env['RECORDINGS']
  if (folder === undefined) return { search_metadata: { status: 'Success' }, ...written(recording) }
  return JSON.parse(bodiesIn(folder, 'serp', fileOf(), recording)(0)) as object
}

function written(recording: Recording): object {
  if (recording.verb === 'find') {
    const properties = Object.entries(hotelsIn(recording)).map(([token, hotel]) => propertyOf(token, hotel))
    return { properties }
  }
  const { hotel, rates } = recording.expect as unknown as { hotel: Hotel; rates: Record<string, Rate> }
  const token = String(recording.query['hotelCode'])
  const prices = Object.entries(rates).map(([key, rate]) => offerOf(key.slice(0, key.lastIndexOf('/')), rate))
  return { ...propertyOf(token, hotel), prices }
}

interface Hotel {
  name: string
  lat: number
  lng: number
}

function hotelsIn({ expect }: Recording): Record<string, Hotel> {
  return expect['hotels'] as Record<string, Hotel>
}

function propertyOf(token: string, { name, lat, lng }: Hotel): object {
  return {
    type: 'hotel',
    name,
    property_token: token,
    gps_coordinates: { latitude: lat, longitude: lng },
  }
}

interface Rate {
  pricePerNight: number
  pricePerNightAfterTax: number | null
  refundable: boolean | null
  seller: { name: string; direct: boolean }
}

/** A price without taxes beside it may be either, so the vendor shows it as the lowest one alone. */
function offerOf(room: string, { pricePerNight, pricePerNightAfterTax, refundable, seller }: Rate): object {
  const lowest = pricePerNightAfterTax ?? pricePerNight
  const figure = {
    lowest: `$${lowest}`,
    extracted_lowest: lowest,
    ...(pricePerNightAfterTax !== null && {
      before_taxes_fees: `$${pricePerNight}`,
      extracted_before_taxes_fees: pricePerNight,
    }),
  }
  const terms = {
    num_guests: 2,
    rate_per_night: figure,
    total_rate: figure,
    ...(refundable !== null && { free_cancellation: refundable }),
  }
  return { source: seller.name, official: seller.direct, ...terms, rooms: [{ name: room, ...terms }] }
}
