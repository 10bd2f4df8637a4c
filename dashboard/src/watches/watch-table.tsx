import { Link } from '@tanstack/react-router'
import type { Watch } from '@vacancy/client'
import { HotelCode } from '../hotels/hotel-names.tsx'
import { Badge } from '../ui/feedback.tsx'
import { formatCredits } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Heads, Table } from '../ui/page.tsx'
import { conditionOf, nightsOf } from './watch-words.ts'

interface WatchTableProps {
  watches: readonly Watch[]
  nameOf: (watch: Watch) => string | undefined
  /** The ids of those that an act is for. */
  chosen: ReadonlySet<string>
  onChoose: (ids: readonly string[], isChosen: boolean) => void
}

export function WatchTable({ watches, nameOf, chosen, onChoose }: WatchTableProps) {
  const ids = watches.map(({ id }) => id)
  const areAll = ids.every((id) => chosen.has(id))
  return (
    <Table label="Watches" isStacked>
      <Heads
        of={[
          {
            choose: 'Select all watches shown',
            isChosen: areAll,
            onChoose: (isChosen) => onChoose(ids, isChosen),
          },
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
            <td className="choose" data-name="Select">
              <input
                type="checkbox"
                aria-label={`Select ${nameOf(watch) ?? watch.hotel_code}, ${nightsOf(watch)}`}
                checked={chosen.has(watch.id)}
                onChange={({ target }) => onChoose([watch.id], target.checked)}
              />
            </td>
            <th scope="row">
              <Link to="/watches/$id" params={{ id: watch.id }}>
                {nameOf(watch) ?? watch.hotel_code}
              </Link>
              <HotelCode hotel={watch} name={nameOf(watch)} />
            </th>
            <td data-name="Nights">{nightsOf(watch)}</td>
            <td data-name="Condition">{conditionOf(watch)}</td>
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
