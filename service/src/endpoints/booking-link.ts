import { addNights } from '../kernel/dates.ts'
import { type Catalog, findSource } from '../sources/catalog/catalog.ts'
import type { ToldEvent } from './words.ts'

export interface BookingLink {
  label: string
  url: string
}

/** Finds where a hotel of an alert is booked; null if the event is about no hotel. */
export type FindBookingLink = (event: ToldEvent) => BookingLink | null

const WEB_SEARCH = 'https://www.google.com/search'

/** The hotel's page at its chain, where the catalog says how it is addressed; else a search for the hotel at the chain. */
export function createBookingLinks(catalog: Catalog): FindBookingLink {
  return ({ chain, hotel_code: code, name, night, los = 1 }) => {
    if (chain === undefined || code === undefined) return null
    const source = findSource(catalog, chain)
    const seller = source?.name ?? chain
    if (source?.bookingPage === undefined) {
      const query = new URLSearchParams({ q: `${name ?? code} ${seller}` })
      return { label: `Find it at ${seller}`, url: `${WEB_SEARCH}?${query.toString()}` }
    }
    const values: Readonly<Record<string, string>> = {
      hotel_code: code,
      hotel_name: name ?? code,
      checkin: night ?? '',
      checkout: night === undefined ? '' : addNights(night, los),
    }
    const url = source.bookingPage.replaceAll(/\{(\w+)\}/g, (_, field: string) =>
      encodeURIComponent(values[field] ?? ''),
    )
    return { label: `Book at ${seller}`, url }
  }
}
