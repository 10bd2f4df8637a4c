import { useLocation, useNavigate } from '@tanstack/react-router'

/** The part of the address after the question mark: plain texts, so that addresses stay short and readable. */
export type Texts = Readonly<Record<string, string | undefined>>

export function parseTexts(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function writeTexts(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/** For a route that reads only these. Anything else in its address is dropped. */
export function textsOf<const Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): { [name in Name]?: string } => {
    const known = names.filter((name) => typeof search[name] === 'string')
    return Object.fromEntries(known.map((name) => [name, search[name]])) as { [name in Name]?: string }
  }
}

/** For a route with a form: every text is kept. */
export function anyTexts(search: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Without the texts that are not there. */
export function givenOf(texts: Texts): Record<string, string> {
  return anyTexts(texts)
}

interface Change {
  /** Adds a step to the history, so that the browser's Back undoes it. */
  isStep?: boolean
}

/** The texts of the present address, and a way to change some of them; `undefined` removes one. */
export function useTexts(): [Texts, (changed: Texts, change?: Change) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const texts = anyTexts(search)
  return [
    texts,
    (changed, { isStep = false } = {}) =>
      void navigate({ to: '.', search: { ...texts, ...changed }, replace: !isStep, resetScroll: false }),
  ]
}
