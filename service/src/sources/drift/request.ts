import type { Asked } from '../asked.ts'
import { wordsOf } from './facts.ts'

/** The steps of a path that are data: ids, codes, dates. A version such as `v1.3` is not. */
const IS_DATA = /^(?!v\d+(?:[._]\d+)*$)(?=.*\d)|^[A-Z]{3,}$/

/** What bodies are compared by: the question, the request without what it is about, and the status if it is not 200. */
export function requestOf(
  { verb, query }: Asked,
  { method, path, status }: { method: string; path: string; status: number | null },
): string {
  const said = wordsOf(query)
  const steps = path.split('/').map((step) => (said.has(step) || IS_DATA.test(step) ? '*' : step))
  const answered = status === 200 || status === null ? '' : ` → ${status}`
  return `${verb}: ${method} ${steps.join('/')}${answered}`
}
