import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Booking, Chain } from '@vacancy/client'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { useChains } from '../api/v1-queries.ts'
import { BY_MAIL, endpointOf } from '../endpoints/receivers.ts'
import type { Values } from '../explorer/tools.ts'
import { HotelPicker } from '../hotels/hotel-picker.tsx'
import { useQuotedCurrency } from '../hotels/quoted-currency.ts'
import { CACHED_SHARE } from '../paid/cached-share.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Dialog, DialogEnd } from '../ui/dialog.tsx'
import { Loaded } from '../ui/feedback.tsx'
import { formatCredits } from '../ui/format.ts'
import { PartyFields, ReferenceField, StayFields, TellingFields, TermsFields } from './booking-fields.tsx'
import { bookingRequest, initialValues, takesPoints } from './booking-values.ts'
import { TellField, useReceivers } from './tell-field.tsx'

interface NewBookingProps {
  onClose: (made?: Booking) => void
}

export function NewBooking({ onClose }: NewBookingProps) {
  const chains = useChains()
  const receivers = useReceivers()
  return (
    <Dialog title="Add a booking" onClose={() => onClose()}>
      <Loaded query={{ ...chains, data: receivers && chains.data }}>
        {(known) =>
          receivers && <BookingForm chains={known.chains} receivers={receivers} onClose={onClose} />
        }
      </Loaded>
    </Dialog>
  )
}

interface BookingFormProps extends NewBookingProps {
  chains: Chain[]
  receivers: NonNullable<ReturnType<typeof useReceivers>>
}

function BookingForm({ chains, receivers, onClose }: BookingFormProps) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const [typed, setTyped] = useState(() => initialValues(receivers.choices[0] ?? ''))
  const quoted = useQuotedCurrency(typed, chains)
  // Follows the hotel's currency, if known, until the user types another.
  const values: Values = { currency: quoted ?? 'USD', ...typed }
  const change = (changed: Record<string, string>) => {
    const next = { ...typed, ...changed }
    const basis = next['basis'] === 'points' && !takesPoints(next, chains) ? 'after_tax' : next['basis']
    setTyped({ ...next, ...(basis !== undefined && { basis }) })
  }
  const create = useMutation({
    mutationFn: async () => {
      const { endpoints, email } = receivers
      const endpoint = await endpointOf(values['via'] ?? '', { endpoints, email, keyId })
      const body = { ...bookingRequest(values), endpoints: endpoint ? [endpoint.id] : [] }
      return (await call<Booking>('/v1/bookings', { method: 'POST', body, keyId })).data
    },
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: ['v1', keyId] })
      onClose(made)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  const { chain, hotel_code, via = '' } = values
  const fields = { values, onChange: change }
  const cost = chains.find(({ id }) => id === chain)?.shop_credits
  return (
    <form onSubmit={submit}>
      <div className="request-fields">
        <HotelPicker
          value={chain && hotel_code ? { chain, hotel_code } : undefined}
          chains={chains}
          onPick={(hotel) => change({ ...hotel })}
          required
        />
        <StayFields {...fields} />
        <TermsFields {...fields} chains={chains} isNew />
        <ReferenceField {...fields} />
        <TellField receivers={receivers} value={via} onChoose={(chosen) => change({ via: chosen })} />
      </div>
      <details className="more-fields">
        <summary>Guests, least saving, how often</summary>
        <div className="request-fields">
          <PartyFields {...fields} />
          <TellingFields {...fields} />
        </div>
      </details>
      <p className="hint" role="status">
        {via === BY_MAIL && 'If your address is new here, a mail asks you to confirm it first. '}
        {cost !== undefined &&
          `Costs up to ${formatCredits(cost * CACHED_SHARE)} credits each time it looks.`}
      </p>
      <DialogEnd
        action="Add booking"
        send={create}
        disabled={receivers.choices.length === 0}
        onClose={() => onClose()}
      />
    </form>
  )
}
