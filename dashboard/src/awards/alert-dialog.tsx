import type { Chain, MatrixCell } from '@vacancy/client'
import type { HotelId } from '../hotels/hotel-id.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { AlertForm } from './alert-form.tsx'

interface AlertDialogProps {
  hotel: HotelId & { name: string; nights: readonly MatrixCell[] }
  chains: Chain[]
  /** The night that somebody looks at; otherwise the cheapest one. */
  night?: string | undefined
  onClose: () => void
}

/** An alert about a hotel that a search has found. */
export function AlertDialog({ hotel, chains, night, onClose }: AlertDialogProps) {
  return (
    <Dialog title={`Alert me about ${hotel.name}`} onClose={onClose}>
      <AlertForm hotel={hotel} chains={chains} night={night ?? hotel.nights[0]?.night} cells={hotel.nights} />
      <DialogClose onClose={onClose} />
    </Dialog>
  )
}
