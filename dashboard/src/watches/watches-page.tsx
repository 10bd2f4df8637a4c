import { Link } from '@tanstack/react-router'
import type { Watch } from '@vacancy/client'
import { useState } from 'react'
import { MOST_ROWS, useWatches } from '../api/v1-queries.ts'
import { HotelCode, useHotelNames } from '../hotels/hotel-names.tsx'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { Button } from '../ui/button.tsx'
import { Badge, Empty, Loaded } from '../ui/feedback.tsx'
import { formatCredits } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { More } from '../ui/more.tsx'
import { Card, Page, Table } from '../ui/page.tsx'
import { NewWatch } from './new-watch.tsx'
import { PausedEndpoints } from './paused-endpoints.tsx'
import { CONDITIONS, nightsOf, thresholdOf } from './watch-words.ts'

const AT_FIRST = 100

export function WatchesPage() {
  const { keyId } = useActingKey()
  const [limit, setLimit] = useState(AT_FIRST)
  const query = useWatches(limit)
  const [making, setMaking] = useState(false)
  return (
    <Page
      title="Watches"
      about="Watches tell your webhook or your endpoints when a price or availability changes. This list shows the watches of the selected key."
      actions={
        keyId !== undefined && (
          <Button look="primary" icon="plus" onClick={() => setMaking(true)}>
            New watch
          </Button>
        )
      }
    >
      <PausedEndpoints />
      {keyId === undefined ? (
        <NeedsKey />
      ) : (
        <Loaded query={query}>
          {({ watches, next_cursor }) =>
            watches.length === 0 ? (
              <NoWatches />
            ) : (
              <Card flush>
                <WatchTable watches={watches} />
                <More
                  of="watches"
                  isCut={next_cursor !== null}
                  shown={watches.length}
                  most={MOST_ROWS}
                  busy={query.isPlaceholderData}
                  onMore={setLimit}
                  others="GET /watches lists the others."
                />
              </Card>
            )
          }
        </Loaded>
      )}
      {making && <NewWatch onClose={() => setMaking(false)} />}
    </Page>
  )
}

function NoWatches() {
  return (
    <section className="card">
      <Empty icon="watches" title="No watches for this key">
        <p>A watch refreshes the nights of a hotel at an interval, for a quarter of the live price.</p>
      </Empty>
    </section>
  )
}

function WatchTable({ watches }: { watches: Watch[] }) {
  const nameOf = useHotelNames(watches)
  return (
    <Table label="Watches">
      <thead>
        <tr>
          <th scope="col">Hotel</th>
          <th scope="col">Nights</th>
          <th scope="col">Condition</th>
          <th scope="col">Status</th>
          <th scope="col">Last refresh</th>
          <th scope="col" className="number">
            Per refresh
          </th>
        </tr>
      </thead>
      <tbody>
        {watches.map((watch) => (
          <tr key={watch.id}>
            <th scope="row">
              <Link to="/watches/$id" params={{ id: watch.id }}>
                {nameOf(watch) ?? watch.hotel_code}
              </Link>
              <HotelCode hotel={watch} name={nameOf(watch)} />
            </th>
            <td>{nightsOf(watch)}</td>
            <td>
              {CONDITIONS[watch.condition]}
              <span className="under">{thresholdOf(watch)}</span>
            </td>
            <td>
              <Badge of={watch.status} />
            </td>
            <td>
              <Moment at={watch.last_refresh_at} never="not yet" />
            </td>
            <td className="number">{formatCredits(watch.credits_per_refresh)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
