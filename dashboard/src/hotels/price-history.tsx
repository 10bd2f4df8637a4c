import type { HistoryNight, HistoryResponse } from '@vacancy/client'
import { useState } from 'react'
import { useTexts } from '../address.ts'
import { Figure } from '../charts/figure.tsx'
import { LineChart } from '../charts/lazy.tsx'
import { PaidCard } from '../paid/paid-card.tsx'
import { Empty } from '../ui/feedback.tsx'
import { Field, Select } from '../ui/field.tsx'
import {
  addDays,
  dayFromNow,
  formatCount,
  formatDay,
  formatFullDay,
  formatMoment,
  formatRound,
} from '../ui/format.ts'
import { LOCALE } from '../ui/locale.ts'
import type { HotelId } from './hotel-id.ts'

/** The longest range that the API takes. */
const MOST_NIGHTS = 93

interface PriceHistoryProps {
  hotel: HotelId
  /** The currency that the hotel is looked up in: its own, where that is known. */
  currency: string
  /** Shows one night instead of the next month. */
  night?: string | undefined
}

/** How the prices of a hotel changed, night by night. */
export function PriceHistory({ hotel, currency, night }: PriceHistoryProps) {
  const [texts] = useTexts()
  const [from, setFrom] = useState(texts['history_from'] ?? night ?? dayFromNow(0))
  const [to, setTo] = useState(texts['history_to'] ?? night ?? addDays(from, 29))
  return (
    <PaidCard<HistoryResponse>
      title="Price history"
      path="/history"
      body={{ ...hotel, nights: { from, to }, currency }}
      name="history"
      kept={{ history_from: from, history_to: to }}
      action="Show history"
      fields={
        <>
          <Field
            label="First night"
            type="date"
            required
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
          <Field
            label="Last night"
            type="date"
            required
            min={from}
            max={addDays(from, MOST_NIGHTS - 1)}
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
        </>
      }
    >
      {(history) => <HistoryFigures history={history} currency={currency} />}
    </PaidCard>
  )
}

function HistoryFigures({ history, currency }: { history: HistoryResponse; currency: string }) {
  const { nights } = history
  const [chosen, setChosen] = useState<string | null>(null)
  const [first] = nights
  if (!first) {
    return (
      <Empty icon="watches" title="Nothing was seen of these nights yet">
        <p>History begins when a price is looked up: by a call, a watch or a schedule. This call was free.</p>
      </Empty>
    )
  }
  const quoted = first.observations.find(({ currency: own }) => own !== null)?.currency ?? currency
  const liveliest = nights.toSorted((a, b) => b.changes - a.changes)[0] ?? first
  const one = nights.find(({ night }) => night === chosen) ?? liveliest
  return (
    <>
      {nights.length > 1 && <NightsFigure nights={nights} currency={quoted} file={fileOf(history)} />}
      {nights.length > 1 && (
        <Select
          label="How one night’s price changed"
          value={one.night}
          onChange={(event) => setChosen(event.target.value)}
        >
          {nights.map(({ night, changes }) => (
            <option key={night} value={night}>
              {formatFullDay(night)}, {formatCount(changes, 'price')}
            </option>
          ))}
        </Select>
      )}
      <CourseFigure key={one.night} night={one} currency={quoted} file={`${fileOf(history)}-${one.night}`} />
    </>
  )
}

function fileOf({ query: { chain, hotel_code } }: HistoryResponse): string {
  return `history-${chain}-${hotel_code}`
}

type Observation = HistoryNight['observations'][number]

const priceOf = ({ bar_after_tax, bar }: Observation) => bar_after_tax ?? bar

const least = (values: readonly number[]) => (values.length === 0 ? null : Math.min(...values))
const most = (values: readonly number[]) => (values.length === 0 ? null : Math.max(...values))

interface NightsFigureProps {
  nights: readonly HistoryNight[]
  currency: string
  file: string
}

/** The newest price of each night, and between which prices it has moved. */
function NightsFigure({ nights, currency, file }: NightsFigureProps) {
  const seen = nights.map(({ observations }) => observations.flatMap((one) => priceOf(one) ?? []))
  const latest = nights.map(({ observations }) => {
    const last = observations.at(-1)
    return last ? priceOf(last) : null
  })
  const band = { name: 'Lowest to highest seen', low: seen.map(least), high: seen.map(most) }
  const changed = nights.filter(({ changes }) => changes > 1).length
  return (
    <Figure
      title="Prices by night"
      words={`${nights.length} nights were seen, and the price of ${changed} of them has changed.`}
      file={file}
      table={{
        columns: [
          { title: 'Night' },
          { title: `Latest (${currency})`, isNumber: true },
          { title: 'Lowest seen', isNumber: true },
          { title: 'Highest seen', isNumber: true },
          { title: 'Changes', isNumber: true },
        ],
        rows: nights.map(({ night, changes }, index) => [
          night,
          latest[index] ?? null,
          band.low[index] ?? null,
          band.high[index] ?? null,
          changes,
        ]),
        show: (value, column) => (column === 4 ? String(value) : formatRound(value, currency)),
      }}
    >
      <LineChart
        at={nights.map(({ night }) => Date.parse(night))}
        series={[{ name: 'Latest price', look: 'own', values: latest }]}
        band={band}
        formatValue={(value) => formatRound(value, currency)}
        formatAt={formatNightAt}
      />
    </Figure>
  )
}

export function formatNightAt(atMs: number, length: 'short' | 'full'): string {
  const night = new Date(atMs).toISOString().slice(0, 10)
  return length === 'short' ? formatDay(night) : formatFullDay(night)
}

interface CourseFigureProps {
  night: HistoryNight
  currency: string
  file: string
}

/** How the price of one night moved. A gap means that it could not be booked. */
function CourseFigure({ night, currency, file }: CourseFigureProps) {
  const { observations, last_seen: lastSeen } = night
  const last = observations.at(-1)
  // The last price is held until it was looked at last.
  const points = last ? [...observations, { ...last, observed_at: lastSeen }] : []
  return (
    <Figure
      title={`The price of ${formatFullDay(night.night)}`}
      words={courseWords(observations, currency)}
      file={file}
      table={{
        columns: [
          { title: 'Seen' },
          { title: 'Status' },
          { title: `After tax (${currency})`, isNumber: true },
          { title: 'Before tax', isNumber: true },
        ],
        rows: observations.map(({ observed_at, status, bar_after_tax, bar }) => [
          observed_at,
          status.replaceAll('_', ' '),
          bar_after_tax,
          bar,
        ]),
        show: (value) => formatRound(value, currency),
      }}
    >
      <LineChart
        isStepped
        at={points.map(({ observed_at }) => Date.parse(observed_at))}
        series={[{ name: 'Lowest public price', look: 'own', values: points.map(priceOf) }]}
        formatValue={(value) => formatRound(value, currency)}
        formatAt={(atMs, length) => formatSeen(atMs, length, points)}
      />
    </Figure>
  )
}

const clock = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' })
const TWO_DAYS_MS = 172_800_000

/** When a price was seen: by its day or, if all were seen within two days, by the clock. */
function formatSeen(
  atMs: number,
  length: 'short' | 'full',
  points: readonly { observed_at: string }[],
): string {
  if (length === 'full') return formatMoment(new Date(atMs).toISOString())
  const [first, last] = [points[0], points.at(-1)]
  const isShort = first && last && Date.parse(last.observed_at) - Date.parse(first.observed_at) < TWO_DAYS_MS
  return isShort ? clock.format(atMs) : formatNightAt(atMs, 'short')
}

function courseWords(observations: readonly Observation[], currency: string): string {
  const prices = observations.flatMap((one) => priceOf(one) ?? [])
  const [low, high, now] = [least(prices), most(prices), prices.at(-1)]
  if (low === null || high === null || now === undefined) return 'It was never seen with a price.'
  if (low === high) return `It has been ${formatRound(now, currency)} since it was first seen.`
  return `It is ${formatRound(now, currency)} now, and has been between ${formatRound(low, currency)} and ${formatRound(high, currency)}.`
}
