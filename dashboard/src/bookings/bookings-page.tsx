import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChoice } from '../acts/choice.tsx'
import { RowActs } from '../acts/row-acts.tsx'
import { useTexts } from '../address.ts'
import { useBookings } from '../api/booking-queries.ts'
import { MOST_ROWS } from '../api/v1-queries.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { Button } from '../ui/button.tsx'
import { Empty, Loaded } from '../ui/feedback.tsx'
import { Field, Segments, Select } from '../ui/field.tsx'
import { Card, Page } from '../ui/page.tsx'
import { Paged, ROWS_AT_ONCE } from '../ui/paged.tsx'
import { BOOKINGS, BookingTable } from './booking-table.tsx'
import { SORTS, STATES } from './booking-words.ts'
import { ExportBookings } from './export-bookings.tsx'
import { ImportBookings } from './import-bookings.tsx'
import { NewBooking } from './new-booking.tsx'

const FILTERS = [
  { value: '', label: 'All' },
  { value: 'watching', label: 'Watching' },
  { value: 'past_deadline', label: 'Past deadline' },
  { value: 'closed', label: 'Closed' },
] as const

/** What was booked. The filter is in the address. */
export function BookingsPage() {
  const { keyId } = useActingKey()
  const [{ status = '', sort = '', q = '' }, setTexts] = useTexts()
  const [form, setForm] = useState<'new' | 'import' | null>(null)
  const [limit, setLimit] = useState(ROWS_AT_ONCE)
  const choice = useChoice()
  const filter = {
    ...(status in STATES && { status }),
    ...(sort in SORTS && { sort }),
    ...(q.trim() !== '' && { q }),
  }
  const query = useBookings(filter, limit)
  const navigate = useNavigate()
  const close = () => setForm(null)
  const isFiltered = 'status' in filter || 'q' in filter
  const isUnused = query.data?.bookings.length === 0 && !isFiltered
  return (
    <Page
      title="Bookings"
      about="Rooms that you have booked. You are told when the same room or a better one costs less while you can still cancel, and two days before you no longer can."
      actions={
        keyId !== undefined && (
          <>
            {!isUnused && <ExportBookings filter={filter} />}
            <Button onClick={() => setForm('import')}>Import</Button>
            <Button look="primary" icon="plus" onClick={() => setForm('new')}>
              Add booking
            </Button>
          </>
        )
      }
    >
      {keyId === undefined ? (
        <NeedsKey />
      ) : (
        <>
          {!isUnused && (
            <div className="filters">
              <Segments
                label="Status"
                value={FILTERS.find(({ value }) => value === status)?.value ?? ''}
                options={FILTERS}
                onChoose={(chosen) => setTexts({ status: chosen === '' ? undefined : chosen })}
              />
              <Select
                label="Order"
                value={sort in SORTS ? sort : 'newest'}
                onChange={({ target }) =>
                  setTexts({ sort: target.value === 'newest' ? undefined : target.value })
                }
              >
                {Object.entries(SORTS).map(([value, words]) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </Select>
              <Field
                label="Reference, hotel or room"
                type="search"
                value={q}
                maxLength={100}
                onChange={({ target }) => setTexts({ q: target.value || undefined })}
              />
            </div>
          )}
          <RowActs of={BOOKINGS} shown={query.data?.bookings ?? []} choice={choice} />
          <Loaded query={query}>
            {({ bookings, next_cursor }) =>
              bookings.length === 0 ? (
                <NoBookings isFiltered={isFiltered} onAdd={() => setForm('new')} />
              ) : (
                <Card flush>
                  <Paged
                    rows={bookings}
                    source={{
                      isCut: next_cursor !== null,
                      most: MOST_ROWS,
                      busy: query.isPlaceholderData,
                      onMore: setLimit,
                      others: 'Export has all of them.',
                    }}
                  >
                    {(shown) => <BookingTable bookings={shown} all={bookings} choice={choice} />}
                  </Paged>
                </Card>
              )
            }
          </Loaded>
        </>
      )}
      {keyId !== undefined && form === 'new' && (
        <NewBooking
          onClose={(made) =>
            made ? void navigate({ to: '/bookings/$id', params: { id: made.id } }) : close()
          }
        />
      )}
      {keyId !== undefined && form === 'import' && <ImportBookings onClose={close} />}
    </Page>
  )
}

function NoBookings({ isFiltered, onAdd }: { isFiltered: boolean; onAdd: () => void }) {
  return (
    <section className="card">
      {isFiltered ? (
        <Empty icon="bookings" title="No booking matches">
          <p>Choose another status, or search for other words.</p>
        </Empty>
      ) : (
        <Empty icon="bookings" title="No bookings yet">
          <p>
            Say what you have booked and what you paid. Each look costs a quarter of the live price, every six
            hours until you can no longer cancel.
          </p>
          <Button look="primary" icon="plus" onClick={onAdd}>
            Add your first booking
          </Button>
        </Empty>
      )}
    </section>
  )
}
