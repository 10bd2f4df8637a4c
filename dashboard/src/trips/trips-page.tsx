import type { Chain, TripResponse, TripResponse202 } from '@vacancy/client'
import type { ReactNode } from 'react'
import { type Texts, useTexts } from '../address.ts'
import { JobOutcome } from '../jobs/job-outcome.tsx'
import { AnswerView } from '../paid/answer-view.tsx'
import { useAnswer, wasAsked } from '../paid/asks.ts'
import { Receipt } from '../paid/cost.tsx'
import { PaidForm } from '../paid/paid-form.tsx'
import { useBudget } from '../paid/use-budget.ts'
import { useInView } from '../paid/use-in-view.ts'
import { usePaid } from '../paid/use-paid.tsx'
import { WithChains } from '../shell/with-chains.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/feedback.tsx'
import { formatCount, formatMoney } from '../ui/format.ts'
import { Card, Page } from '../ui/page.tsx'
import { keepFirst, useWallet } from '../wallet/use-wallet.ts'
import { WalletFields } from '../wallet/wallet-fields.tsx'
import { walletTexts } from '../wallet/wallet-texts.ts'
import { KnownPlan } from './known-plan.tsx'
import { requestOf, TripFields, tripOf } from './trip-form.tsx'
import { OptionCard, Strip } from './trip-strip.tsx'
import { unlikeOptions } from './unlike-options.ts'

const PATH = '/trip'
/** The hotels to choose from, and fewer where that would take too much of the budget. */
const [MOST, ...FEWER] = [25, 10, 5, 2]

/** The best mix of cash, points, certificates and free nights for a trip. */
export function TripsPage() {
  return (
    <Page
      title="Trips"
      about="The best mix of cash, points, certificates and free nights, night by night, from the prices that are known."
    >
      <WithChains>{(chains) => <Planner chains={chains} />}</WithChains>
    </Page>
  )
}

function Planner({ chains }: { chains: Chain[] }) {
  const [{ ask, fetched, ...texts }, setTexts] = useTexts()
  const values = tripOf(texts)
  const own = useWallet(chains)
  const answer = useAnswer<TripResponse | TripResponse202>(PATH, ask)
  const body = requestOf(values, own.wallet, own.currency)
  const before = useAnswer<TripResponse202>(PATH, fetched)
  const start = (id: string, changed: Texts) => {
    keepFirst(own)
    setTexts({ ...values, ...walletTexts(texts), ask: id, ...changed }, { isStep: true })
  }
  const budget = useBudget()
  const { credits } = budget
  const first = { ...body, partial: false }
  const smaller = FEWER.map((hotels) => Object.assign({}, first, { max_hotels: hotels }))
  const paid = usePaid(
    { path: PATH, body: { ...first, max_hotels: MOST } },
    (id) => start(id, { fetched: undefined }),
    {
      budget: { credits, smaller },
    },
  )
  const hasJobs = answer.data !== undefined && answer.data !== null && 'jobs' in answer.data.data
  const known = (isDue: boolean, words: string) => (
    <KnownPlan
      path={PATH}
      body={{ ...body, max_hotels: MOST }}
      credits={credits}
      onAsk={(id) => start(id, hasJobs ? { fetched: ask } : {})}
      isDue={isDue}
      words={words}
    />
  )
  const place = useInView(ask)
  return (
    <>
      <Card>
        <PaidForm paid={paid} isAsking={answer.isFetching} action="Plan the trip" budget={budget}>
          <TripFields values={values} onChange={setTexts} />
          <WalletFields key={ask} own={own} chains={chains.filter(({ award_points }) => award_points)} />
        </PaidForm>
        {answer.data &&
          !hasJobs &&
          known(false, 'Changed something? Planning again can do with the prices that are here.')}
      </Card>
      <div className="bench-answer" ref={place}>
        <AnswerView
          query={answer}
          none={
            <p className="faint">
              Fill in what you have and plan. The options appear here as strips of nights.
            </p>
          }
        >
          {(shown) => (
            <section className="card result" aria-label="Options">
              <Receipt answer={shown} before={before.data} />
              <Options
                trip={shown.data}
                chains={chains}
                again={known(wasAsked(ask), 'The prices are here. Planning with them fetches nothing more.')}
              >
                <Button busy={paid.isQuoting} disabled={budget.refusal !== null} onClick={paid.submit}>
                  Look further for at most {budget.words}
                </Button>
              </Options>
            </section>
          )}
        </AnswerView>
      </div>
    </>
  )
}

interface OptionsProps {
  trip: TripResponse | TripResponse202
  chains: readonly Chain[]
  /** Once the jobs have ended. */
  again: ReactNode
  /** For nights that nobody has looked at. */
  children: ReactNode
}

function Options({ trip, again, ...rest }: OptionsProps) {
  if ('jobs' in trip) return <JobOutcome jobs={trip.jobs}>{() => again}</JobOutcome>
  return <Plan trip={trip} {...rest} />
}

function Plan({ trip, chains, children }: Pick<OptionsProps, 'trip' | 'chains' | 'children'>) {
  const { currency } = trip.query
  if (!trip.place) {
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
  const card = (option: TripResponse['options'][number]) => (
    <OptionCard key={option.rank} option={option} currency={currency} chains={chains} />
  )
  return (
    <div className="trip-options">
      {shown.map(card)}
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
          <div className="trip-options">{rest.map(card)}</div>
        </details>
      )}
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
