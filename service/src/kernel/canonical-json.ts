/**
 * The canonical form of a JSON value (RFC 8785): the same bytes in every program. Keys are in the order of their UTF-16 units,
 * numbers and strings as ECMAScript writes them. Like `JSON.stringify`, leaves out fields that are undefined.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${fields.map(([name, field]) => `${canonicalJson(name)}:${canonicalJson(field)}`).join(',')}}`
  }
  const isKept =
    typeof value === 'number' ? Number.isFinite(value) : typeof value !== 'string' || value.isWellFormed()
  const text = isKept ? JSON.stringify(value) : undefined
  if (text === undefined) throw new RangeError('a value that JSON cannot hold')
  return text
}
