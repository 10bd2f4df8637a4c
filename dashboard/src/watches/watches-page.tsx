import { Link, useNavigate } from '@tanstack/react-router'
import type { Watch } from '@vacancy/client'
import { useState } from 'react'
import { useTexts } from '../address.ts'
import { MOST_ROWS, useWatches } from '../api/v1-queries.ts'
import { HotelCode, useHotelNames } from '../hotels/hotel-names.tsx'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { Button } from '../ui/button.tsx'
import { Badge, Empty, Loaded } from '../ui/feedback.tsx'
import { formatCredits } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { More } from '../ui/more.tsx'
import { Card, Heads, Page, Table } from '../ui/page.tsx'
import { NewWatch } from './new-watch.tsx'
import { PausedEndpoints } from './paused-endpoints.tsx'
import { conditionOf, nightsOf } from './watch-words.ts'

const AT_FIRST = 100

export function WatchesPage() {
  const { keyId } = useActingKey()
  const [limit, setLimit] = useState(AT_FIRST)
  const query = useWatches(limit)
  const navigate = useNavigate()
  const [texts, setTexts] = useTexts()
  const make = () => setTexts({ new: '1' }, { isStep: true })
  return (
    <Page
      title="Watches"
      about="Watches look at nights of a hotel and tell you when a price, points or availability change: by e-mail, Slack or webhook."
      actions={
        keyId !== undefined && (
          <Button look="primary" icon="plus" onClick={make}>
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
              <NoWatches onMake={make} />
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
      {keyId !== undefined && texts['new'] !== undefined && (
        <NewWatch onClose={() => void navigate({ to: '/watches', search: {}, replace: true })} />
      )}
    </Page>
  )
}

function NoWatches({ onMake }: { onMake: () => void }) {
  return (
    <section className="card">
      <Empty icon="watches" title="No watches yet">
        <p>
          Name a hotel and its nights, and what you wait for: a price, a number of points, a free room. Each
          look costs a quarter of the live price.
        </p>
        <Button look="primary" icon="plus" onClick={onMake}>
          Create a watch
        </Button>
      </Empty>
    </section>
  )
}

function WatchTable({ watches }: { watches: Watch[] }) {
  const nameOf = useHotelNames(watches)
  return (
    <Table label="Watches" isStacked>
      <Heads of={['Hotel', 'Nights', 'Condition', 'Status', 'Last look', { number: 'Credits per look' }]} />
      <tbody>
        {watches.map((watch) => (
          <tr key={watch.id}>
            <th scope="row">
              <Link to="/watches/$id" params={{ id: watch.id }}>
                {nameOf(watch) ?? watch.hotel_code}
              </Link>
              <HotelCode hotel={watch} name={nameOf(watch)} />
            </th>
            <td data-name="Nights">{nightsOf(watch)}</td>
            <td data-name="Condition">{conditionOf(watch)}</td>
            <td data-name="Status">
              <Badge of={watch.status} />
            </td>
            <td data-name="Last look">
              <Moment at={watch.last_refresh_at} never="not yet" />
            </td>
            <td className="number" data-name="Credits per look">
              {formatCredits(watch.credits_per_refresh)}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
