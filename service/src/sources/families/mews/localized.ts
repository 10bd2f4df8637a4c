import { text } from '../facts.ts'

/** A text in English, else in the language of the hotel, else in the first one that it has. */
export function localized(
  byLanguage: Readonly<Record<string, string | null>> | null | undefined,
  language?: string | null,
): string | null {
  if (!byLanguage) return null
  const preferred = language === null || language === undefined ? undefined : byLanguage[language]
  return (
    text(byLanguage['en-US']) ??
    text(byLanguage['en-GB']) ??
    text(preferred) ??
    firstOf(Object.values(byLanguage))
  )
}

function firstOf(texts: readonly (string | null)[]): string | null {
  return texts.map((one) => text(one)).find((one) => one !== null) ?? null
}
