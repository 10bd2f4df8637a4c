/** An exact decimal: `units` × 10^-`scale`. Rates are decimals, never floating-point numbers. */
export interface Decimal {
  units: bigint
  scale: number
}

/** How many digits a rate between two currencies keeps. A published rate has five or six. */
const RATE_DIGITS = 10

const SHAPE = /^(\d{1,12})(?:\.(\d{1,12}))?$/

/** Null if the text is not a plain decimal above 0. */
export function parseDecimal(text: string): Decimal | null {
  const [, whole, fraction = ''] = SHAPE.exec(text) ?? []
  if (whole === undefined) return null
  const units = BigInt(whole + fraction)
  return units > 0n ? { units, scale: fraction.length } : null
}

/** `a ÷ b`, rounded half up to the digits of a rate. Exact if `b` is 1. */
export function divide(a: Decimal, b: Decimal): Decimal {
  if (b.units === 1n && b.scale === 0) return a
  const num = a.units * 10n ** BigInt(b.scale)
  const den = b.units * 10n ** BigInt(a.scale)
  const size = digitsOf(num) - digitsOf(den)
  const scale = Math.max(0, RATE_DIGITS - size)
  return trimmed({ units: (2n * num * 10n ** BigInt(scale) + den) / (2n * den), scale })
}

/** Without trailing zeros after the point. */
function trimmed({ units, scale }: Decimal): Decimal {
  let [left, digits] = [units, scale]
  while (digits > 0 && left % 10n === 0n) {
    left /= 10n
    digits -= 1
  }
  return { units: left, scale: digits }
}

function digitsOf(value: bigint): number {
  return value.toString().length
}

export function decimalText({ units, scale }: Decimal): string {
  const text = units.toString().padStart(scale + 1, '0')
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`
}

export function toNumber(decimal: Decimal): number {
  return Number(decimalText(decimal))
}

/** Multiplied by a power of ten. */
export function shifted({ units, scale }: Decimal, digits: number): Decimal {
  return scale >= digits
    ? { units, scale: scale - digits }
    : { units: units * 10n ** BigInt(digits - scale), scale: 0 }
}
