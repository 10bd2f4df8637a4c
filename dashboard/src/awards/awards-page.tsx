import { Link } from '@tanstack/react-router'
import type { AwardSearchResponse, AwardSearchResponse202, Chain } from '@vacancy/client'
import type { ReactNode } from 'react'
import { useTexts } from '../address.ts'
import { AnswerView } from '../paid/answer-view.tsx'
import { useAnswer } from '../paid/asks.ts'
import { Receipt } from '../paid/cost.tsx'
import { PaidForm } from '../paid/paid-form.tsx'
import { usePaid } from '../paid/use-paid.tsx'
import { WithChains } from '../shell/with-chains.tsx'
import { Card, Page } from '../ui/page.tsx'
import { AwardFields, requestOf, textsOfWish, wishOf } from './award-form.tsx'
import { AwardResult } from './award-result.tsx'
import { TellMeCard } from './tell-me.tsx'

const PATH = '/award/search'

/** For people with points: where and when they go furthest. */
export function AwardsPage() {
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
      <WithChains>
        {(chains) => (
          <AwardSearch chains={chains}>
            <TellMeCard chains={chains} />
          </AwardSearch>
        )}
      </WithChains>
    </Page>
  )
}

/** The children stand between the form and its result, which may be long. */
function AwardSearch({ chains, children }: { chains: Chain[]; children: ReactNode }) {
  const [texts, setTexts] = useTexts()
  const wish = wishOf(texts)
  const answer = useAnswer<AwardSearchResponse | AwardSearchResponse202>(PATH, texts['ask'])
  const paid = usePaid({ path: PATH, body: requestOf(wish) }, (ask) =>
    setTexts({ ...textsOfWish(wish), ask, night: undefined, access: undefined }, { isStep: true }),
  )
  return (
    <>
      <Card title="Award nights around a place">
        <PaidForm paid={paid} isAsking={answer.isFetching} action="Search">
          <AwardFields wish={wish} chains={chains} onChange={(changed) => setTexts(textsOfWish(changed))} />
        </PaidForm>
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
    </>
  )
}
