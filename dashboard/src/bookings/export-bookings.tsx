import { useMutation } from '@tanstack/react-query'
import { bookingsToCsv } from '@vacancy/client/bookings-csv'
import { type BookingFilter, readBookings } from '../api/booking-queries.ts'
import { saveText } from '../api/call.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { dayFromNow } from '../ui/format.ts'

/** Saves the bookings that the filter shows, all pages of them, as a table that can be imported again. */
export function ExportBookings({ filter }: { filter: BookingFilter }) {
  const { keyId } = useActingKey()
  const save = useMutation({
    mutationFn: async () => {
      const bookings = await readBookings(filter, keyId)
      saveText(`bookings-${dayFromNow(0)}.csv`, bookingsToCsv(bookings), 'text/csv')
    },
  })
  return (
    <>
      <Button icon="down" busy={save.isPending} onClick={() => save.mutate()}>
        Export
      </Button>
      {save.error && <FaultNote error={save.error} />}
    </>
  )
}
