import { Link } from '@tanstack/react-router'
import type { Schedule } from '@vacancy/client'
import { type Choice, ChooseRow, chooseAll } from '../acts/choice.tsx'
import { PAUSE, RESUME, type RowKind } from '../acts/row-acts.tsx'
import { Badge } from '../ui/feedback.tsx'
import { formatCredits } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Heads, Table } from '../ui/page.tsx'
import { whatOf, whenOf } from './schedule-words.ts'

export const SCHEDULES: RowKind = {
  rows: 'schedules',
  one: 'schedule',
  acts: [
    PAUSE,
    RESUME,
    {
      name: 'delete',
      label: 'Delete',
      done: 'deleted',
      follows: 'They do not run again. The jobs of their past runs stay readable under Jobs.',
    },
  ],
}

interface ScheduleTableProps {
  schedules: readonly Schedule[]
  choice: Choice
}

export function ScheduleTable({ schedules, choice }: ScheduleTableProps) {
  return (
    <Table label="Schedules" isStacked>
      <Heads
        of={[
          chooseAll('schedules', schedules, choice),
          'Schedule',
          'When',
          'Status',
          'Next run',
          'Last run',
          { number: 'Last cost' },
        ]}
      />
      <tbody>
        {schedules.map((schedule) => {
          const { id, name, status, next_run_at: next, last_run: last } = schedule
          return (
            <tr key={id}>
              <ChooseRow id={id} name={name} choice={choice} />
              <th scope="row">
                <Link to="/schedules/$id" params={{ id }}>
                  {name}
                </Link>
                <span className="under">{whatOf(schedule)}</span>
              </th>
              <td className="wordy" data-name="When">
                {whenOf(schedule)}
              </td>
              <td data-name="Status">
                <Badge of={status} />
              </td>
              <td data-name="Next run">
                <Moment at={next} never="paused" />
              </td>
              <td data-name="Last run">
                {last ? <Badge of={last.status} /> : <span className="faint">not yet</span>}
              </td>
              <td className="number" data-name="Last cost">
                {last ? formatCredits(last.credits) : '–'}
              </td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}
