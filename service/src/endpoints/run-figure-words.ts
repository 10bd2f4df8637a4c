import { counted } from '../kernel/counted.ts'
import { dayWords, money, number, percent } from './figure-words.ts'

/** What a run says about the hotel that it is about. */
export type ToldFigures =
  | {
      kind: 'market'
      hotel: ToldHotel
      currency: string
      nights: number
      far_pct: number
      standing: {
        compared: number
        rank: number | null
        of: number | null
        rate_index: number | null
        vs_others_median_pct: number | null
        stand_out: readonly {
          night: string
          rate: number
          others_median: number
          vs_others_median_pct: number
          rank: number
          of: number
        }[]
      }
      before: { rank: number | null; rate_index: number | null } | null
    }
  | {
      kind: 'parity'
      hotel: ToldHotel
      currency: string
      nights: number
      score: { win: number; meet: number; lose: number; compared: number }
      undercutters: readonly {
        channel: string
        nights: number
        compared: number
        deepest: { night: string; gap: number; gap_pct: number } | null
      }[]
      before: { lose: number } | null
    }

interface ToldHotel {
  chain: string
  hotel_code: string
  name: string | null
}

type Fact = readonly [label: string, value: string]

/** In a line, for the subject of a mail; null if nothing could be compared. */
export function figureLine(figures: ToldFigures): string | null {
  if (figures.kind === 'parity') {
    const { compared, lose } = figures.score
    return compared === 0
      ? null
      : `agencies undercut you in ${number(lose)} of ${counted(compared, 'comparison')}`
  }
  const { rank, of, rate_index: index } = figures.standing
  if (rank === null || of === null) return null
  return `average rank ${number(rank)} of ${number(of)}${index === null ? '' : `, rate index ${number(index)}`}`
}

/** `signed`: with the sign of the change. */
function signed(pct: number): string {
  return `${pct < 0 ? '−' : '+'}${percent(Math.abs(pct))}`
}

function since(before: number | null | undefined): string {
  return before === null || before === undefined ? '' : `, ${number(before)} in the run before`
}

export function figureFacts(figures: ToldFigures): Fact[] {
  const { hotel, currency } = figures
  const own: Fact = ['Hotel', hotel.name ?? `${hotel.chain}:${hotel.hotel_code}`]
  if (figures.kind === 'parity') {
    const { score, undercutters, before } = figures
    return [
      own,
      [
        'You against the agencies',
        `win ${number(score.win)}, meet ${number(score.meet)}, lose ${number(score.lose)}${since(before?.lose)}`,
      ],
      ...undercutters.map(
        ({ channel, nights, compared, deepest }): Fact => [
          channel,
          `cheaper on ${number(nights)} of ${counted(compared, 'night')}${
            deepest
              ? `; the largest gap is ${money(Math.abs(deepest.gap), currency)} (${signed(deepest.gap_pct)}), on ${nightWords(deepest.night)}`
              : ''
          }`,
        ],
      ),
    ]
  }
  const { standing, before } = figures
  if (standing.rank === null) return [own]
  return [
    own,
    ['Average rank', `${number(standing.rank)} of ${number(standing.of ?? 0)}${since(before?.rank)}`],
    ...(standing.rate_index === null
      ? []
      : [['Rate index', `${number(standing.rate_index)}${since(before?.rate_index)}`] as const]),
    ...standing.stand_out.map(
      ({ night, rate, others_median: median, vs_others_median_pct: pct, rank, of }): Fact => [
        `Stands out: ${nightWords(night)}`,
        `${money(rate, currency)}, the others’ median is ${money(median, currency)} (${signed(pct)}), rank ${rank} of ${of}`,
      ],
    ),
  ]
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

function nightWords(night: string): string {
  const date = new Date(`${night}T00:00:00Z`)
  return `${WEEKDAYS[date.getUTCDay()]} ${dayWords(date)}`
}
