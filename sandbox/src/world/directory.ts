import { distanceKm, isLatitudeBeyond } from './geography.ts'
import type { Listing } from './listing.ts'
import { fold } from './text.ts'

/** One source's properties, to be looked up by code, by place and by name. */
export interface Directory {
  all: readonly Listing[]
  near(lat: number, lng: number, radiusKm: number, limit: number): { listing: Listing; km: number }[]
  search(text: string, limit: number): Listing[]
}

export function createDirectory(listings: readonly Listing[]): Directory {
  let folded: { listing: Listing; words: string; name: string }[] | undefined
  return {
    all: listings,
    // A few thousand haversines are cheaper than the index they would save.
    near(lat, lng, radiusKm, limit) {
      const found: { listing: Listing; km: number }[] = []
      for (const listing of listings) {
        if (isLatitudeBeyond(lat, listing.lat, radiusKm)) continue
        const km = distanceKm(lat, lng, listing.lat, listing.lng)
        if (km <= radiusKm) found.push({ listing, km })
      }
      found.sort((a, b) => a.km - b.km || (a.listing.code < b.listing.code ? -1 : 1))
      return found.slice(0, limit)
    },
    search(text, limit) {
      folded ??= listings.map((listing) => {
        const name = fold(listing.name)
        return { listing, name, words: ` ${name} ${fold(listing.city)}` }
      })
      const asked = fold(text)
      const words = asked.split(' ').filter((word) => word !== '')
      if (words.length === 0) return []
      return folded
        .filter((candidate) => words.every((word) => candidate.words.includes(` ${word}`)))
        .toSorted(
          (a, b) =>
            Number(b.name.startsWith(asked)) - Number(a.name.startsWith(asked)) ||
            a.name.length - b.name.length ||
            (a.listing.code < b.listing.code ? -1 : 1),
        )
        .slice(0, limit)
        .map(({ listing }) => listing)
    },
  }
}
