import type { CalendarNight, CalendarResponse } from '@vacancy/client'
import { useState } from 'react'
import type { HotelId } from '../hotels/hotel-id.ts'
import { HotelLink } from '../hotels/hotel-link.tsx'
import { Segments } from '../ui/field.tsx'
import { formatFullDay, formatMoney, formatPoints, formatRound, formatShort } from '../ui/format.ts'
import { DayOf, Weeks } from '../ui/weeks.tsx'

const FIGURES = [
  { value: 'bar', label: 'Public' },
  { value: 'member', label: 'Member' },
  { value: 'lowest_points', label: 'Points' },
] as const

type Figure = (typeof FIGURES)[number]['value']

/** The nights of a hotel, in cash or points: the more expensive, the warmer. */
export function CalendarResult({ calendar }: { calendar: CalendarResponse }) {
  const offered = FIGURES.filter(({ value }) =>
    calendar.nights.some(({ lowest }) => typeof lowest?.[value] === 'number'),
  )
  const [chosen, setChosen] = useState<Figure>('bar')
  const figure = offered.some(({ value }) => value === chosen) ? chosen : (offered[0]?.value ?? 'bar')
  const known = calendar.nights.flatMap(({ lowest }) => lowest?.[figure] ?? [])
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const heat = (value: number) => (most === least ? 0.5 : (value - least) / (most - least))
  const cells = new Map(
    calendar.nights.map((night, index) => [
      night.night,
      <Night
        key={night.night}
        hotel={calendar.query}
        isFirst={index === 0}
        of={night}
        figure={figure}
        currency={calendar.currency}
        heat={heat}
      />,
    ]),
  )
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
      <Weeks label="Calendar" cells={cells} />
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
  const date = <DayOf night={night} isFirst={isFirst} />
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
