import type { Visitor } from './route.ts'

/** `cache-control` where the address names the version: what it leads to never changes. */
export const KEPT_FOR_GOOD = 'public, max-age=31536000, immutable'

/** Whether the client has this answer already: by its tag if the client sends one, otherwise by its time. */
export function hasCopy(
  { ifNoneMatch, ifModifiedSince }: Pick<Visitor, 'ifNoneMatch' | 'ifModifiedSince'>,
  { etag = '', 'last-modified': modified }: Readonly<Record<string, string>>,
): boolean {
  if (ifNoneMatch !== undefined) {
    return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))
  }
  if (ifModifiedSince === undefined || modified === undefined) return false
  return Date.parse(ifModifiedSince) >= Date.parse(modified)
}

/** Tags are compared as weak ones, because an answer may have been compressed. */
function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}
