import type { Spend } from '../api/own-shapes.ts'
import { addDays, formatCredits, formatDay, formatFullDay } from '../ui/format.ts'
import { useWidth } from '../ui/use-width.ts'
import { roundUp, seriesOf, type Total, totalsBy } from './totals.ts'

interface DayChartProps {
  spend: Spend[]
  from: string
  to: string
  chosen: string | undefined
  onChoose: (day: string | undefined) => void
}

const HEIGHT = 180
const LEFT = 44
const RIGHT = 18
const BOTTOM = 22
const TOP = 8

/** Stacked by endpoint. Each day is a button that filters the charges below. */
export function DayChart({ spend, from, to, chosen, onChoose }: DayChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>(720)
  const days = daysBetween(from, to)
  const byDay = Map.groupBy(spend, ({ day }) => day)
  const order = totalsBy(spend, ({ endpoint }) => endpoint).map(({ name }) => name)
  const stacks = days.map((day) => ({ day, parts: stackOf(byDay.get(day) ?? [], order) }))
  const top = roundUp(Math.max(...stacks.map(({ parts }) => heightOf(parts)), 0))
  const plot = HEIGHT - TOP - BOTTOM
  const step = (width - LEFT - RIGHT) / days.length
  const y = (value: number) => TOP + plot - (value / top) * plot
  const labelEvery = Math.ceil(56 / step)
  return (
    <div ref={ref} className="chart">
      <svg width={width} height={HEIGHT} role="group" aria-label="Credits by day">
        {[0, top / 2, top].map((value) => (
          <g key={value}>
            <line className="grid-line" x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} />
            <text className="axis" x={LEFT - 8} y={y(value) + 4} textAnchor="end">
              {formatCredits(value)}
            </text>
          </g>
        ))}
        {stacks.map(({ day, parts }, index) => (
          <Day
            key={day}
            day={day}
            parts={parts}
            x={LEFT + index * step}
            step={step}
            y={y}
            pressed={day === chosen}
            faded={chosen !== undefined && day !== chosen}
            onPress={() => onChoose(day === chosen ? undefined : day)}
          />
        ))}
        {days.map((day, index) =>
          (days.length - 1 - index) % labelEvery === 0 ? (
            <text
              key={day}
              className="axis"
              x={LEFT + (index + 0.5) * step}
              y={HEIGHT - 5}
              textAnchor="middle"
            >
              {formatDay(day)}
            </text>
          ) : null,
        )}
      </svg>
    </div>
  )
}

interface DayProps {
  day: string
  parts: Total[]
  x: number
  step: number
  y: (value: number) => number
  pressed: boolean
  faded: boolean
  onPress: () => void
}

function Day({ day, parts, x, step, y, pressed, faded, onPress }: DayProps) {
  const total = heightOf(parts)
  const detail = parts.map(({ name, credits }) => `${name} ${formatCredits(credits)}`).join(', ')
  const label = `${formatFullDay(day)}: ${formatCredits(total)} credits${detail && ` (${detail})`}`
  const gap = Math.min(6, step * 0.25)
  if (total === 0) {
    return (
      <rect className="nothing" x={x + gap / 2} y={y(0) - 1} width={step - gap} height={1}>
        <title>{label}</title>
      </rect>
    )
  }
  const tops = parts.map((_, index) => heightOf(parts.slice(0, index + 1)))
  return (
    <g
      className={faded ? 'day faded' : 'day'}
      role="button"
      tabIndex={0}
      aria-label={label}
      aria-pressed={pressed}
      onClick={onPress}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onPress()
      }}
    >
      <title>{label}</title>
      <rect className="hit" x={x} y={TOP} width={step} height={HEIGHT - TOP - BOTTOM} />
      {parts.map(({ name }, index) => {
        const from = tops[index - 1] ?? 0
        const height = Math.max(y(from) - y(tops[index] ?? 0), 1)
        return (
          <rect
            key={name}
            x={x + gap / 2}
            y={y(from) - height}
            width={step - gap}
            height={height}
            rx={1.5}
            fill={seriesOf(name)}
          />
        )
      })}
    </g>
  )
}

/** The same order on every day, largest total at the bottom, so that a colour is easy to follow. */
function stackOf(spend: Spend[], order: string[]): Total[] {
  const parts = totalsBy(spend, ({ endpoint }) => endpoint)
  return parts.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}

function heightOf(parts: Total[]): number {
  return parts.reduce((total, { credits }) => Math.round((total + credits) * 1000) / 1000, 0)
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}
