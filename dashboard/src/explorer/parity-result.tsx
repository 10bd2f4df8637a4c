import type { ParityChannel, ParityResponse } from '@vacancy/client'
import { useChains } from '../api/v1-queries.ts'
import { Badge } from '../ui/feedback.tsx'
import { formatMoney, formatPercent, formatShare, inWords } from '../ui/format.ts'
import { Table } from '../ui/page.tsx'
import { HotelHead } from './hotel-head.tsx'
import { LowestFacts } from './lowest-facts.tsx'
import { SameRooms } from './same-rooms.tsx'

export function ParityResult({ parity }: { parity: ParityResponse }) {
  const { data } = useChains()
  const { query, hotel, direct, channels } = parity
  const nameOf = (channel: string) =>
    data?.chains.find(({ id }) => id === channel)?.name ??
    channels.find((row) => row.channel === channel)?.seller?.name ??
    channel
  const widest = Math.max(...channels.map(({ gap_pct }) => Math.abs(gap_pct ?? 0)), 1)
  const noted = channels.some((row) => noteOf(row) !== '')
  return (
    <>
      <HotelHead hotel={hotel} query={query} />
      {direct && <LowestFacts lowest={{ ...NOTHING, ...direct }} currency={direct.currency} />}
      <p className="note">{verdictOf(parity, nameOf)}</p>
      <Table label="Price by channel">
        <thead>
          <tr>
            <th scope="col">Channel</th>
            <th scope="col" className="number">
              Public
            </th>
            <th scope="col" className="number">
              After tax
            </th>
            <th scope="col">Gap to direct</th>
            <th scope="col">Verdict</th>
            {noted && <th scope="col">Note</th>}
          </tr>
        </thead>
        <tbody>
          {channels.map((row) => (
            <tr key={row.channel} className={row.verdict === 'lose' ? 'worse' : ''}>
              <th scope="row" className="seller">
                {row.seller?.name ?? nameOf(row.channel)}
                <span className="under roomy">
                  {row.via === null ? <code>{row.hotel_code}</code> : `via ${nameOf(row.via)}`}
                </span>
              </th>
              <td className="number">{formatMoney(row.lowest?.bar, row.currency)}</td>
              <td className="number">{formatMoney(row.lowest?.bar_after_tax, row.currency)}</td>
              <td>
                <Gap row={row} widest={widest} />
              </td>
              <td>{row.verdict && <Badge of={row.verdict} />}</td>
              {noted && <td className="faint wordy">{noteOf(row)}</td>}
            </tr>
          ))}
        </tbody>
      </Table>
      <SameRooms parity={parity} nameOf={nameOf} />
    </>
  )
}

function noteOf({ skipped, comparison_note }: ParityChannel): string {
  return skipped ? inWords(skipped) : (comparison_note ?? '')
}

function verdictOf(
  { direct, channels, score, cheapest, comparison_note, deepest_undercut: undercut }: ParityResponse,
  nameOf: (channel: string) => string,
): string {
  if (comparison_note !== null) return comparison_note
  const { compared, channels: all } = score
  const others = all === compared ? '' : ` ${all - compared} of ${all} channels not compared.`
  if (undercut && direct) {
    const share = formatShare((undercut.diff_pct ?? 0) / 100)
    const amount = formatMoney(undercut.diff, direct.currency)
    // Channels that tie undercut equally: none of them stands for the others.
    const tied = channels.filter(({ gap }) => gap === -undercut.diff).length
    const who = tied > 1 ? `${tied} channels undercut` : `${nameOf(undercut.channel)} undercuts`
    return `${who} the direct rate by ${share} (${amount}).${others}`
  }
  if (compared === 0) return 'Not compared: no channel has a rate that can be compared with the direct rate.'
  return cheapest === 'direct'
    ? `The direct rate is the cheapest of those compared.${others}`
    : `No channel undercuts the direct rate.${others}`
}

const NOTHING = { lowest_points_cash: null, cash_copay: null, cpp: null }

/** Bars to the left are cheaper than the direct rate. */
function Gap({ row, widest }: { row: ParityChannel; widest: number }) {
  if (row.gap_pct === null) return <span className="faint">not compared</span>
  const share = (Math.abs(row.gap_pct) / widest) * 50
  const below = row.gap_pct < 0
  return (
    <span className="gap">
      <span className="gap-track" aria-hidden="true">
        <span
          className={below ? 'below' : 'above'}
          style={{ width: `${share}%`, [below ? 'right' : 'left']: '50%' }}
        />
      </span>
      {formatPercent(row.gap_pct)}
    </span>
  )
}
