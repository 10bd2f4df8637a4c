import type { Comparable } from '../generated/shapes.ts'
import { money } from './words.ts'

/** The comparable price beside a quoted one; empty where nothing was converted, so that the column disappears. */
export function converted({ comparable }: { comparable: Comparable | null }): string {
  if (!comparable?.fx) return ''
  return `≈ ${money(comparable.bar_after_tax ?? comparable.bar, comparable.currency)}`
}
