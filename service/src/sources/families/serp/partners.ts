import type { Partner } from './profile.ts'

/** A valid hotel code. Anything else in a link is not an id. */
const HOTEL_CODE = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/

/** The ids in partner links, by our source id. The first link of a partner wins. */
export function partnerIds(links: readonly string[], partners: readonly Partner[]): Record<string, string> {
  const ids: Record<string, string> = {}
  for (const link of links) {
    for (const url of urlsIn(link)) {
      for (const partner of partners) {
        const id = idIn(url, partner)
        if (id !== null) ids[partner.source] ??= id
      }
    }
  }
  return ids
}

/** The engine counts clicks through a redirect, and some partners add another. */
const MOST_REDIRECTS = 3

/** The link, and the addresses in its parameters. */
export function urlsIn(link: string, redirects = MOST_REDIRECTS): URL[] {
  const url = URL.parse(link)
  if (!url) return []
  const carried = [...url.searchParams.values()].filter((value) => /^https?:\/\//i.test(value))
  return [url, ...(redirects === 0 ? [] : carried.flatMap((value) => urlsIn(value, redirects - 1)))]
}

function idIn(url: URL, { host, idPatterns, idPrefix }: Partner): string | null {
  if (!host.test(url.hostname)) return null
  const place = url.pathname + url.search
  for (const pattern of idPatterns) {
    const id = pattern.exec(place)?.[1]
    if (id !== undefined && HOTEL_CODE.test(idPrefix + id)) return idPrefix + id
  }
  return null
}
