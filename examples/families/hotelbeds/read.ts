import { addNights, SourceFailure } from 'vacancy/family'

/** Reading of the vendor's JSON. What is not of the expected type counts as not said, or as broken if a price depends on it. */

export type Fields = Readonly<Record<string, unknown>>

export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** A number, also one that the vendor writes as text. */
export function number(value: unknown): number | null {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : null
}

export function broken(what: string): SourceFailure {
  return new SourceFailure('broken', what)
}

/** The hotels of an availability, by code. Those without a room for the stay are left out by the vendor. */
export function offersOf(
  body: unknown,
  { checkin, los }: { checkin: string; los: number },
): Map<string, Fields> {
  const { hotels: found, total, checkIn, checkOut } = fields(fields(body)['hotels'])
  if (number(total) === 0 && list(found).length === 0) return new Map()
  if (!Array.isArray(found)) throw broken('no list of hotels')
  if (checkIn !== checkin || checkOut !== addNights(checkin, los))
    throw broken(`an answer for ${String(checkIn)} to ${String(checkOut)}`)
  return new Map(
    found.map((hotel) => {
      const code = number(fields(hotel)['code'])
      if (code === null) throw broken('a hotel without a code')
      return [String(code), fields(hotel)]
    }),
  )
}

/** The codes that the content knows. */
export function knownCodes(body: unknown): Set<unknown> {
  const { hotels, total } = fields(body)
  if (number(total) === null || !Array.isArray(hotels)) throw broken('no list of content')
  return new Set(hotels.map((hotel) => String(number(fields(hotel)['code']))))
}
