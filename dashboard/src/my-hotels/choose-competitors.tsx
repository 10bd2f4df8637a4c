import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { HotelNeighboursResponse, HotelSet } from '@vacancy/client'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useApi } from '../api/v1-queries.ts'
import type { HotelId } from '../hotels/hotel-id.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Button } from '../ui/button.tsx'
import { FaultNote, Loaded } from '../ui/feedback.tsx'
import { formatCount, formatMiles } from '../ui/format.ts'
import { Card } from '../ui/page.tsx'

type Neighbour = HotelNeighboursResponse['neighbours'][number]

/** As many as are chosen from the start. */
const SUGGESTED = 5

const keyOf = ({ chain, hotel_code: code }: HotelId) => `${chain}/${code}`

/** The step after the hotel itself: whom it competes with. Its neighbours are suggested. */
export function ChooseCompetitors({ set, subject }: { set: HotelSet; subject: HotelId }) {
  const query = useApi<HotelNeighboursResponse>(
    `/hotels/${subject.chain}/${encodeURIComponent(subject.hotel_code)}/neighbours`,
  )
  return (
    <Card title="Who does this hotel compete with?">
      <Loaded query={query}>
        {({ neighbours }) =>
          neighbours.length > 0 ? (
            <Suggestions set={set} subject={subject} neighbours={neighbours} />
          ) : (
            <NoneKnown id={set.id} />
          )
        }
      </Loaded>
    </Card>
  )
}

function NoneKnown({ id }: { id: string }) {
  return (
    <>
      <p>
        The directory knows no similar hotel nearby. Choose the hotels that your guests could book instead.
      </p>
      <p>
        <Link className="button primary" to="/my-hotels/$id" params={{ id }} search={{ view: 'hotels' }}>
          Choose competitors
        </Link>
      </p>
    </>
  )
}

interface SuggestionsProps {
  set: HotelSet
  subject: HotelId
  neighbours: Neighbour[]
}

function Suggestions({ set, subject, neighbours }: SuggestionsProps) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState(() => neighbours.slice(0, SUGGESTED).map(keyOf))
  const save = useMutation({
    mutationFn: () => {
      const others = neighbours
        .filter((hotel) => chosen.includes(keyOf(hotel)))
        .map(({ chain, hotel_code }) => ({ chain, hotel_code }))
      const body = { hotels: [subject, ...others], subject }
      return call<HotelSet>(`/v1/sets/${set.id}`, { method: 'PATCH', body, keyId })
    },
    onSuccess: async ({ data }) => {
      queries.setQueryData(['v1', keyId, `/sets/${set.id}`], data)
      await queries.invalidateQueries({ queryKey: ['v1', keyId, '/sets?limit=100'] })
    },
  })
  const toggle = (key: string) =>
    setChosen(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key])
  return (
    <>
      <p>These are near and in the same class. More can be added later, under Competitors.</p>
      <ul className="suggested">
        {neighbours.map((hotel) => (
          <li key={keyOf(hotel)}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(keyOf(hotel))}
                onChange={() => toggle(keyOf(hotel))}
              />
              <span>
                {hotel.name}{' '}
                <span className="faint">
                  {[
                    hotel.chain,
                    hotel.stars === null ? null : `${hotel.stars} stars`,
                    `${formatMiles(hotel.distance_mi)} miles`,
                  ]
                    .filter((part) => part !== null)
                    .join(' · ')}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {save.error && <FaultNote error={save.error} />}
      <p className="board-actions">
        <Button
          look="primary"
          busy={save.isPending}
          disabled={chosen.length === 0}
          onClick={() => save.mutate()}
        >
          Compare with {chosen.length === 0 ? 'them' : formatCount(chosen.length, 'hotel')}
        </Button>
        <Link to="/my-hotels/$id" params={{ id: set.id }} search={{ view: 'hotels' }}>
          Choose others
        </Link>
      </p>
    </>
  )
}
