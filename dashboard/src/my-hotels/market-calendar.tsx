import { Link } from '@tanstack/react-router'
import type { MarketFigures } from '@vacancy/client'
import type { CSSProperties, ReactNode } from 'react'
import { Figure } from '../charts/figure.tsx'
import { formatFullDay, formatRound } from '../ui/format.ts'
import { LOCALE } from '../ui/locale.ts'
import { DayOf, Weeks } from '../ui/weeks.tsx'
import { subjectIndex, weekdayOf } from './market-words.ts'

type MarketNight = MarketFigures['nights'][number]

interface MarketCalendarProps {
  market: MarketFigures
  nights: MarketNight[]
  file: string
  /** Null on a shared board, which has no pages of nights. */
  link: { set: string; job: string } | null
}

/** Every night by its distance from the median of the others. Each is a link to the night. */
export function MarketCalendar({ market, nights, file, link }: MarketCalendarProps) {
  const { hotels, currency } = market
  const own = subjectIndex(market)
  const cells = new Map(
    nights.map((night, index) => [
      night.night,
      <Night
        key={night.night}
        of={night}
        own={night.rates[own] ?? null}
        isFirst={index === 0}
        link={link}
        currency={currency}
      />,
    ]),
  )
  return (
    <Figure
      title="Every night against the others"
      words={link ? 'Choose a night for its rooms and rates.' : undefined}
      file={file}
      table={{
        columns: [
          { title: 'Night' },
          { title: 'Weekday' },
          { title: 'Rank', isNumber: true },
          { title: 'Rate index', isNumber: true },
          { title: `Median of the others (${currency})`, isNumber: true },
          ...hotels.map(({ name, hotel_code }) => ({ title: name ?? hotel_code, isNumber: true })),
        ],
        rows: nights.map(({ night, market: of, rates }) => [
          night,
          weekdayOf(night),
          of.subject?.rank ?? null,
          of.subject?.rate_index ?? null,
          of.subject ? of.subject.others_median : of.median,
          ...rates.map((rate) => rate?.rate ?? null),
        ]),
        show: (value, column) => (column < 4 ? String(value) : formatRound(value, currency)),
      }}
    >
      <p className="legend diverging">
        Cheaper than the others
        <span className="legend-scale" aria-hidden="true" />
        More expensive
      </p>
      <Weeks label="Every night against the others" className="board-heat" cells={cells} />
    </Figure>
  )
}

interface NightProps {
  of: MarketNight
  own: MarketNight['rates'][number]
  isFirst: boolean
  link: MarketCalendarProps['link']
  currency: string
}

/** Half of the scale, in percent: nights further away than this have the strongest colour. */
const FULL_PCT = 40

function Night({ of: { night, market }, own, isFirst, link, currency }: NightProps) {
  const place = market.subject
  const versus = place?.vs_others_median_pct ?? null
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
      <NightLink night={night} link={link}>
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
      </NightLink>
    </td>
  )
}

function NightLink({
  night,
  link,
  children,
}: {
  night: string
  link: MarketCalendarProps['link']
  children: ReactNode
}) {
  if (!link) return <div className="night">{children}</div>
  return (
    <Link to="/my-hotels/$id/$night" params={{ id: link.set, night }} search={{ job: link.job }}>
      {children}
    </Link>
  )
}

function titleOf(night: string, words: string): string {
  return `${formatFullDay(night)}: ${words}`
}

function placeWords(place: MarketNight['market']['subject']): string {
  if (!place) return 'not compared'
  const versus = place.vs_others_median_pct
  return `rank ${place.rank} of ${place.of}${versus === null ? '' : `, ${signed(versus)} against the others’ median`}`
}

const percent = new Intl.NumberFormat(LOCALE, {
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
