import { describe, formerHotel, type HotelDescription } from './description.ts'
import { createDirectory, type Directory } from './directory.ts'
import { hashText, mix } from './hash.ts'
import type { Channel, Hotel } from './hotel.ts'
import type { Listing } from './listing.ts'

/** What the control port may change about a property at one source. */
export interface HotelChange {
  name?: string
  lat?: number
  lng?: number
  closed?: boolean
}

/** Which properties each source has, and how they are described. Both can be changed, and set back. */
export interface Inventory {
  hotel(source: string, code: string): Hotel | undefined
  channel(source: string, code: string): Channel | undefined
  directory(source: string): Directory | undefined
  /** With those that have left, in an order that changes do not disturb. */
  descriptions(source: string): readonly HotelDescription[]
  description(source: string, code: string): HotelDescription | undefined
  /** False if the source does not know the code. */
  change(source: string, code: string, change: HotelChange): boolean
  /** A new property, priced like another one. False if the code is taken or the other is unknown. */
  add(source: string, code: string, like: string, facts: Omit<HotelChange, 'closed'>): boolean
  forgetChanges(): void
}

interface Entry {
  /** Null for a hotel that closed before the world began. */
  property: Hotel | Channel | null
  description: HotelDescription
}

interface Shelf {
  entries: Map<string, Entry>
  /** Made when first asked for, and again after a change. */
  descriptions: readonly HotelDescription[] | undefined
  directory: Directory | undefined
}

const DAY_MS = 86_400_000

/** What each source has at the beginning. */
export type Stock = ReadonlyMap<string, () => readonly (Hotel | Channel)[]>

export function createInventory(stock: Stock, now: () => number): Inventory {
  const todayMs = Math.floor(now() / DAY_MS) * DAY_MS
  const shelves = new Map<string, Shelf>()
  const undo: (() => void)[] = []

  /** Filled when first asked for. */
  const shelfOf = (source: string): Shelf | undefined => {
    const properties = stock.get(source)
    if (!properties) return undefined
    const shelf = shelves.get(source) ?? fill(properties(), todayMs)
    shelves.set(source, shelf)
    return shelf
  }
  /** Before a change, because an agency copies its listings from the chains: it must not copy what has changed. */
  const fillAll = (): void => {
    for (const source of stock.keys()) shelfOf(source)
  }

  const entryOf = (source: string, code: string) => shelfOf(source)?.entries.get(code)
  const openOf = (source: string, code: string) => {
    const entry = entryOf(source, code)
    return entry?.description.closedAtMs === null ? (entry.property ?? undefined) : undefined
  }
  const altered = (shelf: Shelf | undefined): void => {
    if (!shelf) return
    shelf.descriptions = undefined
    shelf.directory = undefined
  }

  return {
    hotel(source, code) {
      const property = openOf(source, code)
      return property && !('hotel' in property) ? property : undefined
    },
    channel(source, code) {
      const property = openOf(source, code)
      return property && 'hotel' in property ? property : undefined
    },
    directory(source) {
      const shelf = shelfOf(source)
      if (!shelf) return undefined
      shelf.directory ??= createDirectory(openListings(shelf))
      return shelf.directory
    },
    descriptions(source) {
      const shelf = shelfOf(source)
      if (!shelf) return []
      shelf.descriptions ??= [...shelf.entries.values()].map(({ description }) => description)
      return shelf.descriptions
    },
    description: (source, code) => entryOf(source, code)?.description,
    change(source, code, { closed, ...facts }) {
      fillAll()
      const description = entryOf(source, code)?.description
      if (!description) return false
      const { listing } = description
      const before = { listing: { ...listing }, description: { ...description } }
      undo.push(() => {
        Object.assign(listing, before.listing)
        Object.assign(description, before.description)
      })
      // Listing and description stay the same objects: prices and pages refer to them.
      Object.assign(listing, facts)
      description.updatedAtMs = now()
      if (closed !== undefined) description.closedAtMs = closed ? now() : null
      altered(shelves.get(source))
      return true
    },
    add(source, code, like, facts) {
      const shelf = shelfOf(source)
      const model = shelf?.entries.get(like)?.property
      if (!shelf || !model || shelf.entries.has(code)) return false
      const chainHotel = 'hotel' in model ? model.listing.chainHotel : { source, code }
      const listing: Listing = { ...model.listing, ...facts, code, chainHotel }
      const property = { ...model, listing, key: mix(model.key, hashText(code), 201) }
      const description = { ...describe(property, todayMs), updatedAtMs: now() }
      shelf.entries.set(code, { property, description })
      undo.push(() => shelf.entries.delete(code))
      altered(shelf)
      return true
    },
    forgetChanges() {
      for (const back of undo.splice(0).toReversed()) back()
      for (const shelf of shelves.values()) altered(shelf)
    },
  }
}

function fill(properties: readonly (Hotel | Channel)[], todayMs: number): Shelf {
  const entries = new Map<string, Entry>()
  for (const property of properties) {
    entries.set(property.listing.code, { property, description: describe(property, todayMs) })
  }
  for (const description of formerIn([...entries.values()], todayMs)) {
    const { code } = description.listing
    if (!entries.has(code)) entries.set(code, { property: null, description })
  }
  return { entries, descriptions: undefined, directory: undefined }
}

/** Test hotels have no past. */
function formerIn(entries: readonly Entry[], todayMs: number): HotelDescription[] {
  return entries.flatMap(({ property, description }) => {
    if (property === null || ('hotel' in property ? property.hotel : property).test !== null) return []
    return formerHotel(description, property.key, todayMs) ?? []
  })
}

function openListings({ entries }: Shelf): Listing[] {
  return [...entries.values()].flatMap(({ description }) =>
    description.closedAtMs === null ? description.listing : [],
  )
}
