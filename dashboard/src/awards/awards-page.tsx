import { Link } from '@tanstack/react-router'
import type { AwardSearchResponse, AwardSearchResponse202, Chain } from '@vacancy/client'
import { useTexts } from '../address.ts'
import { AnswerPlace } from '../paid/answer-place.tsx'
import { AnswerView } from '../paid/answer-view.tsx'
import { useAnswer } from '../paid/asks.ts'
import { NotFilled } from '../paid/not-filled.tsx'
import { PaidForm } from '../paid/paid-form.tsx'
import { SpentLine } from '../paid/spent-line.tsx'
import { useBudget } from '../paid/use-budget.ts'
import { usePaid } from '../paid/use-paid.tsx'
import { WithChains } from '../shell/with-chains.tsx'
import { Card, Page } from '../ui/page.tsx'
import { canPay, reachedChains } from '../wallet/can-pay.ts'
import { useOwnMoney } from '../wallet/own-currency.ts'
import { keepFirst, type OwnWallet, useWallet } from '../wallet/use-wallet.ts'
import { WalletFields } from '../wallet/wallet-fields.tsx'
import { walletTexts } from '../wallet/wallet-texts.ts'
import { AlertCard } from './alert-card.tsx'
import {
  AwardFields,
  type AwardWish,
  MoreAwardFields,
  requestOf,
  textsOfWish,
  wishOf,
} from './award-form.tsx'
import { AwardResult } from './award-result.tsx'
import { withoutAccess } from './row-access.tsx'

const PATH = '/award/search'
/** The most hotels in an answer, and fewer where that would take too much of the budget. */
const [MOST, ...FEWER] = [25, 10, 3, 1]
/** A month takes many nights of each hotel. */
const FOR_JOBS = 2 / 3

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
          <>
            <AwardSearch chains={chains} />
            <AlertCard chains={chains} />
          </>
        )}
      </WithChains>
    </Page>
  )
}

function AwardSearch({ chains }: { chains: Chain[] }) {
  const [texts, setTexts] = useTexts()
  const wish = wishOf(texts)
  const own = useWallet(chains)
  const money = useOwnMoney(own.currency)
  const budget = useBudget()
  const wallet = walletFor(wish, own)
  const answer = useAnswer<AwardSearchResponse | AwardSearchResponse202>(PATH, texts['ask'])
  const body = requestOf(wish, wallet)
  const smaller = FEWER.map((limit) => Object.assign({}, body, { limit }))
  const paid = usePaid(
    { path: PATH, body: { ...body, limit: MOST } },
    (ask) => {
      keepFirst(own)
      const kept = { ...textsOfWish(wish), ...walletTexts(texts), ...withoutAccess(texts) }
      setTexts({ ...kept, ask, night: undefined }, { isStep: true })
    },
    {
      budget: { credits: budget.credits, smaller, forJobs: FOR_JOBS },
      isReady: own.isRead,
    },
  )
  const change = (changed: Partial<AwardWish>) => setTexts(textsOfWish(changed))
  const isPayable: Parameters<typeof AwardResult>[0]['isPayable'] = (cell) =>
    wallet === null || wish.show !== '' || canPay(cell, wallet, own.partners)
  return (
    <>
      <Card title="Award nights around a place">
        <PaidForm paid={paid} isAsking={answer.isFetching} action="Search" budget={budget}>
          <AwardFields wish={wish} chains={chains} onChange={change} />
          <WalletFields
            key={texts['ask']}
            own={own}
            chains={chains.filter(({ award_points }) => award_points)}
          />
          <MoreAwardFields wish={wish} chains={chains} hasWallet={wallet !== null} onChange={change} />
        </PaidForm>
      </Card>
      <AnswerPlace ask={texts['ask']}>
        <AnswerView
          query={answer}
          none={<p className="faint">Choose a place and a month. The calendar of points appears here.</p>}
        >
          {(shown) => (
            <section className="card result" aria-label="Award nights">
              <SpentLine answer={shown} />
              <AwardResult
                search={shown.data}
                ask={texts['ask']}
                chains={chains}
                month={wish.month}
                cert={wish.cert}
                money={money}
                isPayable={isPayable}
              >
                <NotFilled left={shown.data.not_filled} chains={chains} budget={budget} paid={paid} />
              </AwardResult>
            </section>
          )}
        </AnswerView>
      </AnswerPlace>
    </>
  )
}

/** The wallet, if it has something of the chains that are searched. */
function walletFor({ chain }: AwardWish, { wallet, partners }: OwnWallet) {
  const reached = reachedChains(wallet, partners)
  const isOfUse = chain === '' ? reached.size > 0 : reached.has(chain)
  return isOfUse ? wallet : null
}
