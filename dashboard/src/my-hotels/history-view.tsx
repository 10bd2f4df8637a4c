import { useTexts } from '../address.ts'
import { useHotelNames } from '../hotels/hotel-names.tsx'
import { PriceHistory } from '../hotels/price-history.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import type { BoardProps } from './board-props.ts'

/** How the prices of one of the hotels changed. */
export function HistoryView({ set, subject, currency }: BoardProps) {
  const [texts, setTexts] = useTexts()
  const nameOf = useHotelNames(set.hotels)
  const keyOf = ({ chain, hotel_code }: typeof subject) => `${chain}/${hotel_code}`
  const chosen = set.hotels.find((hotel) => keyOf(hotel) === texts['hotel']) ?? subject
  return (
    <div className="board history-board">
      <div className="chosen-hotel">
        <Select
          label="Hotel"
          value={keyOf(chosen)}
          onChange={(event) => setTexts({ hotel: event.target.value, history: undefined })}
        >
          {set.hotels.map((hotel) => (
            <option key={keyOf(hotel)} value={keyOf(hotel)}>
              {nameOf(hotel) ?? hotel.hotel_code}
            </option>
          ))}
        </Select>
      </div>
      <PriceHistory key={keyOf(chosen)} hotel={chosen} currency={currency} />
      {texts['history'] !== undefined && (
        <div className="board-actions">
          <Button onClick={() => print()}>Print or PDF</Button>
        </div>
      )}
    </div>
  )
}
