import { Link } from '@tanstack/react-router'
import type { GetJobMarketResponse } from '@vacancy/client'
import { useTexts } from '../address.ts'
import { useJobMarket } from '../api/set-queries.ts'
import { Figure } from '../charts/figure.tsx'
import { LineChart } from '../charts/lazy.tsx'
import { formatNightAt } from '../hotels/price-history.tsx'
import { Empty, Loaded, Skeleton } from '../ui/feedback.tsx'
import { addDays, dayFromNow, formatCount, formatPercent, formatRound, formatWhole } from '../ui/format.ts'
import { Card } from '../ui/page.tsx'
import { AskBoard, readSpan } from './ask-board.tsx'
import type { BoardProps } from './board-props.ts'
import { Facts } from './facts.tsx'
import { JobLine } from './job-line.tsx'
import { MarketCalendar } from './market-calendar.tsx'
import { type BoardNight, boardNights, FAR_PCT, standingOf } from './market-figures.ts'
import { useBoardJob } from './use-board-job.tsx'

/** The hotel against its set, for the nights to come. */
export function MarketView({ set, subject, currency }: BoardProps) {
  const [texts, setTexts] = useTexts()
  const span = readSpan(texts['nights'], '90')
  const from = dayFromNow(0)
  const board = useBoardJob(set, 'market', {
    set: set.id,
    nights: { from, to: addDays(from, Number(span) - 1) },
    currency,
  })
  const market = useJobMarket({ job: board.job, subject, currency })
  if (set.hotels.length < 2) return <NoCompetitors id={set.id} />
  return (
    <>
      <Card>
        <AskBoard
          board={board}
          span={span}
          onSpan={(nights) => setTexts({ nights })}
          label="Fetch the market"
        >
          <p className="hint">{formatWhole(set.hotels.length)} hotels, one night each, two adults.</p>
        </AskBoard>
      </Card>
      {board.isSeeking && <Skeleton lines={6} />}
      {board.job === undefined && !board.isSeeking && <NothingYet />}
      {board.job !== undefined && (
        <Loaded query={market}>
          {(data) => <MarketBoard data={data} {...{ set, subject, currency }} />}
        </Loaded>
      )}
    </>
  )
}

function NoCompetitors({ id }: { id: string }) {
  return (
    <section className="card">
      <Empty icon="explorer" title="Who does this hotel compete with?">
        <p>
          Add the hotels that your guests could book instead. Then this page shows your rank night by night.
        </p>
        <Link className="button primary" to="/my-hotels/$id" params={{ id }} search={{ view: 'hotels' }}>
          Add competitors
        </Link>
      </Empty>
    </section>
  )
}

function NothingYet() {
  return (
    <section className="card">
      <Empty icon="overview" title="No rates yet">
        <p>Choose how many nights to compare. The cost is shown before anything is spent.</p>
      </Empty>
    </section>
  )
}

function MarketBoard({ data, set, subject, currency }: BoardProps & { data: GetJobMarketResponse }) {
  const nights = boardNights(data, subject)
  const standing = standingOf(nights)
  const file = `market-${subject.hotel_code}`
  return (
    <>
      <Facts
        facts={[
          {
            name: 'Rate index',
            value: standing.index === null ? '–' : formatWhole(standing.index),
            note: '100 is the mean of the others',
          },
          {
            name: 'Average rank',
            value: standing.rank === null ? '–' : String(standing.rank),
            note: `of ${data.hotels.length}, 1 is the cheapest`,
          },
          {
            name: 'Cheapest',
            value: formatCount(standing.cheapest, 'night'),
            note: `of ${standing.compared} compared`,
          },
          {
            name: 'Most expensive',
            value: formatCount(standing.dearest, 'night'),
            note: `of ${standing.compared} compared`,
          },
          {
            name: 'Far from the median',
            value: formatCount(standing.below.length + standing.above.length, 'night'),
            note: `${standing.below.length} below, ${standing.above.length} above, by ${FAR_PCT} % or more`,
          },
        ]}
      />
      <Card>
        <JobLine job={data.job} name={file} />
        <RatesFigure nights={nights} currency={currency} file={`${file}-nights`} />
      </Card>
      <Card>
        <MarketCalendar
          data={data}
          nights={nights}
          file={`${file}-rates`}
          words={worthALook(standing.below, standing.above)}
          set={set.id}
          currency={currency}
        />
      </Card>
    </>
  )
}

function worthALook(below: readonly BoardNight[], above: readonly BoardNight[]): string {
  const [low, high] = [below[0], above[0]]
  const said = (night: BoardNight, place: string) =>
    `${formatNightAt(Date.parse(night.night), 'full')} is the furthest ${place} the median (${formatPercent(night.market.subject?.vs_median_pct ?? 0)})`
  const parts = [low && said(low, 'below'), high && said(high, 'above')].filter((part) => part !== undefined)
  return parts.length === 0
    ? `No night is ${FAR_PCT} % or more away from the median. Choose a night for its rooms and rates.`
    : `${parts.join('; ')}. Choose a night for its rooms and rates.`
}

function RatesFigure({ nights, currency, file }: { nights: BoardNight[]; currency: string; file: string }) {
  const show = (value: number) => formatRound(value, currency)
  const column = (read: (night: BoardNight) => number | null | undefined) =>
    nights.map((night) => read(night) ?? null)
  const own = column((night) => night.own?.rate)
  const median = column(({ market }) => market.median)
  const band = {
    name: 'Cheapest to most expensive of the set',
    low: column(({ market }) => market.min),
    high: column(({ market }) => market.max),
  }
  return (
    <Figure
      title="Your rate and the market"
      file={file}
      table={{
        columns: [
          { title: 'Night' },
          { title: `Your rate (${currency})`, isNumber: true },
          { title: 'Median', isNumber: true },
          { title: 'Cheapest', isNumber: true },
          { title: 'Most expensive', isNumber: true },
          { title: 'Rank', isNumber: true },
          { title: 'Hotels ranked', isNumber: true },
          { title: 'Rate index', isNumber: true },
        ],
        rows: nights.map(({ night, market }, index) => [
          night,
          own[index] ?? null,
          median[index] ?? null,
          market.min,
          market.max,
          market.subject?.rank ?? null,
          market.subject?.of ?? null,
          market.subject?.rate_index ?? null,
        ]),
        show: (value, place) => (place > 4 ? formatWhole(value) : show(value)),
      }}
    >
      <LineChart
        at={nights.map(({ night }) => Date.parse(night))}
        series={[
          { name: 'Your rate', look: 'own', values: own },
          { name: 'Median of the set', look: 'market', values: median },
        ]}
        band={band}
        formatValue={show}
        formatAt={formatNightAt}
      />
    </Figure>
  )
}
