import { Empty, Skeleton } from '../ui/feedback.tsx'
import { formatWhole } from '../ui/format.ts'
import { Card } from '../ui/page.tsx'
import { AskBoard } from './ask-board.tsx'
import { BoardActions } from './board-actions.tsx'
import type { BoardProps } from './board-props.ts'
import { ChooseCompetitors } from './choose-competitors.tsx'
import { JobLine } from './job-line.tsx'
import { MarketBoard } from './market-board.tsx'
import { useOpenBoard } from './use-board.ts'

/** The hotel against its set, for the nights to come. */
export function MarketView(props: BoardProps) {
  return props.set.hotels.length < 2 ? (
    <ChooseCompetitors set={props.set} subject={props.subject} />
  ) : (
    <FetchedMarket {...props} />
  )
}

function FetchedMarket({ set, currency }: BoardProps) {
  const open = useOpenBoard(set, 'market', currency)
  const { data, isSeeking } = open
  return (
    <>
      <Card>
        <AskBoard open={open} label="Fetch the market">
          <p className="hint">{formatWhole(set.hotels.length)} hotels, one night each, two adults.</p>
        </AskBoard>
        <BoardActions open={open} set={set} body={{ set: set.id, currency }} />
      </Card>
      {isSeeking && <Skeleton lines={6} />}
      {!isSeeking && !data?.market && (
        <section className="card">
          <Empty icon="overview" title="No rates yet">
            <p>Choose how many nights to compare. The cost is shown before anything is spent.</p>
          </Empty>
        </section>
      )}
      {data?.market && data.job && (
        <MarketBoard
          market={data.market}
          failures={data.failures}
          changes={data.changes}
          link={{ set: set.id, job: data.job.id }}
        >
          <JobLine data={data} name={`market-${data.market.subject?.hotel_code ?? 'set'}`} />
        </MarketBoard>
      )}
    </>
  )
}
