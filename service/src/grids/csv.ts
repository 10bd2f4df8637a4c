/** A spreadsheet takes a cell that begins with one of these for a formula; a leading apostrophe makes it text. */
const FORMULA = /^[=+\-@\t\r]/

/** A text as a field of RFC 4180. */
export function csvText(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
