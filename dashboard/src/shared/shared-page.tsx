import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ErrorEnvelope, SharedBoard } from '@vacancy/client'
import { reach } from '../api/connection.ts'
import { Fault } from '../api/fault.ts'
import { MarketBoard } from '../my-hotels/market-board.tsx'
import { ParityBoard } from '../my-hotels/parity-board.tsx'
import { Mark } from '../shell/mark.tsx'
import { Button } from '../ui/button.tsx'
import { Empty, Loaded } from '../ui/feedback.tsx'
import { formatMoment } from '../ui/format.ts'
import { Page } from '../ui/page.tsx'

/** A board for people without an account. It is read with its link alone. */
export function SharedPage() {
  const { token = '' } = useParams({ strict: false })
  const query = useQuery({ queryKey: ['shared', token], queryFn: () => readShared(token), staleTime: 60_000 })
  return (
    <main id="main" className="main shared">
      <p className="shared-mark">
        <Mark /> Vacancy
      </p>
      <Loaded query={query}>{(board) => <Shared board={board} />}</Loaded>
    </main>
  )
}

async function readShared(token: string): Promise<SharedBoard> {
  const response = await reach(`/v1/boards/shared/${encodeURIComponent(token)}`, { credentials: 'omit' })
  const body = (await response.json()) as SharedBoard | ErrorEnvelope
  if ('error' in body) throw new Fault(response.status, body.error)
  return body
}

function Shared({ board }: { board: SharedBoard }) {
  const { name, kind, fetched_at: at, ends_at: ends, market, parity, failures, changes } = board
  const when = at === null ? 'Not fetched yet.' : `Fetched ${formatMoment(at)}.`
  const line = <p className="hint">{when}</p>
  return (
    <Page
      title={name ?? 'A board'}
      about={`${kind === 'market' ? 'Market' : 'Parity'}, shared with you.${ends === null ? '' : ` This link ends on ${formatMoment(ends)}.`}`}
      actions={<Button onClick={() => print()}>Print or PDF</Button>}
    >
      {market && (
        <MarketBoard market={market} failures={failures} changes={changes} link={null}>
          {line}
        </MarketBoard>
      )}
      {parity && (
        <ParityBoard
          parity={parity}
          failures={failures}
          changes={changes}
          nameOf={(agency) => agency}
          link={null}
        >
          {line}
        </ParityBoard>
      )}
      {!market && !parity && (
        <Empty icon="overview" title="No rates yet">
          <p>They are shown here as soon as they are fetched.</p>
        </Empty>
      )}
    </Page>
  )
}
