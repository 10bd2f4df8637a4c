import type { HotelContent } from '../content.ts'

/** Reading of single facts that all families share. What is not of the expected type counts as not said. */

export function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** A number, also one that the vendor writes as text. */
export function number(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || !/^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(value)) return null
  return Number(value)
}

export function upper(value: unknown): string | null {
  return text(value)?.trim().toUpperCase() ?? null
}

/** Several lines of an address in one. */
export function lines(...parts: unknown[]): string | null {
  const said = parts.flatMap((part) => text(part)?.trim() ?? [])
  return said.length === 0 ? null : said.join(', ')
}

/** An object's fields; none if it is not an object. */
export function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** A hotel of which only code and name are known; families add what their vendor says. */
export function hotelNamed(hotelCode: string, name: string): HotelContent {
  return {
    hotelCode,
    name,
    brand: null,
    address: null,
    city: null,
    region: null,
    postalCode: null,
    country: null,
    lat: null,
    lng: null,
    stars: null,
    currency: null,
    timezone: null,
    roomsTotal: null,
    status: 'open',
  }
}
