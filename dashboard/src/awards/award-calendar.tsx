import { addDays, formatCount, formatCpp, formatFullDay, formatPoints, formatShort } from '../ui/format.ts'
import { Weeks } from '../ui/weeks.tsx'
import type { AwardNight } from './award-nights.ts'

interface AwardCalendarProps {
  /** `YYYY-MM`. */
  month: string
  nights: ReadonlyMap<string, AwardNight>
  /** Of the values. */
  currency: string
  chosen: string | undefined
  onChoose: (night: string | undefined) => void
}

/** A month: the fewest points of each night, the best value per point, and how many hotels have an award. */
export function AwardCalendar({ month, nights, currency, chosen, onChoose }: AwardCalendarProps) {
  const points = [...nights.values()].flatMap(({ cheapest }) => cheapest.lowest_points ?? [])
  const [least, most] = [Math.min(...points), Math.max(...points)]
  const heatOf = (value: number) => (most === least ? 0.5 : (value - least) / (most - least))
  const cells = new Map(
    daysOf(month).map((day) => [
      day,
      <Day
        key={day}
        day={day}
        night={nights.get(day)}
        currency={currency}
        heatOf={heatOf}
        isChosen={day === chosen}
        onChoose={onChoose}
      />,
    ]),
  )
  return <Weeks label="Award calendar" className="award-calendar" cells={cells} />
}

interface DayProps {
  day: string
  night: AwardNight | undefined
  currency: string
  heatOf: (points: number) => number
  isChosen: boolean
  onChoose: (night: string | undefined) => void
}

function Day({ day, night, currency, heatOf, isChosen, onChoose }: DayProps) {
  const date = <span className="heat-day">{Number(day.slice(8))}</span>
  const points = night?.cheapest.lowest_points ?? null
  if (!night || points === null) {
    return (
      <td className="closed" title={`${formatFullDay(day)}: no award night known`}>
        {date}
      </td>
    )
  }
  const { worth, hotels } = night
  const value = formatCpp(worth, currency)
  const upTo = worth === null ? '' : `, up to ${value} per point`
  const label = `${formatFullDay(day)}: from ${formatPoints(points)} points${upTo}, ${formatCount(hotels, 'hotel')}`
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
        <span className="heat-price">{formatShort(points)}</span>
        <span className="award-value">{worth === null ? '\u00a0' : value}</span>
      </button>
    </td>
  )
}

function daysOf(month: string): string[] {
  const days: string[] = []
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) days.push(day)
  return days
}
