import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Booking } from '@vacancy/client'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { DeleteButton } from '../shell/delete-button.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { isPast, isPastDeadline } from './booking-words.ts'
import { EditBooking } from './edit-booking.tsx'

export function BookingActions({ booking }: { booking: Booking }) {
  const { id, status } = booking
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<'edit' | 'close' | null>(null)
  const set = useMutation({
    mutationFn: (to: 'watching' | 'closed') =>
      call<Booking>(`/v1/bookings/${id}`, { method: 'PATCH', body: { status: to }, keyId }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['v1', keyId] })
      setAsked(null)
    },
  })
  return (
    <>
      {!isPast(booking) && (
        <Button look="primary" onClick={() => setAsked('edit')}>
          Edit
        </Button>
      )}
      {status === 'closed' ? (
        !isPast(booking) &&
        !isPastDeadline(booking) && (
          <Button busy={set.isPending} onClick={() => set.mutate('watching')}>
            Follow again
          </Button>
        )
      ) : (
        <Button onClick={() => setAsked('close')}>Close</Button>
      )}
      <DeleteButton what="booking" path={`/bookings/${id}`} leaveTo="/bookings">
        <p>It is no longer followed and costs nothing more. Its past events stay on the events page.</p>
      </DeleteButton>
      {set.error !== null && asked !== 'close' && <FaultNote error={set.error} />}
      {asked === 'edit' && <EditBooking booking={booking} onClose={() => setAsked(null)} />}
      {asked === 'close' && (
        <ConfirmDialog
          title="Close this booking?"
          keep="Keep following"
          action="Close booking"
          send={set}
          onConfirm={() => set.mutate('closed')}
          onClose={() => setAsked(null)}
        >
          <p>
            Close it when you have canceled it or booked again: prices are no longer checked. Your reservation
            at the hotel is not touched.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
