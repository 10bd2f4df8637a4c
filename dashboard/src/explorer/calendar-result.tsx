import type { CalendarNight, CalendarResponse } from '@vacancy/client'
import { useState } from 'react'
import type { HotelId } from '../hotels/hotel-id.ts'
import { HotelLink } from '../hotels/hotel-link.tsx'
import { Segments } from '../ui/field.tsx'
import {
  addDays,
  formatDayOfMonth,
  formatFullDay,
  formatMoney,
  formatMonth,
  formatPoints,
  formatRound,
  formatShort,
  WEEKDAYS,
} from '../ui/format.ts'

const FIGURES = [
  { value: 'bar', label: 'Public' },
  { value: 'member', label: 'Member' },
  { value: 'lowest_points', label: 'Points' },
] as const

type Figure = (typeof FIGURES)[number]['value']

/** One row per week, one column per weekday, so that weekends and seasons stand out. */
export function CalendarResult({ calendar }: { calendar: CalendarResponse }) {
  const offered = FIGURES.filter(({ value }) =>
    calendar.nights.some(({ lowest }) => typeof lowest?.[value] === 'number'),
  )
  const [chosen, setChosen] = useState<Figure>('bar')
  const figure = offered.some(({ value }) => value === chosen) ? chosen : (offered[0]?.value ?? 'bar')
  const known = calendar.nights.flatMap(({ lowest }) => lowest?.[figure] ?? [])
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const heat = (value: number) => (most === least ? 0.5 : (value - least) / (most - least))
  return (
    <>
      <div className="result-head">
        {offered.length > 1 && (
          <Segments label="Price" value={figure} options={offered} onChoose={setChosen} />
        )}
        {known.length > 0 && (
          <p className="legend">
            {write(least, figure, calendar.currency)}
            <span className="legend-scale" aria-hidden="true" />
            {write(most, figure, calendar.currency)}
          </p>
        )}
      </div>
      <div className="table-scroll" role="region" aria-label="Calendar" tabIndex={0}>
        <table className="heat">
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
            {weeksOf(calendar.nights).map((week) => (
              <tr key={week.find((night) => night)?.night}>
                {week.map((night, index) =>
                  night ? (
                    <Night
                      key={night.night}
                      hotel={calendar.query}
                      isFirst={night === calendar.nights[0]}
                      of={night}
                      figure={figure}
                      currency={calendar.currency}
                      heat={heat}
                    />
                  ) : (
                    // Empty cells have no date, so the weekday is their key.
                    <td key={WEEKDAYS[index]} className="outside" />
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

interface NightProps {
  hotel: HotelId
  /** The first night shown, and every first of a month, also names the month. */
  isFirst: boolean
  of: CalendarNight
  figure: Figure
  currency: string | null
  heat: (value: number) => number
}

function Night({
  of: { night, status, min_los, lowest, error },
  figure,
  currency,
  heat,
  isFirst,
  hotel,
}: NightProps) {
  const value = lowest?.[figure] ?? null
  const day = formatDayOfMonth(night)
  const date = (
    <span className="heat-day">
      {day}
      {(isFirst || day === '1') && <span className="heat-month"> {formatMonth(night)}</span>}
    </span>
  )
  const said = error ? 'failed' : unavailable(status, min_los)
  const title = `${formatFullDay(night)}: ${value === null ? said : write(value, figure, currency)}`
  if (value === null) {
    return (
      <td className="closed" title={title}>
        {date}
        <span className="heat-price">{status === 'available' ? '–' : said}</span>
      </td>
    )
  }
  const short = figure === 'lowest_points' ? formatShort(value) : formatRound(value, currency)
  return (
    <td title={title} style={{ '--heat': heat(value) } as React.CSSProperties}>
      {date}
      <span className="heat-price">
        <HotelLink hotel={hotel} night={night}>
          {short}
        </HotelLink>
      </span>
    </td>
  )
}

function unavailable(status: string | null, minLos: number | null): string {
  if (status === 'restricted_los' && minLos !== null) return `≥ ${minLos} n.`
  return (status ?? '').replaceAll('_', ' ')
}

function write(value: number, figure: Figure, currency: string | null): string {
  return figure === 'lowest_points' ? `${formatPoints(value)} pts` : formatMoney(value, currency)
}

function weeksOf(nights: CalendarNight[]): (CalendarNight | null)[][] {
  const [first] = nights
  const last = nights.at(-1)
  if (!first || !last) return []
  const byNight = new Map(nights.map((night) => [night.night, night]))
  const weeks: (CalendarNight | null)[][] = []
  for (
    let monday = addDays(first.night, -weekdayOf(first.night));
    monday <= last.night;
    monday = addDays(monday, 7)
  ) {
    weeks.push(WEEKDAYS.map((_, index) => byNight.get(addDays(monday, index)) ?? null))
  }
  return weeks
}

/** Monday is 0. */
function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}
