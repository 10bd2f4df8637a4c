import type { Chain, ListTransfersResponse, TripResponse, TripResponse202 } from '@vacancy/client'
import { useTexts } from '../address.ts'
import { useApi } from '../api/v1-queries.ts'
import { JobOutcome } from '../jobs/job-outcome.tsx'
import { AnswerView } from '../paid/answer-view.tsx'
import { useAnswer } from '../paid/asks.ts'
import { Receipt } from '../paid/cost.tsx'
import { PaidForm } from '../paid/paid-form.tsx'
import { usePaid } from '../paid/use-paid.tsx'
import { WithChains } from '../shell/with-chains.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/feedback.tsx'
import { formatMoney, formatWhole } from '../ui/format.ts'
import { Card, Page } from '../ui/page.tsx'
import { requestOf, TripFields, tripOf } from './trip-form.tsx'
import { OptionCard, Strip } from './trip-strip.tsx'

const PATH = '/trip'

/** The best mix of cash, points, certificates and free nights for a trip. */
export function TripsPage() {
  return (
    <Page
      title="Trips"
      about="The best mix of cash, points, certificates and free nights, night by night, from the prices that are known."
    >
      <WithChains>
        {(chains) => <Planner chains={chains.filter(({ award_points }) => award_points)} />}
      </WithChains>
    </Page>
  )
}

function Planner({ chains }: { chains: Chain[] }) {
  const [{ ask, ...texts }, setTexts] = useTexts()
  const values = tripOf(texts)
  const partners =
    useApi<ListTransfersResponse>('/transfers', { staleMs: 300_000 }).data?.transfer_partners ?? []
  const banks = [...new Set(partners.map(({ bank }) => bank))]
  const answer = useAnswer<TripResponse | TripResponse202>(PATH, ask)
  const paid = usePaid({ path: PATH, body: requestOf(values, chains, banks) }, (id) =>
    setTexts({ ...values, ask: id }, { isStep: true }),
  )
  return (
    <>
      <Card>
        <PaidForm paid={paid} isAsking={answer.isFetching} action="Plan the trip">
          <TripFields values={values} chains={chains} banks={banks} onChange={setTexts} />
        </PaidForm>
      </Card>
      <AnswerView
        query={answer}
        none={
          <p className="faint">Fill in your wallet and plan. The options appear here as strips of nights.</p>
        }
      >
        {(shown) => (
          <section className="card result" aria-label="Options">
            <Receipt answer={shown} />
            <Options trip={shown.data} onAgain={paid.submit} isBusy={paid.isQuoting} />
          </section>
        )}
      </AnswerView>
    </>
  )
}

interface OptionsProps {
  trip: TripResponse | TripResponse202
  onAgain: () => void
  isBusy: boolean
}

function Options({ trip, onAgain, isBusy }: OptionsProps) {
  const plan = <Plan trip={trip} />
  if (!('jobs' in trip)) return plan
  return (
    <JobOutcome jobs={trip.jobs} during={trip.options.length > 0 && plan}>
      {() => (
        <>
          <div className="note again">
            <p>The missing prices are here now. Plan again to use them.</p>
            <Button look="primary" busy={isBusy} onClick={onAgain}>
              Plan again
            </Button>
          </div>
          {trip.options.length > 0 && plan}
        </>
      )}
    </JobOutcome>
  )
}

function Plan({ trip }: { trip: TripResponse }) {
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
      <Empty icon="trips" title="No way to stay there is known">
        <p>Try other nights, a wider radius, or more changes of hotel.</p>
      </Empty>
    )
  }
  return (
    <div className="trip-options">
      {trip.options.map((option) => (
        <OptionCard key={option.rank} option={option} currency={currency} />
      ))}
      {trip.best_cash && (
        <article className="trip-option" aria-label="With cash alone">
          <header>
            <h3>With cash alone: {formatMoney(trip.best_cash.cash_total, currency)}</h3>
          </header>
          <Strip blocks={trip.best_cash.blocks} currency={currency} label="Nights with cash alone" />
        </article>
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
