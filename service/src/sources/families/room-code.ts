/** A code for a room that its vendor only names: the same name is the same room. */
export function roomCodeOf(name: string): string {
  const latin = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return (latin || name).slice(0, 64)
}
