import type { Receipt } from './receipt.ts'

/** The prices of a receipt as tables. */

export interface Table {
  title: string
  head: readonly string[]
  rows: readonly (readonly (string | number | null)[])[]
}

interface ShopShown {
  currency: string
  status: string
  rooms: { name: string; rates: RateShown[] }[]
}

interface RateShown {
  name: string
  currency: string
  price_per_night: number | null
  price_per_night_after_tax: number | null
  total_after_tax: number | null
  points_per_night: number | null
}

interface AwardShown {
  status: string
  currency: string
  award_rates: { room_name: string; name: string; points_per_night: number; points_total: number }[]
  cash_comparison: PricesShown
}

interface PricesShown {
  bar: number | null
  bar_after_tax: number | null
  member: number | null
}

interface ParityShown {
  direct: (PricesShown & { status: string; currency: string }) | null
  channels: {
    channel: string
    status: string | null
    currency: string | null
    lowest: PricesShown | null
    gap: number | null
    comparison_note: string | null
  }[]
}

export function priceTables({ endpoint, answer }: Receipt): Table[] {
  switch (endpoint) {
    case 'shop':
      return shopTables(answer as ShopShown)
    case 'award':
      return awardTables(answer as AwardShown)
    case 'parity':
      return parityTables(answer as ParityShown)
  }
}

function shopTables({ status, rooms }: ShopShown): Table[] {
  const rows = rooms.flatMap((room) =>
    room.rates.map((rate) => [
      room.name,
      rate.name,
      rate.currency,
      rate.price_per_night,
      rate.price_per_night_after_tax,
      rate.total_after_tax,
      rate.points_per_night,
    ]),
  )
  const head = ['Room', 'Rate', 'Currency', 'Per night', 'after tax', 'Total after tax', 'Points']
  return [{ title: `Answered: ${wordsOf(status)}`, head, rows }]
}

function awardTables({ status, currency, award_rates: rates, cash_comparison: cash }: AwardShown): Table[] {
  const rows = rates.map((rate) => [rate.room_name, rate.name, rate.points_per_night, rate.points_total])
  return [
    {
      title: `Answered: ${wordsOf(status)}`,
      head: ['Room', 'Award', 'Points per night', 'Points in all'],
      rows,
    },
    {
      title: `The same stay in ${currency}`,
      head: ['Public', 'after tax', 'Member'],
      rows: [[cash.bar, cash.bar_after_tax, cash.member]],
    },
  ]
}

function parityTables({ direct, channels }: ParityShown): Table[] {
  const own = direct
    ? [['direct', wordsOf(direct.status), direct.currency, direct.bar, direct.bar_after_tax, null, null]]
    : []
  const others = channels.map(({ channel, status, currency, lowest, gap, comparison_note: note }) => [
    channel,
    status === null ? null : wordsOf(status),
    currency,
    lowest?.bar ?? null,
    lowest?.bar_after_tax ?? null,
    gap,
    note,
  ])
  const head = ['Seller', 'Status', 'Currency', 'Per night', 'after tax', 'Gap to direct', 'Note']
  return [{ title: 'Answered', head, rows: [...own, ...others] }]
}

function wordsOf(status: string): string {
  return status.replaceAll('_', ' ')
}
