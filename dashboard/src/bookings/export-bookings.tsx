import { useMutation } from '@tanstack/react-query'
import { bookingsSheet, bookingsToCsv } from '@vacancy/client/bookings-csv'
import { type BookingFilter, readBookings } from '../api/booking-queries.ts'
import { saveText } from '../api/call.ts'
import { saveWorkbook } from '../files/save-table.tsx'
import { useActingKey } from '../shell/acting-key.tsx'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { dayFromNow } from '../ui/format.ts'

/** Saves the bookings that the filter shows, all pages of them, as a table that can be imported again or as a workbook. */
export function ExportBookings({ filter }: { filter: BookingFilter }) {
  const { keyId } = useActingKey()
  const save = useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') => {
      const bookings = await readBookings(filter, keyId)
      const file = `bookings-${dayFromNow(0)}`
      if (format === 'xlsx') await saveWorkbook('Bookings', file, bookingsSheet(bookings))
      else saveText(`${file}.csv`, bookingsToCsv(bookings), 'text/csv')
    },
  })
  return (
    <>
      <Button icon="down" busy={save.isPending} onClick={() => save.mutate('csv')}>
        Export
      </Button>
      <Button icon="down" disabled={save.isPending} onClick={() => save.mutate('xlsx')}>
        Workbook
      </Button>
      {save.error && <FaultNote error={save.error} />}
    </>
  )
}
