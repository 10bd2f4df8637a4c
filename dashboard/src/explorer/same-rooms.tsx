import type { ParityResponse } from '@vacancy/client'
import { termsOf } from '../bookings/booking-words.ts'
import { Badge } from '../ui/feedback.tsx'
import { formatMoney, formatPercent, formatShare } from '../ui/format.ts'
import { Heads, Table } from '../ui/page.tsx'

interface SameRoomsProps {
  parity: ParityResponse
  nameOf: (channel: string) => string
}

type LikeForLike = ParityResponse['like_for_like'][number]

/** From this confidence on, two rooms are compared. */
const MATCH = 0.9

/** The hotel's own rooms beside the same ones of the channels, with the same conditions; and what was not sure enough to compare. */
export function SameRooms({ parity, nameOf }: SameRoomsProps) {
  const { direct, like_for_like: compared } = parity
  const unsure = unsureOf(parity)
  if (!direct || (compared.length === 0 && unsure.length === 0)) return null
  return (
    <section className="same-rooms">
      <h3>Room by room</h3>
      {compared.length === 0 ? (
        <p className="note">No channel sells a room that is surely the same, with the same conditions.</p>
      ) : (
        <>
          <p className="hint">
            Public rates per night after tax, with the same meals and cancellation. Rooms are matched by name,
            beds and view, never by price.
          </p>
          <Table label="Price by room" isStacked>
            <Heads of={['Room', { number: 'Direct' }, 'At the channels']} />
            <tbody>
              {compared.map((entry) => (
                <tr key={entryKey(entry)}>
                  <th scope="row">
                    {entry.room?.room_name ?? 'Any room: none is surely the same'}
                    <span className="under">{termsOf(entry)}</span>
                  </th>
                  <td className="number" data-name="Direct">
                    {formatMoney(entry.direct.rate, direct.currency)}
                  </td>
                  <td className="whole" data-name="At the channels">
                    <ul className="sellers">
                      {entry.channels.map((row) => (
                        <li key={row.channel}>
                          <span>
                            {nameOf(row.channel)}
                            <span className="under roomy">{row.room_name}</span>
                          </span>
                          <span className="number">{formatMoney(row.rate, direct.currency)}</span>
                          <span className="number">
                            {row.gap_pct === null ? '' : formatPercent(row.gap_pct)}
                          </span>
                          <span>{row.verdict && <Badge of={row.verdict} />}</span>
                        </li>
                      ))}
                    </ul>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </>
      )}
      {unsure.length > 0 && (
        <details className="explained">
          <summary>{unsureWords(unsure.length)}</summary>
          <ul>
            {unsure.map(({ own, channel, room_name, confidence, evidence }) => (
              <li key={`${own} ${channel} ${room_name}`}>
                {own}, at {nameOf(channel)} “{room_name}”: {formatShare(confidence)} sure.{' '}
                {evidence.join('; ')}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function unsureWords(count: number): string {
  return count === 1
    ? 'One more may be the same, and was not compared'
    : `${count} more may be the same, and were not compared`
}

/** Rooms that may be the same, surest first. */
function unsureOf({ rooms }: ParityResponse) {
  return rooms
    .flatMap(({ direct, channels }) => channels.map((room) => ({ own: direct.room_name, ...room })))
    .filter(({ confidence }) => confidence < MATCH)
    .toSorted((a, b) => b.confidence - a.confidence)
}

function entryKey({ room, refundable, meal_plan: meal }: LikeForLike): string {
  return `${room?.room_code ?? ''} ${room?.room_name ?? ''} ${refundable} ${meal}`
}
