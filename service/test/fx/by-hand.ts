import { get } from '../support/client.ts'

/** Conversions once more, from the published figures alone: decimal texts and big integers. */

interface Exact {
  units: bigint
  scale: number
}

function exact(value: number): Exact {
  const [whole = '', fraction = ''] = plain(value).split('.')
  return { units: BigInt(whole + fraction), scale: fraction.length }
}

/** Without an exponent. */
function plain(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/0+$/, '') : text
}

/** Half up to so many decimals. */
function rounded(num: bigint, den: bigint, decimals: number): number {
  return Number((2n * num * 10n ** BigInt(decimals) + den) / (2n * den)) / 10 ** decimals
}

const WITHOUT_DECIMALS = new Set(['JPY', 'KRW', 'ISK', 'CLP', 'VND'])
const WITH_THREE = new Set(['KWD', 'BHD', 'OMR', 'JOD', 'TND'])

function decimalsOf(currency: string): number {
  if (WITHOUT_DECIMALS.has(currency)) return 0
  return WITH_THREE.has(currency) ? 3 : 2
}

export function convertByHand(amount: number, rate: number, to: string): number {
  const [a, r] = [exact(amount), exact(rate)]
  return rounded(a.units * r.units, 10n ** BigInt(a.scale + r.scale), decimalsOf(to))
}

/** Cents per point of a price, with 2 decimals. */
export function cppByHand(price: number, rate: number, points: number): number {
  const [p, r] = [exact(price), exact(rate)]
  return rounded(p.units * r.units * 100n, 10n ** BigInt(p.scale + r.scale) * BigInt(points), 2)
}

export interface Quoted {
  currency: string
  observed_at: string
}

/** From `GET /fx` for the day of each observation; null where there is no rate. */
export type RateByHand = (quoted: Quoted, to: string) => number | null

export async function ratesByHand(url: string, key: string, quotes: readonly Quoted[]): Promise<RateByHand> {
  const tables = new Map<string, Record<string, number>>()
  for (const { currency, observed_at } of quotes) {
    const date = observed_at.slice(0, 10)
    const name = `${currency} ${date}`
    if (tables.has(name)) continue
    const { body } = await get(url, `/v1/fx?base=${currency}&date=${date}`, key)
    tables.set(name, (body as { rates: Record<string, number> }).rates)
  }
  return ({ currency, observed_at }, to) =>
    currency === to ? 1 : (tables.get(`${currency} ${observed_at.slice(0, 10)}`)?.[to] ?? null)
}
