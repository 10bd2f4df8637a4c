import { useNavigate } from '@tanstack/react-router'
import type { Watch } from '@vacancy/client'
import { useState } from 'react'
import { useTexts } from '../address.ts'
import { MOST_ROWS, useWatches } from '../api/v1-queries.ts'
import { useHotelNames } from '../hotels/hotel-names.tsx'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { Button } from '../ui/button.tsx'
import { Empty, Loaded } from '../ui/feedback.tsx'
import { Field, Select } from '../ui/field.tsx'
import { formatCount, inWords } from '../ui/format.ts'
import { More } from '../ui/more.tsx'
import { Card, Page } from '../ui/page.tsx'
import { NewWatch } from './new-watch.tsx'
import { PausedEndpoints } from './paused-endpoints.tsx'
import { WatchActs } from './watch-acts.tsx'
import { isNarrowed, ORDERS, STATES, shownOf } from './watch-filter.ts'
import { WatchTable } from './watch-table.tsx'

const AT_FIRST = 100

/** The watches of the account. Search and order are in the address, and look through all of them. */
export function WatchesPage() {
  const { keyId } = useActingKey()
  const [limit, setLimit] = useState(AT_FIRST)
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
              <WatchList watches={watches}>
                <More
                  of="watches"
                  isCut={next_cursor !== null}
                  shown={watches.length}
                  most={MOST_ROWS}
                  busy={query.isPlaceholderData}
                  onMore={setLimit}
                  others="GET /watches lists the others."
                />
              </WatchList>
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

function WatchList({ watches, children }: { watches: Watch[]; children: React.ReactNode }) {
  const [texts, setTexts] = useTexts()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const nameOf = useHotelNames(watches)
  const shown = shownOf(watches, texts, nameOf)
  // Only what is seen is acted on.
  const seen = shown.map(({ id }) => id).filter((id) => chosen.has(id))
  const choose = (ids: readonly string[], isChosen: boolean) => {
    const changed = new Set(ids)
    setChosen(new Set(isChosen ? [...chosen, ...ids] : [...chosen].filter((id) => !changed.has(id))))
  }
  return (
    <>
      <div className="filters">
        <Field
          label="Hotel, code or id"
          type="search"
          value={texts['q'] ?? ''}
          maxLength={100}
          onChange={({ target }) => setTexts({ q: target.value || undefined })}
        />
        <Select
          label="Status"
          value={texts['status'] ?? ''}
          onChange={({ target }) => setTexts({ status: target.value || undefined })}
        >
          <option value="">all</option>
          {STATES.map((state) => (
            <option key={state} value={state}>
              {inWords(state)}
            </option>
          ))}
        </Select>
        <Select
          label="Order"
          value={texts['order'] ?? 'newest'}
          onChange={({ target }) => setTexts({ order: target.value === 'newest' ? undefined : target.value })}
        >
          {Object.entries(ORDERS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
      </div>
      <WatchActs ids={seen} onClear={() => setChosen(new Set())} />
      {shown.length === 0 ? (
        <section className="card">
          <Empty icon="watches" title="No watch matches">
            <p>Search for other words, or choose another status.</p>
          </Empty>
        </section>
      ) : (
        <Card flush {...(isNarrowed(texts) && { title: formatCount(shown.length, 'watch', 'watches') })}>
          <WatchTable watches={shown} nameOf={nameOf} chosen={chosen} onChoose={choose} />
          {children}
        </Card>
      )}
    </>
  )
}
