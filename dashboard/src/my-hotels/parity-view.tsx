import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { IdMap } from '@vacancy/client'
import { call } from '../api/call.ts'
import { listingQuery, useListings } from '../api/set-queries.ts'
import { useChains } from '../api/v1-queries.ts'
import type { HotelId } from '../hotels/hotel-id.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Button } from '../ui/button.tsx'
import { Empty, FaultNote, Loaded, Skeleton } from '../ui/feedback.tsx'
import { Card } from '../ui/page.tsx'
import { AskBoard } from './ask-board.tsx'
import { BoardActions } from './board-actions.tsx'
import type { BoardProps } from './board-props.ts'
import { JobLine } from './job-line.tsx'
import { ParityBoard } from './parity-board.tsx'
import { useOpenBoard } from './use-board.ts'

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
          <FetchedParity
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

function FetchedParity({ set, subject, currency, listings, untried, nameOf }: ParityBoardProps) {
  const find = useFind(subject, untried)
  const open = useOpenBoard(set, 'parity', currency)
  const { data, isSeeking } = open
  return (
    <>
      <Card>
        <AskBoard open={open} label="Check parity">
          <p className="hint">Sold at {listings.map(({ chain }) => nameOf(chain)).join(', ')}.</p>
          {untried.length > 0 && (
            <Button look="quiet" className="small" busy={find.isPending} onClick={() => find.mutate()}>
              Look for it at {untried.map(nameOf).join(', ')} (up to 1 credit)
            </Button>
          )}
          {find.error && <FaultNote error={find.error} />}
        </AskBoard>
        <BoardActions open={open} set={set} body={{ hotels: [subject, ...listings], currency }} />
      </Card>
      {isSeeking && <Skeleton lines={6} />}
      {!isSeeking && !data?.parity && (
        <section className="card">
          <Empty icon="watches" title="No rates yet">
            <p>Choose how many nights to check. The cost is shown before anything is spent.</p>
          </Empty>
        </section>
      )}
      {data?.parity && data.job && (
        <ParityBoard
          parity={data.parity}
          failures={data.failures}
          changes={data.changes}
          nameOf={nameOf}
          link={{ set: set.id, job: data.job.id }}
        >
          <JobLine data={data} name={`parity-${data.parity.hotel.hotel_code}`} />
        </ParityBoard>
      )}
    </>
  )
}
