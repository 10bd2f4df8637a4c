import type { ReactNode } from 'react'
import { addDays, formatDayOfMonth, formatMonth, WEEKDAYS } from './format.ts'

interface WeeksProps {
  label: string
  className?: string
  /** Cells of the table by their night, in order. */
  cells: ReadonlyMap<string, ReactNode>
}

/** One row per week, one column per weekday, so that weekends and seasons stand out. */
export function Weeks({ label, className = '', cells }: WeeksProps) {
  return (
    <div className="table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table className={`heat ${className}`}>
        <thead>
          <tr>
            {WEEKDAYS.map((day) => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {mondaysOf([...cells.keys()]).map((monday) => (
            <tr key={monday}>
              {WEEKDAYS.map((name, index) => {
                const cell = cells.get(addDays(monday, index))
                return cell ?? <td key={name} className="outside" />
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The day of the month, with the month where it begins. */
export function DayOf({ night, isFirst }: { night: string; isFirst: boolean }) {
  const day = formatDayOfMonth(night)
  return (
    <span className="heat-day">
      {day}
      {(isFirst || day === '1') && <span className="heat-month"> {formatMonth(night)}</span>}
    </span>
  )
}

function mondaysOf(nights: readonly string[]): string[] {
  const [first, last] = [nights[0], nights.at(-1)]
  if (first === undefined || last === undefined) return []
  const mondays: string[] = []
  const sinceMonday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  for (let monday = addDays(first, -sinceMonday); monday <= last; monday = addDays(monday, 7))
    mondays.push(monday)
  return mondays
}
