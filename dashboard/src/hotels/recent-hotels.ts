import { useSyncExternalStore } from 'react'
import type { HotelId } from './hotel-id.ts'

/** A hotel that was chosen in this browser. */
export interface KnownHotel extends HotelId {
  name: string
  city: string | null
}

interface Kept {
  /** Newest first. */
  recent: KnownHotel[]
  starred: KnownHotel[]
}

const STORED = 'vacancy.hotels'
const MOST_RECENT = 8
const MOST_STARRED = 50

const NONE: Kept = { recent: [], starred: [] }
const listeners = new Set<() => void>()
let kept: Kept = read()

function read(): Kept {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? 'null') as Partial<Kept> | null
    return { recent: listOf(stored?.recent), starred: listOf(stored?.starred) }
  } catch {
    return NONE
  }
}

function listOf(value: unknown): KnownHotel[] {
  return Array.isArray(value)
    ? (value as KnownHotel[]).filter((hotel) => hotel?.chain && hotel.hotel_code)
    : []
}

function write(changed: Kept): void {
  kept = changed
  localStorage.setItem(STORED, JSON.stringify(changed))
  for (const tell of listeners) tell()
}

const isSame = (a: HotelId) => (b: HotelId) => a.chain === b.chain && a.hotel_code === b.hotel_code
const others = (hotels: KnownHotel[], hotel: HotelId) => hotels.filter((other) => !isSame(hotel)(other))

export function rememberHotel(hotel: KnownHotel): void {
  write({ ...kept, recent: [hotel, ...others(kept.recent, hotel)].slice(0, MOST_RECENT) })
}

export function toggleStar(hotel: KnownHotel): void {
  const starred = kept.starred.some(isSame(hotel))
    ? others(kept.starred, hotel)
    : [hotel, ...kept.starred].slice(0, MOST_STARRED)
  write({ ...kept, starred })
}

/** Another person at this browser does not see them. */
export function forgetHotels(): void {
  write(NONE)
}

export function useKeptHotels(): Kept & { isStarred: (hotel: HotelId) => boolean } {
  const now = useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => kept,
  )
  return { ...now, isStarred: (hotel) => now.starred.some(isSame(hotel)) }
}
