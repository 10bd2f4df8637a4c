/** Adds a field whose value is already JSON: cells are written as text once and never parsed again. */
export function withText(fields: object, name: string, text: string): string {
  const open = JSON.stringify(fields).slice(0, -1)
  return `${open}${open === '{' ? '' : ','}${JSON.stringify(name)}:${text}}`
}
