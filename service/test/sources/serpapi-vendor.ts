import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A vendor that replays the prices of a page of 2025, as SerpApi published it. */

export const TOKEN = 'ChoIzLSnreLp1cT3ARoNL2cvMTFnMDQ3cl9sZxAB'
const figure = (lowest: number, before: number) => ({
  lowest: `$${lowest}`,
  extracted_lowest: lowest,
  before_taxes_fees: `$${before}`,
  extracted_before_taxes_fees: before,
})
const offer = (source: string, lowest: number, before: number, more: object = {}) => ({
  source,
  link: `https://www.google.com/travel/clk?pc=AA80Osz&ap=1`,
  num_guests: 2,
  rate_per_night: figure(lowest, before),
  total_rate: figure(lowest, before),
  ...more,
})
const HEAD = {
  type: 'hotel',
  name: 'Radisson Hotel Goa Candolim',
  property_token: TOKEN,
  gps_coordinates: { latitude: 15.5094806, longitude: 73.7678848 },
}
export const NEIGHBOUR = {
  ...HEAD,
  name: 'Novotel Goa Candolim',
  property_token: 'ChkI0fCcv9Xp1sSjARoML2cvMXRoa',
}
/** The prices of a page of 2025, as the vendor published it. */
const PAGE = {
  ...HEAD,
  featured_prices: [
    offer('Priceline', 87, 78, { rooms: [{ name: 'Standard Room - Non-Refundable', ...offer('', 87, 78) }] }),
  ],
  prices: [
    offer('Radisson Hotel Goa Candolim', 136, 116, { official: true, num_guests: 3 }),
    offer('Booking.com', 87, 78),
    offer('Cleartrip.com', 99, 80),
    offer('Traveloka.com', 123, 105),
  ],
}
/** What checks look for. */
const SAVOY = {
  ...HEAD,
  name: 'The Savoy',
  property_token: 'ChcIsOnvNoNh9VaGgsvZy8xdGZkMBAB',
  gps_coordinates: { latitude: 51.5103, longitude: -0.1205 },
}

export interface SerpApi {
  url: string
  stop(): void
}

/** Takes the key `the-key` only. */
export async function openSerpApi(): Promise<SerpApi> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://vendor')
    const { api_key: key, ...echoed } = Object.fromEntries(searchParams)
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    if (pathname === '/account.json' && key === 'the-key')
      return answer(200, { searches_per_month: 250, total_searches_left: 247 })
    if (pathname !== '/search.json') return answer(404, { error: 'The requested resource does not exist.' })
    if (key !== 'the-key') return answer(401, { error: 'Invalid API key.' })
    const page = { [TOKEN]: PAGE, [SAVOY.property_token]: { ...PAGE, ...SAVOY } }[
      echoed['property_token'] ?? ''
    ]
    const found = echoed['q']?.includes('Savoy') ? [SAVOY] : [HEAD, NEIGHBOUR]
    return answer(200, {
      search_metadata: { status: 'Success' },
      search_parameters: echoed,
      ...(page ?? { properties: found }),
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => server.close(),
  }
}
