/** How many nights a board may have, from today on. */
export const SPANS = [
  { value: '14', label: '14' },
  { value: '30', label: '30' },
  { value: '60', label: '60' },
  { value: '90', label: '90 nights' },
] as const

export type Span = (typeof SPANS)[number]['value']

export function readSpan(text: string | undefined, usual: Span): Span {
  return SPANS.find(({ value }) => value === text)?.value ?? usual
}

/** Undefined for nights that this page does not offer. */
export function spanOf({ from, to, days }: { from: string; to: string; days?: unknown }): Span | undefined {
  if (from !== '+0d' || days !== undefined) return undefined
  return SPANS.find(({ value }) => to === `+${Number(value) - 1}d`)?.value
}
