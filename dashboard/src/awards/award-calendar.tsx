import { addDays, formatCpp, formatFullDay, formatPoints, formatShort, WEEKDAYS } from '../ui/format.ts'
import type { AwardNight } from './award-nights.ts'

interface AwardCalendarProps {
  /** `YYYY-MM`. */
  month: string
  nights: ReadonlyMap<string, AwardNight>
  chosen: string | undefined
  onChoose: (night: string | undefined) => void
}

/** A month: the fewest points of each night, the best value per point, and how many hotels have an award. */
export function AwardCalendar({ month, nights, chosen, onChoose }: AwardCalendarProps) {
  const points = [...nights.values()].flatMap(({ cheapest }) => cheapest.lowest_points ?? [])
  const [least, most] = [Math.min(...points), Math.max(...points)]
  const heatOf = (value: number) => (most === least ? 0.5 : (value - least) / (most - least))
  return (
    <div className="table-scroll" role="region" aria-label="Award calendar" tabIndex={0}>
      <table className="heat award-calendar">
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
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <Day
                  key={day}
                  day={day}
                  isInside={day.startsWith(month)}
                  night={nights.get(day)}
                  heatOf={heatOf}
                  isChosen={day === chosen}
                  onChoose={onChoose}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DayProps {
  day: string
  isInside: boolean
  night: AwardNight | undefined
  heatOf: (points: number) => number
  isChosen: boolean
  onChoose: (night: string | undefined) => void
}

function Day({ day, isInside, night, heatOf, isChosen, onChoose }: DayProps) {
  if (!isInside) return <td className="outside" />
  const date = <span className="heat-day">{Number(day.slice(8))}</span>
  const points = night?.cheapest.lowest_points ?? null
  if (!night || points === null) {
    return (
      <td className="closed" title={`${formatFullDay(day)}: no award night known`}>
        {date}
      </td>
    )
  }
  const { cheapest, best, hotels } = night
  const value = formatCpp(best.cpp, best.currency)
  const label = `${formatFullDay(day)}: from ${formatPoints(points)} points, up to ${value} per point, ${hotels} hotels`
  return (
    <td style={{ '--heat': heatOf(points) } as React.CSSProperties} title={label}>
      <button
        type="button"
        className="award-day"
        aria-pressed={isChosen}
        onClick={() => onChoose(isChosen ? undefined : day)}
      >
        {date}
        <span className="unseen">{label}</span>
        <span className="heat-price">{formatShort(cheapest.lowest_points ?? 0)}</span>
        <span className="award-value">{best.cpp === null ? '\u00a0' : value}</span>
      </button>
    </td>
  )
}

function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const weeks: string[][] = []
  for (let monday = addDays(first, -weekday); monday.slice(0, 7) <= month; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(monday, index)))
  return weeks
}
