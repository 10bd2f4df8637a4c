import { Link } from '@tanstack/react-router'
import type { AwardSearchResponse, AwardSearchResponse202, Chain } from '@vacancy/client'
import type { FormEvent, ReactNode } from 'react'
import { useTexts } from '../address.ts'
import { useChains } from '../api/v1-queries.ts'
import { AnswerView } from '../paid/answer-view.tsx'
import { useAnswer } from '../paid/asks.ts'
import { CostBefore, Receipt } from '../paid/cost.tsx'
import { usePaid } from '../paid/use-paid.tsx'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { Button } from '../ui/button.tsx'
import { FaultNote, Loaded } from '../ui/feedback.tsx'
import { Card, Page } from '../ui/page.tsx'
import { AwardFields, requestOf, wishOf } from './award-form.tsx'
import { AwardResult } from './award-result.tsx'
import { TellMeCard } from './tell-me.tsx'

const PATH = '/award/search'

/** For people with points: where and when they go furthest. */
export function AwardsPage() {
  const { keyId } = useActingKey()
  const chains = useChains()
  return (
    <Page
      title="Awards"
      about="Nights that you can book with points: what they cost, and what a point is worth."
      actions={
        <Link className="button plain" to="/awards/value">
          Best value anywhere
        </Link>
      }
    >
      {keyId === undefined ? (
        <NeedsKey />
      ) : (
        <Loaded query={chains}>
          {(data) => (
            <AwardSearch chains={data.chains}>
              <TellMeCard chains={data.chains} />
            </AwardSearch>
          )}
        </Loaded>
      )}
    </Page>
  )
}

/** The children stand between the form and its result, which may be long. */
function AwardSearch({ chains, children }: { chains: Chain[]; children: ReactNode }) {
  const [texts, setTexts] = useTexts()
  const wish = wishOf(texts)
  const answer = useAnswer<AwardSearchResponse | AwardSearchResponse202>(PATH, texts['ask'])
  const paid = usePaid({ path: PATH, body: requestOf(wish) }, (ask) =>
    setTexts({ ...wish, ask, night: undefined }, { isStep: true }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    paid.submit()
  }
  return (
    <>
      <Card title="Award nights around a place">
        <form onSubmit={submit}>
          <AwardFields wish={wish} chains={chains} onChange={(changed) => setTexts({ ...changed })} />
          <div className="bench-actions">
            <Button type="submit" look="primary" busy={paid.isQuoting || answer.isFetching}>
              Search
            </Button>
            <CostBefore cost={paid.cost} />
          </div>
          {paid.error && <FaultNote error={paid.error} />}
        </form>
      </Card>
      {children}
      <div className="bench-answer">
        <AnswerView
          query={answer}
          none={<p className="faint">Choose a place and a month. The calendar of points appears here.</p>}
        >
          {(shown) => (
            <section className="card result" aria-label="Award nights">
              <Receipt answer={shown} />
              <AwardResult search={shown.data} month={wish.month} cert={wish.cert} />
            </section>
          )}
        </AnswerView>
      </div>
      {paid.dialog}
    </>
  )
}
