import { Link } from '@tanstack/react-router'
import type { Watch } from '@vacancy/client'
import { type Choice, ChooseRow, chooseAll } from '../acts/choice.tsx'
import { HotelCode } from '../hotels/hotel-names.tsx'
import { Badge } from '../ui/feedback.tsx'
import { formatCredits } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Heads, Table } from '../ui/page.tsx'
import { conditionOf, nightsOf } from './watch-words.ts'

interface WatchTableProps {
  watches: readonly Watch[]
  /** Those of the other pages, too. */
  all: readonly Watch[]
  nameOf: (watch: Watch) => string | undefined
  choice: Choice
}

export function WatchTable({ watches, all, nameOf, choice }: WatchTableProps) {
  return (
    <Table label="Watches" isStacked>
      <Heads
        of={[
          chooseAll('watches', all, choice),
          'Hotel',
          'Nights',
          'Condition',
          'Status',
          'Last look',
          { number: 'Credits per look' },
        ]}
      />
      <tbody>
        {watches.map((watch) => (
          <tr key={watch.id}>
            <ChooseRow
              id={watch.id}
              name={`${nameOf(watch) ?? watch.hotel_code}, ${nightsOf(watch)}`}
              choice={choice}
            />
            <th scope="row">
              <Link to="/watches/$id" params={{ id: watch.id }}>
                {nameOf(watch) ?? watch.hotel_code}
              </Link>
              <HotelCode hotel={watch} name={nameOf(watch)} />
            </th>
            <td data-name="Nights">{nightsOf(watch)}</td>
            <td className="wordy" data-name="Condition">
              {conditionOf(watch)}
            </td>
            <td data-name="Status">
              <Badge of={watch.status} />
            </td>
            <td data-name="Last look">
              <Moment at={watch.last_refresh_at} never="not yet" />
            </td>
            <td className="number" data-name="Credits per look">
              {formatCredits(watch.credits_per_refresh)}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
