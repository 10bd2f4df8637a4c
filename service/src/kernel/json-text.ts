/** An object as JSON with one more field, whose value is JSON already: cells are written as text and never parsed again. */
export function withText(fields: object, name: string, text: string): string {
  const open = JSON.stringify(fields).slice(0, -1)
  return `${open}${open === '{' ? '' : ','}${JSON.stringify(name)}:${text}}`
}
