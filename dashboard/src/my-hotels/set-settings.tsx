import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Chain, HotelSet } from '@vacancy/client'
import type { FormEvent } from 'react'
import { call } from '../api/call.ts'
import { useChains } from '../api/v1-queries.ts'
import type { HotelId } from '../hotels/hotel-id.ts'
import { HotelLink } from '../hotels/hotel-link.tsx'
import { HotelCode, useHotelNames } from '../hotels/hotel-names.tsx'
import { HotelPicker } from '../hotels/hotel-picker.tsx'
import { useActingKey } from '../shell/acting-key.tsx'
import { DeleteButton } from '../shell/delete-button.tsx'
import { Button } from '../ui/button.tsx'
import { FaultNote, Loaded } from '../ui/feedback.tsx'
import { Field, textOf } from '../ui/field.tsx'
import { Card, Heads, Table } from '../ui/page.tsx'

const isSame = (a: HotelId, b: HotelId | null) => a.chain === b?.chain && a.hotel_code === b.hotel_code

/** Which hotels are in the set, which one is yours, and what it is called. */
export function SetSettings({ set }: { set: HotelSet }) {
  const chains = useChains()
  return (
    <Loaded query={chains}>
      {({ chains: all }) => (
        <>
          <SetHotels set={set} chains={all.filter(({ kind }) => kind === 'chain')} />
          <NameOfSet set={set} />
        </>
      )}
    </Loaded>
  )
}

/** Changes a set on the server, then everywhere on the page. */
function useChange(set: HotelSet) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: object) => call<HotelSet>(`/v1/sets/${set.id}`, { method: 'PATCH', body, keyId }),
    onSuccess: async ({ data }) => {
      queries.setQueryData(['v1', keyId, `/sets/${set.id}`], data)
      await queries.invalidateQueries({ queryKey: ['v1', keyId, '/sets?limit=100'] })
    },
  })
}

function SetHotels({ set, chains }: { set: HotelSet; chains: readonly Chain[] }) {
  const change = useChange(set)
  const nameOf = useHotelNames(set.hotels)
  const add = (hotel: HotelId) => {
    if (!change.isPending && !set.hotels.some((known) => isSame(known, hotel)))
      change.mutate({ hotels: [...set.hotels, hotel] })
  }
  const remove = (hotel: HotelId) =>
    change.mutate({
      hotels: set.hotels.filter((known) => !isSame(known, hotel)),
      ...(isSame(hotel, set.subject) && { subject: null }),
    })
  return (
    <Card title="Hotels">
      <HotelPicker
        label="Add a competitor"
        value={undefined}
        chains={chains}
        onPick={add}
        isAdding
        hint="Up to 200 hotels. More hotels make every board cost more."
      />
      {change.error && <FaultNote error={change.error} />}
      <Table label="Hotels of the set">
        <Heads of={['Hotel', 'Role', { unseen: 'Actions' }]} />
        <tbody>
          {set.hotels.map((hotel) => (
            <tr key={`${hotel.chain} ${hotel.hotel_code}`}>
              <th scope="row">
                <HotelLink hotel={hotel}>{nameOf(hotel) ?? hotel.hotel_code}</HotelLink>
                <HotelCode hotel={hotel} name={nameOf(hotel)} />
              </th>
              <td>{isSame(hotel, set.subject) ? <strong>Your hotel</strong> : 'Competitor'}</td>
              <td className="row-actions">
                {!isSame(hotel, set.subject) && (
                  <Button look="quiet" className="small" onClick={() => change.mutate({ subject: hotel })}>
                    This is my hotel
                  </Button>
                )}
                {set.hotels.length > 1 && (
                  <Button look="quiet" className="small" onClick={() => remove(hotel)}>
                    Remove
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

function NameOfSet({ set }: { set: HotelSet }) {
  const change = useChange(set)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    change.mutate({ name: textOf(event, 'name') })
  }
  return (
    <Card title="Name">
      <form className="inline-form" onSubmit={submit}>
        <Field label="Name of this set" name="name" required maxLength={80} defaultValue={set.name} />
        <Button type="submit" busy={change.isPending}>
          Rename
        </Button>
        <DeleteButton
          what="set"
          label="Delete set"
          name={`“${set.name}”`}
          path={`/sets/${set.id}`}
          leaveTo="/my-hotels"
        >
          <p>Its schedules can no longer run. Jobs that were paid for stay under Jobs.</p>
        </DeleteButton>
      </form>
      {change.error && <FaultNote error={change.error} />}
    </Card>
  )
}
