import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { GetJobParityResponse, IdMap } from '@vacancy/client'
import { useTexts } from '../address.ts'
import { call } from '../api/call.ts'
import { listingQuery, useJobParity, useListings } from '../api/set-queries.ts'
import { useChains } from '../api/v1-queries.ts'
import type { HotelId } from '../hotels/hotel-id.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Button } from '../ui/button.tsx'
import { Empty, FaultNote, Loaded, Skeleton } from '../ui/feedback.tsx'
import { addDays, dayFromNow, formatShare } from '../ui/format.ts'
import { Card } from '../ui/page.tsx'
import { AskBoard, readSpan } from './ask-board.tsx'
import type { BoardProps } from './board-props.ts'
import { Facts } from './facts.tsx'
import { JobLine } from './job-line.tsx'
import { ParityFigures } from './parity-figures.tsx'
import { useBoardJob } from './use-board-job.tsx'

/** The hotel's own rate against the agencies that sell it, for the nights to come. */
export function ParityView(props: BoardProps) {
  const chains = useChains()
  return (
    <Loaded query={chains}>
      {({ chains: all }) => (
        <AgencyParity
          {...props}
          agencies={all.filter(({ kind }) => kind === 'ota').map(({ id, name }) => ({ id, name }))}
        />
      )}
    </Loaded>
  )
}

interface Agency {
  id: string
  name: string
}

function AgencyParity({ agencies, ...props }: BoardProps & { agencies: Agency[] }) {
  const ids = agencies.map(({ id }) => id)
  const known = useListings(props.subject, ids)
  return (
    <Loaded query={known}>
      {(map) => {
        const listings = listingsIn(map, ids)
        return listings.length === 0 ? (
          <FindListings subject={props.subject} agencies={ids} map={map} />
        ) : (
          <ParityBoard
            {...props}
            listings={listings}
            untried={map.unresolved
              .filter(({ reason }) => reason === 'not_tried')
              .map(({ source }) => source)}
            nameOf={(id) => nameIn(agencies, id)}
          />
        )
      }}
    </Loaded>
  )
}

function nameIn(agencies: readonly Agency[], id: string): string {
  return agencies.find((agency) => agency.id === id)?.name ?? id
}

function listingsIn({ ids }: IdMap, agencies: readonly string[]): HotelId[] {
  const known: Readonly<Record<string, { id: string } | undefined>> = ids
  return agencies.flatMap((chain) => {
    const listing = known[chain]
    return listing ? [{ chain, hotel_code: listing.id }] : []
  })
}

/** Looks the hotel up at the agencies, for up to a credit. */
function useFind(subject: HotelId, agencies: readonly string[]) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call<IdMap>(`/v1/hotels/${subject.chain}/${subject.hotel_code}/ids?${listingQuery(agencies, 1)}`, {
        keyId,
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['v1', keyId] }),
  })
}

interface FindListingsProps {
  subject: HotelId
  agencies: string[]
  map: IdMap
}

/** The agencies have ids of their own for the hotel. Finding them costs a credit, once. */
function FindListings({ subject, agencies, map }: FindListingsProps) {
  const find = useFind(subject, agencies)
  const wasTried = find.isSuccess || map.unresolved.some(({ reason }) => reason === 'suppressed')
  return (
    <section className="card">
      <Empty icon="explorer" title="Where is this hotel sold?">
        <p>
          {wasTried
            ? 'No agency lists it under a name and place that match. It is looked for again after a week.'
            : 'First it is looked up at the travel agencies, by its name and its place. That is needed once.'}
        </p>
        {find.error && <FaultNote error={find.error} />}
        {!wasTried && (
          <>
            <Button look="primary" busy={find.isPending} onClick={() => find.mutate()}>
              Find it at the agencies
            </Button>
            <p className="hint">Costs up to 1 credit.</p>
          </>
        )}
      </Empty>
    </section>
  )
}

interface ParityBoardProps extends BoardProps {
  listings: HotelId[]
  /** Agencies at which it was never looked for. */
  untried: string[]
  nameOf: (agency: string) => string
}

function ParityBoard({ set, subject, currency, listings, untried, nameOf }: ParityBoardProps) {
  const find = useFind(subject, untried)
  const [texts, setTexts] = useTexts()
  const span = readSpan(texts['nights'], '30')
  const from = dayFromNow(0)
  const board = useBoardJob(set, 'parity', {
    hotels: [subject, ...listings],
    nights: { from, to: addDays(from, Number(span) - 1) },
    currency,
  })
  const parity = useJobParity(board.job)
  return (
    <>
      <Card>
        <AskBoard board={board} span={span} onSpan={(nights) => setTexts({ nights })} label="Check parity">
          <p className="hint">Sold at {listings.map(({ chain }) => nameOf(chain)).join(', ')}.</p>
          {untried.length > 0 && (
            <Button look="quiet" className="small" busy={find.isPending} onClick={() => find.mutate()}>
              Look for it at {untried.map(nameOf).join(', ')} (up to 1 credit)
            </Button>
          )}
          {find.error && <FaultNote error={find.error} />}
        </AskBoard>
      </Card>
      {board.isSeeking && <Skeleton lines={6} />}
      {board.job === undefined && !board.isSeeking && (
        <section className="card">
          <Empty icon="watches" title="No rates yet">
            <p>Choose how many nights to check. The cost is shown before anything is spent.</p>
          </Empty>
        </section>
      )}
      {board.job !== undefined && (
        <Loaded query={parity}>{(data) => <ParityAnswer data={data} set={set.id} nameOf={nameOf} />}</Loaded>
      )}
    </>
  )
}

interface ParityAnswerProps {
  data: GetJobParityResponse
  set: string
  nameOf: (agency: string) => string
}

function ParityAnswer({ data, set, nameOf }: ParityAnswerProps) {
  const { win, meet, lose, compared } = data.score
  const share = (count: number) => (compared === 0 ? '–' : formatShare(count / compared))
  const undercut = data.nights.filter(({ verdict }) => verdict === 'lose').length
  return (
    <>
      <Facts
        facts={[
          { name: 'Lose', value: share(lose), note: `${lose} of ${compared}: the agency is cheaper` },
          { name: 'Meet', value: share(meet), note: `${meet} of ${compared}: the same price` },
          { name: 'Win', value: share(win), note: `${win} of ${compared}: you are cheaper` },
          { name: 'Nights undercut', value: String(undercut), note: `of ${data.nights.length}` },
        ]}
      />
      <Card>
        <JobLine job={data.job} name={`parity-${data.hotel.hotel_code}`} />
        <ParityFigures data={data} set={set} nameOf={nameOf} />
      </Card>
    </>
  )
}
