import { counted } from '../kernel/counted.ts'
import type { PriceSpan } from '../sources/catalog/price-list.ts'

/** `1 credit`, or where sources differ `usually 1 credit (0.5 to 3)`. */
export function priceWords({ least, usual, most }: PriceSpan): string {
  const words = counted(usual, 'credit')
  return least === most ? words : `usually ${words} (${least} to ${most})`
}
