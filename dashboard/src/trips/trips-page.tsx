import type { Chain, TripResponse, TripResponse202 } from '@vacancy/client'
import { useTexts } from '../address.ts'
import { JobOutcome } from '../jobs/job-outcome.tsx'
import { AnswerView } from '../paid/answer-view.tsx'
import { useAnswer } from '../paid/asks.ts'
import { CostBefore, Receipt } from '../paid/cost.tsx'
import { PaidForm } from '../paid/paid-form.tsx'
import { useInView } from '../paid/use-in-view.ts'
import { type Paid, usePaid } from '../paid/use-paid.tsx'
import { WithChains } from '../shell/with-chains.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/feedback.tsx'
import { formatCount, formatMoney, formatWhole } from '../ui/format.ts'
import { Card, Page } from '../ui/page.tsx'
import { keepFirst, useWallet } from '../wallet/use-wallet.ts'
import { WalletFields } from '../wallet/wallet-fields.tsx'
import { walletTexts } from '../wallet/wallet-texts.ts'
import { requestOf, TripFields, tripOf } from './trip-form.tsx'
import { OptionCard, Strip } from './trip-strip.tsx'
import { unlikeOptions } from './unlike-options.ts'

const PATH = '/trip'

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
  const [{ ask, ...texts }, setTexts] = useTexts()
  const values = tripOf(texts)
  const own = useWallet(chains)
  const answer = useAnswer<TripResponse | TripResponse202>(PATH, ask)
  const body = requestOf(values, own.wallet, own.currency)
  const start = (id: string) => {
    keepFirst(own)
    setTexts({ ...values, ...walletTexts(texts), ask: id }, { isStep: true })
  }
  const paid = usePaid({ path: PATH, body }, start)
  const again = usePaid({ path: PATH, body: { ...body, fill: 'none' } }, start)
  const place = useInView(ask)
  return (
    <>
      <Card>
        <PaidForm paid={paid} isAsking={answer.isFetching} action="Plan the trip">
          <TripFields values={values} onChange={setTexts} />
          <WalletFields key={ask} own={own} chains={chains.filter(({ award_points }) => award_points)} />
        </PaidForm>
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
              <Receipt answer={shown} />
              <Options trip={shown.data} chains={chains} again={again} />
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
  again: Paid
}

function Options({ trip, chains, again }: OptionsProps) {
  const plan = <Plan trip={trip} chains={chains} />
  if (!('jobs' in trip)) return plan
  return (
    <JobOutcome jobs={trip.jobs} during={trip.options.length > 0 && plan}>
      {() => (
        <>
          <div className="note again">
            <p>The missing prices are here now. Plan again to use them: nothing is fetched any more.</p>
            <Button look="primary" busy={again.isQuoting} onClick={again.submit}>
              Plan again
            </Button>
            <CostBefore cost={again.cost} />
          </div>
          {trip.options.length > 0 && plan}
        </>
      )}
    </JobOutcome>
  )
}

function Plan({ trip, chains }: Omit<OptionsProps, 'again'>) {
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
      </Empty>
    )
  }
  const { shown, rest } = unlikeOptions(trip.options)
  const card = (option: TripResponse['options'][number]) => (
    <OptionCard key={option.rank} option={option} currency={currency} chains={chains} />
  )
  return (
    <div className="trip-options">
      {shown.map(card)}
      {trip.best_cash && (
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
        <p className="hint">
          {formatWhole(trip.nights_unknown)} hotel nights have no known price. A better option may be among
          them.
        </p>
      )}
    </div>
  )
}
