import type { Chain } from '@vacancy/client'
import { useId } from 'react'
import type { HotelId } from '../hotels/hotel-id.ts'
import { useHotelNames } from '../hotels/hotel-names.tsx'
import { HotelPicker } from '../hotels/hotel-picker.tsx'
import { Icon } from '../ui/icon.tsx'
import { readHotels } from './tools.ts'

interface HotelListProps {
  label: string
  chains: readonly Chain[]
  /** One hotel per line: the source, then its code. */
  value: string
  onSet: (text: string) => void
}

/** A list of hotels: added one by one by name, or pasted as a text. */
export function HotelList({ label, chains, value, onSet }: HotelListProps) {
  const id = useId()
  const hotels = readHotels(value)
  const nameOf = useHotelNames(hotels)
  const write = (list: readonly HotelId[]) =>
    onSet(list.map(({ chain, hotel_code }) => `${chain} ${hotel_code}`).join('\n'))
  const isSame = (a: HotelId, b: HotelId) => a.chain === b.chain && a.hotel_code === b.hotel_code
  const add = (hotel: HotelId) => {
    if (!hotels.some((other) => isSame(other, hotel))) write([...hotels, hotel])
  }
  return (
    <div className="field wide hotel-list">
      <HotelPicker label="Add a hotel" value={hotels.at(-1)} chains={chains} onPick={add} isAdding />
      <ul className="chips" aria-label={label}>
        {hotels.map((hotel) => {
          const name = nameOf(hotel) ?? `${hotel.chain} ${hotel.hotel_code}`
          return (
            <li key={`${hotel.chain} ${hotel.hotel_code}`}>
              {name}
              <button
                type="button"
                aria-label={`Remove ${name}`}
                onClick={() => write(hotels.filter((other) => !isSame(other, hotel)))}
              >
                <Icon name="close" size={10} />
              </button>
            </li>
          )
        })}
      </ul>
      <details>
        <summary>Paste a list</summary>
        <label htmlFor={id} className="unseen">
          Hotels as text
        </label>
        <textarea
          id={id}
          rows={Math.min(8, Math.max(4, value.split('\n').length))}
          value={value}
          spellCheck={false}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onSet(event.target.value)}
        />
        <p className="hint" id={`${id}-hint`}>
          One per line: the source, then its hotel code.
        </p>
      </details>
    </div>
  )
}
