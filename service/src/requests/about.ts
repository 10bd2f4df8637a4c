/** The hotel that a request was about, and its first night. */
export interface RequestAbout {
  chain: string
  hotel_code: string
  /** Of a list, how many hotels more. */
  more: number
  night: string | null
}

/** What can be one: failed requests name anything. */
const CHAIN = /^[a-z0-9_-]{1,64}$/
const CODE = /^[\w.:-]{1,64}$/

/** As the body says, or the path. Null if it was about no hotel, or its body is not kept. */
export function aboutOf({ path, body }: { path: string; body: string | null }): RequestAbout | null {
  const [, chain, code] = /^\/hotels\/([^/?]+)\/([^/?]+)/.exec(path) ?? []
  if (chain !== undefined && code !== undefined && CHAIN.test(chain) && CODE.test(decoded(code)))
    return { chain, hotel_code: decoded(code), more: 0, night: null }
  const fields = fieldsOf(body)
  const [, agency] = /^\/ota\/([^/?]+)\//.exec(path) ?? []
  const hotels = Array.isArray(fields['hotels']) ? (fields['hotels'] as unknown[]) : [fields]
  const [first] = hotels
  if (typeof first !== 'object' || first === null) return null
  const { chain: of = agency, hotel_code: hotel } = first as Record<string, unknown>
  if (typeof of !== 'string' || typeof hotel !== 'string' || !CHAIN.test(of) || !CODE.test(hotel)) return null
  return { chain: of, hotel_code: hotel, more: hotels.length - 1, night: nightOf(fields) }
}

function nightOf({ checkin, nights }: Record<string, unknown>): string | null {
  const from = typeof nights === 'object' && nights !== null ? Reflect.get(nights, 'from') : null
  const night = checkin ?? from
  return typeof night === 'string' ? night : null
}

function fieldsOf(body: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
