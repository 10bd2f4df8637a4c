import type { Partner } from './profile.ts'

/** Our hotel code: what a source may be asked for. Anything else in a link is no id. */
const HOTEL_CODE = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/

/** The ids that partner links name, by our source id. The engine's first link of a partner wins. */
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

/** The link, and the address it redirects to: the engine counts clicks and carries the partner's link in a parameter. */
function urlsIn(link: string): URL[] {
  const url = URL.parse(link)
  if (!url) return []
  const carried = [...url.searchParams.values()].flatMap((value) =>
    /^https?:\/\//i.test(value) ? (URL.parse(value) ?? []) : [],
  )
  return [url, ...carried]
}

function idIn(url: URL, { host, idPattern, idPrefix }: Partner): string | null {
  if (url.hostname !== host && !url.hostname.endsWith(`.${host}`)) return null
  const id = idPattern.exec(url.pathname + url.search)?.[1]
  const code = id === undefined ? '' : idPrefix + id
  return HOTEL_CODE.test(code) ? code : null
}
