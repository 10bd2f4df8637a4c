import type { InsightResponse } from '@vacancy/client'
import { useState } from 'react'
import { useTexts } from '../address.ts'
import { Figure } from '../charts/figure.tsx'
import { BarChart, RangeChart } from '../charts/lazy.tsx'
import { PaidCard } from '../paid/paid-card.tsx'
import { Field, Select } from '../ui/field.tsx'
import { dayFromNow, formatCount, formatRound, formatShare, formatWhole } from '../ui/format.ts'
import type { HotelId } from './hotel-id.ts'
import { PriceOutlook } from './price-outlook.tsx'

interface GoodPriceProps {
  hotel: HotelId
  currency: string
  night?: string | undefined
  /** Whether its nights are also sold for points. */
  hasPoints: boolean
}

/** Whether the price of a stay is a good one, and whether it will fall. */
export function GoodPrice({ hotel, currency, night, hasPoints }: GoodPriceProps) {
  const [texts] = useTexts()
  const [checkin, setCheckin] = useState(texts['insight_checkin'] ?? night ?? dayFromNow(14))
  const [los, setLos] = useState(texts['insight_los'] ?? '1')
  // After a search for award nights, the question is about points.
  const [kind, setKind] = useState(texts['insight_kind'] ?? (texts['found'] && hasPoints ? 'award' : 'cash'))
  return (
    <PaidCard<InsightResponse>
      title="Is this a good price?"
      path="/insight"
      body={{ ...hotel, checkin, los: Number(los), kind, currency, outlook: true }}
      name="insight"
      kept={{ insight_checkin: checkin, insight_los: los, insight_kind: kind }}
      action="Judge the price"
      fields={
        <>
          <Field
            label="Check-in"
            type="date"
            required
            value={checkin}
            onChange={(event) => setCheckin(event.target.value)}
          />
          <Field
            label="Nights"
            type="number"
            required
            min={1}
            max={30}
            value={los}
            onChange={(event) => setLos(event.target.value)}
          />
          {hasPoints && (
            <Select label="Price in" value={kind} onChange={(event) => setKind(event.target.value)}>
              <option value="cash">money</option>
              <option value="award">points</option>
            </Select>
          )}
        </>
      }
    >
      {(insight) => <Judgement insight={insight} />}
    </PaidCard>
  )
}

const LABELS: Readonly<Record<InsightResponse['label'], { words: string; tone: string }>> = {
  great_deal: { words: 'A great deal', tone: 'good' },
  deal: { words: 'A good price', tone: 'good' },
  typical: { words: 'The usual price', tone: 'info' },
  high: { words: 'A high price', tone: 'warn' },
  unknown: { words: 'Too little is known', tone: 'calm' },
}

const BASES: Readonly<Record<InsightResponse['basis'], string>> = {
  bar: 'per night, before tax',
  bar_after_tax: 'per night, after tax',
  lowest_points: 'per night',
}

function currentOf({ current, basis }: InsightResponse): number | null {
  return current[basis]
}

function Judgement({ insight }: { insight: InsightResponse }) {
  const { label, why, typical, currency, basis, lead_curve: leads } = insight
  const current = currentOf(insight)
  const { words, tone } = LABELS[label]
  const ahead = daysAhead(insight.query.checkin)
  const show = (value: number) =>
    basis === 'lowest_points' ? `${formatWhole(value)} points` : formatRound(value, currency)
  const file = `price-${insight.query.chain}-${insight.query.hotel_code}-${insight.query.checkin}`
  return (
    <div className="judgement">
      <p className="judgement-head">
        <span className={`badge big ${tone}`}>{words}</span>
        {current !== null && <strong className="figure">{show(current)}</strong>}
        <span className="faint">{BASES[basis]}</span>
      </p>
      <p className="note">{why}</p>
      {typical && current !== null && (
        <Figure
          title="Where the price lies"
          words={placeWords(insight, show)}
          file={`${file}-range`}
          table={{
            columns: [{ title: 'Figure' }, { title: `Price (${currency})`, isNumber: true }],
            rows: [
              ['This price', current],
              ['One night in ten is cheaper than', typical.p10],
              ['A quarter of nights are cheaper than', typical.p25],
              ['Median', typical.median],
              ['A quarter of nights cost more than', typical.p75],
              ['One night in ten costs more than', typical.p90],
            ],
            show,
          }}
        >
          <RangeChart typical={typical} current={current} formatValue={show} />
        </Figure>
      )}
      <ul className="judgement-facts">
        {factsOf(insight, show).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {insight.outlook && <PriceOutlook outlook={insight.outlook} />}
      {leads.length > 1 && (
        <Figure
          title="The usual price by days before arrival"
          words={leadWords(leads, ahead, show)}
          file={`${file}-lead`}
          table={{
            columns: [
              { title: 'Days before arrival' },
              { title: `Median (${currency})`, isNumber: true },
              { title: 'Prices seen', isNumber: true },
            ],
            rows: leads.map(({ lead_days, median, observations }) => [
              leadName(lead_days),
              median,
              observations,
            ]),
            show: (value, column) => (column === 2 ? formatWhole(value) : show(value)),
          }}
        >
          <BarChart
            bars={leads.map(({ lead_days, median }) => ({
              name: leadName(lead_days),
              value: median,
              isOwn: isWithin(lead_days, ahead),
            }))}
            formatValue={show}
          />
        </Figure>
      )}
    </div>
  )
}

type Show = (value: number) => string

const distance = (pct: number) => formatShare(Math.abs(pct) / 100)

function placeWords({ percentile, vs_median_pct: versus, typical }: InsightResponse, show: Show): string {
  if (!typical || percentile === null || versus === null) return ''
  const against =
    versus === 0
      ? 'the same as the median'
      : `${distance(versus)} ${versus > 0 ? 'above' : 'below'} the median of ${show(typical.median)}`
  return `Of 100 comparable nights, about ${Math.round(percentile)} were cheaper: ${against}.`
}

function factsOf({ trend, similar }: InsightResponse, show: Show): string[] {
  const facts: string[] = []
  if (trend) {
    const moved =
      trend.direction === 'flat'
        ? 'has hardly changed'
        : `went ${trend.direction} by ${distance(trend.change_pct)}`
    facts.push(`In the last ${trend.days} days the price ${moved}.`)
  }
  if (similar && similar.vs_median_pct !== null) {
    const versus = similar.vs_median_pct
    const place =
      versus === 0 ? 'the same' : `${distance(versus)} ${versus > 0 ? 'more expensive' : 'cheaper'}`
    facts.push(
      `The median of ${similar.hotels} similar hotels nearby is ${show(similar.median)}: this one is ${place}.`,
    )
  }
  return facts
}

type Lead = InsightResponse['lead_curve'][number]

/** Days from today to the arrival, as the API counts them. */
function daysAhead(checkin: string): number {
  return Math.round((Date.parse(checkin) - Date.parse(dayFromNow(0))) / 86_400_000)
}

function isWithin([from = 0, to]: Lead['lead_days'], days: number): boolean {
  return (from ?? 0) <= days && (to === null || to === undefined || days <= to)
}

function leadWords(leads: readonly Lead[], ahead: number, show: Show): string {
  const cheapest = leads.toSorted((a, b) => a.median - b.median)[0]
  const said = cheapest
    ? `It was cheapest ${leadName(cheapest.lead_days)} days before arrival: ${show(cheapest.median)}. `
    : ''
  return `${said}This arrival is ${formatCount(ahead, 'day')} ahead.`
}

function leadName([from, to]: Lead['lead_days']): string {
  return to === null || to === undefined ? `${from} or more` : `${from}–${to}`
}
