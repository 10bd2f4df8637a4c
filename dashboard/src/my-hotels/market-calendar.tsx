import { Link } from '@tanstack/react-router'
import type { GetJobMarketResponse } from '@vacancy/client'
import type { CSSProperties } from 'react'
import { Figure } from '../charts/figure.tsx'
import { formatFullDay, formatRound } from '../ui/format.ts'
import { DayOf, Weeks } from '../ui/weeks.tsx'
import type { BoardNight } from './market-figures.ts'

interface MarketCalendarProps {
  data: GetJobMarketResponse
  nights: BoardNight[]
  words: string
  file: string
  set: string
  currency: string
}

/** Every night by its distance from the median. Each is a link to the night. */
export function MarketCalendar({ data, nights, words, file, set, currency }: MarketCalendarProps) {
  const { hotels, job } = data
  const cells = new Map(
    nights.map((night, index) => [
      night.night,
      <Night key={night.night} of={night} isFirst={index === 0} set={set} currency={currency} job={job.id} />,
    ]),
  )
  return (
    <Figure
      title="Every night against the median"
      words={words}
      file={file}
      table={{
        columns: [
          { title: 'Night' },
          { title: 'Rank', isNumber: true },
          { title: 'Rate index', isNumber: true },
          { title: `Median (${currency})`, isNumber: true },
          ...hotels.map(({ name, hotel_code }) => ({ title: name ?? hotel_code, isNumber: true })),
        ],
        rows: nights.map(({ night, market, rates }) => [
          night,
          market.subject?.rank ?? null,
          market.subject?.rate_index ?? null,
          market.median,
          ...rates.map((rate) => rate?.rate ?? null),
        ]),
        show: (value, column) => (column < 3 ? String(value) : formatRound(value, currency)),
      }}
    >
      <p className="legend diverging">
        Cheaper than the set
        <span className="legend-scale" aria-hidden="true" />
        More expensive
      </p>
      <Weeks label="Every night against the median" className="board-heat" cells={cells} />
    </Figure>
  )
}

interface NightProps {
  of: BoardNight
  isFirst: boolean
  set: string
  job: string
  currency: string
}

/** Half of the scale, in percent: nights further away than this have the strongest colour. */
const FULL_PCT = 40

function Night({ of: { night, own, market }, isFirst, set, job, currency }: NightProps) {
  const place = market.subject
  const versus = place?.vs_median_pct ?? null
  const rate = own?.rate ?? null
  const said = saidOf(own)
  const style = { '--heat': versus === null ? 0 : Math.min(1, Math.abs(versus) / FULL_PCT) } as CSSProperties
  const tone = versus === null ? 'closed' : versus < 0 ? 'cool' : 'warm'
  return (
    <td
      className={rate === null ? 'closed' : tone}
      style={style}
      title={titleOf(night, rate === null ? said : `${formatRound(rate, currency)}, ${placeWords(place)}`)}
    >
      <Link to="/my-hotels/$id/$night" params={{ id: set, night }} search={{ job }}>
        <span className="unseen">{formatFullDay(night)}: </span>
        <DayOf night={night} isFirst={isFirst} />
        <span className="heat-price">{rate === null ? said : formatRound(rate, currency)}</span>
        {place && rate !== null && (
          <span className="heat-note">
            <span>
              {place.rank}/{place.of}
            </span>
            <span>{versus === null ? '' : signed(versus)}</span>
          </span>
        )}
      </Link>
    </td>
  )
}

function titleOf(night: string, words: string): string {
  return `${formatFullDay(night)}: ${words}`
}

function placeWords(place: BoardNight['market']['subject']): string {
  if (!place) return 'not compared'
  const versus = place.vs_median_pct
  return `rank ${place.rank} of ${place.of}${versus === null ? '' : `, ${signed(versus)} against the median`}`
}

const percent = new Intl.NumberFormat(undefined, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})

function signed(versus: number): string {
  return percent.format(versus / 100)
}

/** Why there is no price. */
export function saidOf(cell: { status: string | null; min_los: number | null } | null): string {
  if (!cell) return 'no data'
  const { status, min_los: minLos } = cell
  if (status === 'restricted_los') return minLos === null ? 'minimum stay' : `min. ${minLos} nights`
  return status === 'available' || status === null ? 'no price' : status.replaceAll('_', ' ')
}
