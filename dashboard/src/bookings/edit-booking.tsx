import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Booking } from '@vacancy/client'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { endpointOf } from '../endpoints/receivers.ts'
import { useEndpointName } from '../endpoints/use-endpoint-name.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Dialog, DialogEnd } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/feedback.tsx'
import { ReferenceField, TellingFields, TermsFields } from './booking-fields.tsx'
import { AS_BEFORE, changeRequest, valuesOf } from './booking-values.ts'
import { TellField, useReceivers } from './tell-field.tsx'

interface EditBookingProps {
  booking: Booking
  onClose: () => void
}

/** Changes what was booked and paid, until when it can be canceled, and who is told. */
export function EditBooking({ booking, onClose }: EditBookingProps) {
  const receivers = useReceivers()
  return (
    <Dialog title="Edit the booking" onClose={onClose}>
      {receivers ? (
        <EditForm booking={booking} receivers={receivers} onClose={onClose} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  )
}

interface EditFormProps extends EditBookingProps {
  receivers: NonNullable<ReturnType<typeof useReceivers>>
}

function EditForm({ booking, receivers, onClose }: EditFormProps) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const nameOf = useEndpointName()
  const [values, setValues] = useState(() => valuesOf(booking))
  const save = useMutation({
    mutationFn: async () => {
      const { via = AS_BEFORE } = values
      const { endpoints, email } = receivers
      const endpoint = via === AS_BEFORE ? undefined : await endpointOf(via, { endpoints, email, keyId })
      const body = { ...changeRequest(values, booking), ...(endpoint && { endpoints: [endpoint.id] }) }
      return call<Booking>(`/v1/bookings/${booking.id}`, { method: 'PATCH', body, keyId })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['v1', keyId] })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const change = (changed: Record<string, string>) => setValues({ ...values, ...changed })
  const fields = { values, onChange: change }
  return (
    <form onSubmit={submit}>
      <div className="request-fields">
        <TermsFields {...fields} chains={[]} isNew={false} />
        <ReferenceField {...fields} />
        <TellingFields {...fields} />
        <TellField
          receivers={receivers}
          value={values['via'] ?? AS_BEFORE}
          first={{ [AS_BEFORE]: `As before: ${booking.endpoints.map(nameOf).join(', ')}` }}
          onChoose={(via) => change({ via })}
        />
      </div>
      <p className="hint">For another hotel, stay or party, add another booking.</p>
      <DialogEnd action="Save" send={save} onClose={onClose} />
    </form>
  )
}
