import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { HotelSet } from '@vacancy/client'
import { call } from '../api/call.ts'
import { useSets } from '../api/set-queries.ts'
import { useChains } from '../api/v1-queries.ts'
import type { HotelId } from '../hotels/hotel-id.ts'
import { useHotelNames } from '../hotels/hotel-names.tsx'
import { HotelPicker } from '../hotels/hotel-picker.tsx'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { FaultNote, Loaded } from '../ui/feedback.tsx'
import { formatCount } from '../ui/format.ts'
import { Found } from '../ui/found.tsx'
import { Card, Page } from '../ui/page.tsx'

/** The hotels that somebody looks after, each with those it competes with. */
export function MyHotelsPage() {
  const { keyId } = useActingKey()
  const query = useSets()
  return (
    <Page
      title="My hotels"
      about="Your hotels against their competitors and the travel agencies, night by night. Opening a page costs nothing."
    >
      {keyId === undefined ? (
        <NeedsKey />
      ) : (
        <Loaded query={query}>
          {({ sets }) => (
            <>
              <AddHotel isFirst={sets.length === 0} />
              {sets.length > 0 && <SetCards sets={sets} />}
            </>
          )}
        </Loaded>
      )}
    </Page>
  )
}

function AddHotel({ isFirst }: { isFirst: boolean }) {
  const { keyId } = useActingKey()
  const chains = useChains()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const add = useMutation({
    mutationFn: async (hotel: HotelId) => {
      const body = { name: await nameOf(hotel, keyId), hotels: [hotel], subject: hotel }
      return (await call<HotelSet>('/v1/sets', { method: 'POST', body, keyId })).data
    },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['v1', keyId, '/sets?limit=100'] })
      await navigate({ to: '/my-hotels/$id', params: { id } })
    },
  })
  return (
    <Card title={isFirst ? 'Which hotel is yours?' : 'Add a hotel'}>
      <Loaded query={chains} lines={1}>
        {({ chains: all }) => (
          <HotelPicker
            label="Your hotel"
            value={undefined}
            chains={all.filter(({ kind }) => kind === 'chain')}
            onPick={(hotel) => {
              if (!add.isPending) add.mutate(hotel)
            }}
            isAdding
            hint={add.isPending ? 'Adding…' : 'Type its name and choose it. Competitors come next.'}
          />
        )}
      </Loaded>
      {add.error && <FaultNote error={add.error} />}
    </Card>
  )
}

/** A set is named after its hotel. A hotel that the directory does not know goes by its code. */
async function nameOf(hotel: HotelId, keyId: string | undefined): Promise<string> {
  try {
    const path = `/v1/hotels/${hotel.chain}/${hotel.hotel_code}`
    const { data } = await call<{ hotel: { name: string | null } }>(path, { keyId })
    return (data.hotel.name ?? hotel.hotel_code).slice(0, 80)
  } catch {
    return hotel.hotel_code
  }
}

const BOARDS = [
  { view: 'market', label: 'Market' },
  { view: 'parity', label: 'Parity' },
  { view: 'history', label: 'History' },
] as const

const ORDERS = {
  'Newest first': null,
  Name: (a: HotelSet, b: HotelSet) => a.name.localeCompare(b.name),
}

function SetCards({ sets }: { sets: readonly HotelSet[] }) {
  const hotelName = useHotelNames(sets.flatMap(({ subject }) => subject ?? []))
  const textOf = ({ name, subject }: HotelSet) =>
    subject ? `${name} ${hotelName(subject) ?? ''} ${subject.chain} ${subject.hotel_code}` : name
  return (
    <Found rows={sets} of="hotel" label="Hotel, chain or code" textOf={textOf} orders={ORDERS}>
      {(found) => (
        <ul className="set-cards">
          {found.map((set) => (
            <li key={set.id} className="card set-card">
              <div>
                <h2>
                  <Link to="/my-hotels/$id" params={{ id: set.id }}>
                    {set.name}
                  </Link>
                </h2>
                <p className="hint">{aboutOf(set, set.subject ? hotelName(set.subject) : undefined)}</p>
              </div>
              <nav className="set-links" aria-label={`Boards of ${set.name}`}>
                {BOARDS.map(({ view, label }) => (
                  <Link
                    key={view}
                    className="button plain small"
                    to="/my-hotels/$id"
                    params={{ id: set.id }}
                    search={{ view }}
                  >
                    {label}
                  </Link>
                ))}
              </nav>
            </li>
          ))}
        </ul>
      )}
    </Found>
  )
}

function aboutOf({ name, subject, hotels }: HotelSet, subjectName: string | undefined): string {
  if (!subject) return `${hotels.length} hotels, none of them chosen as yours`
  const own = subjectName !== undefined && subjectName !== name ? `${subjectName}, ` : ''
  const others = hotels.length - 1
  if (others === 0) return `${own}no competitors yet`
  return `${own}against ${formatCount(others, 'competitor')}`
}
