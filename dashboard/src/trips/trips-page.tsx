import type { Chain, TripResponse, TripResponse202 } from '@vacancy/client'
import { type Texts, useTexts } from '../address.ts'
import { AnswerPlace } from '../paid/answer-place.tsx'
import { AnswerView } from '../paid/answer-view.tsx'
import { useAnswer, wasAsked } from '../paid/asks.ts'
import { PaidForm } from '../paid/paid-form.tsx'
import { SpentLine } from '../paid/spent-line.tsx'
import { useBudget } from '../paid/use-budget.ts'
import { usePaid } from '../paid/use-paid.tsx'
import { WithChains } from '../shell/with-chains.tsx'
import { Button } from '../ui/button.tsx'
import { Card, Page } from '../ui/page.tsx'
import { reachedChains } from '../wallet/can-pay.ts'
import { useOwnMoney } from '../wallet/own-currency.ts'
import { keepFirst, useWallet } from '../wallet/use-wallet.ts'
import { WalletFields } from '../wallet/wallet-fields.tsx'
import { walletTexts } from '../wallet/wallet-texts.ts'
import { KnownPlan } from './known-plan.tsx'
import { AGAIN_PATH, isSameTrip, PlanAgain } from './plan-again.tsx'
import { secondPlan } from './second-plan.ts'
import { requestOf, TripFields, tripOf } from './trip-form.tsx'
import { Options } from './trip-options.tsx'

const PATH = '/trip'
/** The hotels to choose from, and fewer where that would take too much of the budget. */
const [MOST, ...FEWER] = [25, 10, 5, 2]
/** A plan needs hotels to compare, more than all nights of one. */
const FOR_JOBS = 1 / 2

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
  const [{ ask, fetched, again, ...texts }, setTexts] = useTexts()
  const values = tripOf(texts)
  const own = useWallet(chains)
  const answer = useAnswer<TripResponse | TripResponse202>(PATH, ask)
  const money = useOwnMoney(own.currency)
  const { wallet } = own
  const body = requestOf(values, { wallet, money, chains: reachedChains(wallet, own.partners) })
  const before = useAnswer<TripResponse202>(PATH, fetched)
  const replanned = useAnswer<TripResponse>(AGAIN_PATH, again)
  const start = (changed: Texts) => {
    keepFirst(own)
    setTexts({ ...values, ...walletTexts(texts), again: undefined, ...changed }, { isStep: true })
  }
  const budget = useBudget()
  const { credits } = budget
  const first = { ...body, partial: false }
  const smaller = FEWER.map((hotels) => Object.assign({}, first, { max_hotels: hotels }))
  const paid = usePaid(
    { path: PATH, body: { ...first, max_hotels: MOST } },
    (id) => start({ ask: id, fetched: undefined }),
    {
      budget: { credits, smaller, forJobs: FOR_JOBS, second: secondPlan(chains) },
      isReady: own.isRead,
    },
  )
  const hasJobs = answer.data !== undefined && answer.data !== null && 'jobs' in answer.data.data
  const known = (isDue: boolean, words: string) => (
    <KnownPlan
      path={PATH}
      body={{ ...body, max_hotels: MOST }}
      credits={credits}
      onAsk={(id) => start({ ask: id, ...(hasJobs && { fetched: ask }) })}
      isDue={isDue}
      words={words}
    />
  )
  const isAgain = again !== undefined
  const latest = isAgain ? replanned : answer
  const plannedFrom = before.data?.data
  return (
    <>
      <Card>
        <PaidForm paid={paid} isAsking={answer.isFetching} action="Plan the trip" budget={budget}>
          <TripFields values={values} money={money} onChange={setTexts} />
          <WalletFields
            key={again ?? ask}
            own={own}
            chains={chains.filter(({ award_points }) => award_points)}
          />
        </PaidForm>
        {answer.data &&
          !hasJobs &&
          (plannedFrom && isSameTrip(plannedFrom, body) ? (
            <PlanAgain
              fetched={plannedFrom}
              planned={answer.data.data}
              body={body}
              isAsking={replanned.isFetching}
              onAsk={(id) => start({ ask, fetched, again: id })}
            />
          ) : (
            known(false, 'Changed your points or the dates? Plan again from prices that were fetched before.')
          ))}
      </Card>
      <AnswerPlace ask={again ?? ask}>
        <AnswerView
          query={latest}
          none={
            <p className="faint">
              Say where, when, and what you have. Up to three ways to pay for the nights appear here.
            </p>
          }
        >
          {(shown) => (
            <section className="card result" aria-label="Options">
              {isAgain ? (
                <p className="hint spent" role="status">
                  Planned again from the prices that were fetched for you. Free.
                </p>
              ) : (
                <SpentLine answer={shown} before={before.data} />
              )}
              <Options
                trip={shown.data}
                isAgain={isAgain}
                chains={chains}
                again={known(wasAsked(ask), 'The prices have been fetched. The plan uses them.')}
              >
                <Button busy={paid.isQuoting} disabled={budget.refusal !== null} onClick={paid.submit}>
                  Look further for at most {budget.words}
                </Button>
              </Options>
            </section>
          )}
        </AnswerView>
      </AnswerPlace>
    </>
  )
}
