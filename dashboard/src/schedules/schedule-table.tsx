import { Link } from '@tanstack/react-router'
import type { Schedule } from '@vacancy/client'
import { Badge } from '../ui/feedback.tsx'
import { formatCredits } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Heads, Table } from '../ui/page.tsx'
import { whatOf, whenOf } from './schedule-words.ts'

export function ScheduleTable({ schedules }: { schedules: readonly Schedule[] }) {
  return (
    <Table label="Schedules">
      <Heads of={['Schedule', 'When', 'Status', 'Next run', 'Last run', { number: 'Last cost' }]} />
      <tbody>
        {schedules.map((schedule) => {
          const { id, name, status, next_run_at: next, last_run: last } = schedule
          return (
            <tr key={id}>
              <th scope="row">
                <Link to="/schedules/$id" params={{ id }}>
                  {name}
                </Link>
                <span className="under">{whatOf(schedule)}</span>
              </th>
              <td className="wordy">{whenOf(schedule)}</td>
              <td>
                <Badge of={status} />
              </td>
              <td>
                <Moment at={next} never="paused" />
              </td>
              <td>{last ? <Badge of={last.status} /> : <span className="faint">not yet</span>}</td>
              <td className="number">{last ? formatCredits(last.credits) : '–'}</td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}
