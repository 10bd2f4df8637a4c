import type { GetBoardResponse, MarketFigures } from '@vacancy/client'
import type { ReactNode } from 'react'
import { formatCount, formatPercent, formatWhole } from '../ui/format.ts'
import { Card } from '../ui/page.tsx'
import { BoardChanges } from './board-changes.tsx'
import { Facts } from './facts.tsx'
import { FailedHotels } from './failed-hotels.tsx'
import { MarketCalendar } from './market-calendar.tsx'
import { RatesFigure } from './rates-figure.tsx'
import { FAR_PCT, StandOut } from './stand-out.tsx'

interface MarketBoardProps extends Pick<GetBoardResponse, 'failures' | 'changes'> {
  market: MarketFigures
  /** Null on a shared board, which has no pages of nights. */
  link: { set: string; job: string } | null
  /** Where the figures come from. */
  children: ReactNode
}

/** A hotel against its set, night by night. */
export function MarketBoard({ market, failures, changes, link, children }: MarketBoardProps) {
  const { standing, subject, hotels, nights, currency } = market
  const file = `market-${subject?.hotel_code ?? 'set'}`
  const below = standing?.stand_out.filter(({ vs_others_median_pct: pct }) => pct < 0).length ?? 0
  const above = (standing?.stand_out.length ?? 0) - below
  return (
    <div className="board market-board">
      {standing && (
        <Facts
          facts={[
            {
              name: 'Rate index',
              value: standing.rate_index === null ? '–' : formatWhole(standing.rate_index),
              note: '100 is the mean of the others',
            },
            {
              name: 'Against the median',
              value:
                standing.vs_others_median_pct === null ? '–' : formatPercent(standing.vs_others_median_pct),
              note: 'of the others',
            },
            {
              name: 'Average rank',
              value: standing.rank === null ? '–' : String(standing.rank),
              note: `of ${hotels.length}, 1 is the cheapest`,
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
              name: 'Stand out',
              value: formatCount(below + above, 'night'),
              note: `${below} below, ${above} above, by ${FAR_PCT}% or more`,
            },
          ]}
        />
      )}
      <FailedHotels failures={failures} />
      <Card>
        {children}
        <RatesFigure market={market} file={`${file}-nights`} />
      </Card>
      <Card>
        <MarketCalendar market={market} nights={nights} file={`${file}-rates`} link={link} />
      </Card>
      {standing && <StandOut nights={standing.stand_out} currency={currency} link={link} />}
      <BoardChanges changes={changes} />
    </div>
  )
}
