/** A code for a room that its vendor only names: the same name gives the same code. */
export function roomCodeOf(name: string): string {
  const latin = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return (latin || name).slice(0, 64)
}
