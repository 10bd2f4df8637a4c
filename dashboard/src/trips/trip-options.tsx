import type { Chain, TripResponse, TripResponse202 } from '@vacancy/client'
import type { ReactNode } from 'react'
import { JobOutcome } from '../jobs/job-outcome.tsx'
import { Empty } from '../ui/feedback.tsx'
import { formatCount, formatMoney } from '../ui/format.ts'
import { OptionCard, Strip } from './trip-strip.tsx'
import { TripWords } from './trip-words.tsx'
import { unlikeOptions } from './unlike-options.ts'

interface OptionsProps {
  trip: TripResponse | TripResponse202
  /** Planned once more. The place was found the first time. */
  isAgain: boolean
  chains: readonly Chain[]
  /** Once the jobs have ended. */
  again: ReactNode
  /** For nights that nobody has looked at. */
  children: ReactNode
}

/** The ways to pay for a trip, once the prices are there. */
export function Options({ trip, again, ...rest }: OptionsProps) {
  if ('jobs' in trip) {
    return (
      <JobOutcome jobs={trip.jobs} isBrief>
        {() => again}
      </JobOutcome>
    )
  }
  return <Plan trip={trip} {...rest} />
}

interface PlanProps extends Omit<OptionsProps, 'trip' | 'again'> {
  trip: TripResponse
}

function Plan({ trip, isAgain, chains, children }: PlanProps) {
  const { currency } = trip.query
  if (!trip.place && !isAgain) {
    return (
      <Empty icon="trips" title="Place not found">
        <p>The call was free. Try a town with its country, or another spelling.</p>
      </Empty>
    )
  }
  if (trip.options.length === 0) {
    return (
      <Empty icon="trips" title="No options found">
        <p>Try other nights, a wider radius, or more changes of hotel.</p>
        {trip.nights_unknown > 0 && children}
      </Empty>
    )
  }
  const { shown, rest } = unlikeOptions(trip.options)
  const isInCash = shown.some(({ blocks }) => blocks.every(({ pay }) => pay === 'cash'))
  const cards = (options: TripResponse['options'], before: number) =>
    options.map((option, index) => (
      <OptionCard
        key={option.rank}
        option={option}
        number={before + index + 1}
        currency={currency}
        chains={chains}
      />
    ))
  return (
    <div className="trip-options">
      {cards(shown, 0)}
      {trip.best_cash && !isInCash && (
        <article className="trip-option" aria-label="With cash alone">
          <header>
            <h3>With cash alone: {formatMoney(trip.best_cash.cash_total, currency)}</h3>
          </header>
          <Strip blocks={trip.best_cash.blocks} currency={currency} label="Nights with cash alone" />
        </article>
      )}
      {rest.length > 0 && (
        <details className="trip-rest">
          <summary>{formatCount(rest.length, 'similar option')}</summary>
          <div className="trip-options">{cards(rest, shown.length)}</div>
        </details>
      )}
      <TripWords trip={trip} chains={chains} />
      {trip.nights_unknown > 0 && (
        <div className="note again">
          <p>
            {formatCount(trip.nights_unknown, 'hotel night')} without a known price. A better option may be
            among them.
          </p>
          {children}
        </div>
      )}
    </div>
  )
}
