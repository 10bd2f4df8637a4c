/** Spreadsheets treat a cell that starts with one of these as a formula; a leading apostrophe makes it text. */
const FORMULA = /^[=+\-@\t\r]/

/** Quotes a text as an RFC 4180 field. */
export function csvText(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
