import { Type } from 'typebox'
import { nullable } from '../edge/schemas.ts'
import type { ParityOfJob } from './parity-of-job.ts'

/** How often a channel is cheaper than the hotel itself. */
export interface Undercutter {
  channel: string
  nights: number
  compared: number
  deepest: { night: string; los: number; gap: number; gap_pct: number } | null
}

export const UndercutterSchema = Type.Object(
  {
    channel: Type.String({ description: 'Id of the agency.' }),
    nights: Type.Integer({ description: 'Nights on which it is cheaper than the hotel itself.' }),
    compared: Type.Integer({ description: 'Nights on which both could be compared.' }),
    deepest: nullable(
      Type.Object({
        night: Type.String({ description: 'Check-in.', format: 'date' }),
        los: Type.Integer({ description: 'Nights of the stay.' }),
        gap: Type.Number({ description: 'Channel minus direct, in the currency of direct.' }),
        gap_pct: Type.Number({ description: 'The same in percent.' }),
      }),
      'Where it is furthest below; null if it never is.',
    ),
  },
  { $id: 'Undercutter' },
)

/** All channels, those that undercut most often first. Channels that undercut equally often stay in their order. */
export function undercuttersOf({
  channels,
  nights,
}: Pick<ParityOfJob, 'channels' | 'nights'>): Undercutter[] {
  return channels
    .map(({ channel }, index): Undercutter => {
      const compared = nights.flatMap(({ night, los, channels: rows }) => {
        const row = rows[index]
        return row && row.verdict !== null ? [{ night, los, ...row }] : []
      })
      const below = compared
        .flatMap(({ night, los, verdict, gap, gap_pct: pct }) =>
          verdict === 'lose' && gap !== null && pct !== null ? [{ night, los, gap, gap_pct: pct }] : [],
        )
        .toSorted((a, b) => a.gap_pct - b.gap_pct)
      return { channel, nights: below.length, compared: compared.length, deepest: below[0] ?? null }
    })
    .toSorted((a, b) => b.nights - a.nights)
}
