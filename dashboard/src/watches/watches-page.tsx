import { useNavigate } from '@tanstack/react-router'
import type { Watch } from '@vacancy/client'
import { useState } from 'react'
import { useChoice } from '../acts/choice.tsx'
import { PAUSE, RESUME, RowActs, type RowKind } from '../acts/row-acts.tsx'
import { useTexts } from '../address.ts'
import { MOST_ROWS, useWatches } from '../api/v1-queries.ts'
import { useHotelNames } from '../hotels/hotel-names.tsx'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { Button } from '../ui/button.tsx'
import { Empty, Loaded } from '../ui/feedback.tsx'
import { formatCount } from '../ui/format.ts'
import { Found, isNarrowed } from '../ui/found.tsx'
import { Card, Page } from '../ui/page.tsx'
import { Paged, type PagedSource, ROWS_AT_ONCE } from '../ui/paged.tsx'
import { NewWatch } from './new-watch.tsx'
import { PausedEndpoints } from './paused-endpoints.tsx'
import { WatchTable } from './watch-table.tsx'

/** The watches of the account. Search and order are in the address, and look through all of them. */
export function WatchesPage() {
  const { keyId } = useActingKey()
  const [limit, setLimit] = useState(ROWS_AT_ONCE)
  const [texts, setTexts] = useTexts()
  const query = useWatches(isNarrowed(texts) ? MOST_ROWS : limit)
  const navigate = useNavigate()
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
              <WatchList
                watches={watches}
                source={{
                  isCut: next_cursor !== null,
                  most: MOST_ROWS,
                  busy: query.isPlaceholderData,
                  onMore: setLimit,
                  others: 'GET /watches lists the others.',
                }}
              />
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

const STATES = ['active', 'paused', 'suspended', 'expired'] as const

const WATCHES: RowKind = {
  rows: 'watches',
  one: 'watch',
  acts: [
    PAUSE,
    RESUME,
    {
      name: 'delete',
      label: 'Delete',
      done: 'deleted',
      follows:
        'They stop looking and cost nothing more. Pending deliveries are dropped. Past events stay on the events page.',
    },
  ],
}

function WatchList({ watches, source }: { watches: Watch[]; source: PagedSource }) {
  const [texts] = useTexts()
  const choice = useChoice()
  const nameOf = useHotelNames(watches)
  const orders = {
    'Newest first': null,
    Hotel: byText((watch) => nameOf(watch) ?? watch.hotel_code),
    'First night': byText(({ nights }) => nights.from),
    Status: byText(({ status }) => status),
    'Most expensive first': (a: Watch, b: Watch) => b.credits_per_refresh - a.credits_per_refresh,
  }
  return (
    <Found
      rows={watches}
      of="watch"
      label="Hotel, code or id"
      textOf={(watch) => `${nameOf(watch) ?? ''} ${watch.chain} ${watch.hotel_code} ${watch.id}`}
      orders={orders}
      states={{ all: STATES, of: ({ status }) => status }}
      renderActs={(found) => <RowActs of={WATCHES} shown={found} choice={choice} />}
    >
      {(found) => (
        <Card flush {...(isNarrowed(texts) && { title: formatCount(found.length, 'watch', 'watches') })}>
          <Paged rows={found} source={source}>
            {(shown) => <WatchTable watches={shown} all={found} nameOf={nameOf} choice={choice} />}
          </Paged>
        </Card>
      )}
    </Found>
  )
}

function byText(textOf: (watch: Watch) => string) {
  return (a: Watch, b: Watch) => textOf(a).localeCompare(textOf(b))
}
