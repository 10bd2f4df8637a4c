import type { GetBoardResponse } from '@vacancy/client'
import { formatCount, formatFullDay } from '../ui/format.ts'

const WHY: Readonly<Record<string, string>> = {
  hotel_not_found: 'the source does not know this hotel',
  source_unavailable: 'the source did not answer',
  upstream_timeout: 'the source took too long',
}

const MOST_NIGHTS = 4

/** What is missing on a board, and why. It costs nothing. */
export function FailedHotels({ failures }: Pick<GetBoardResponse, 'failures'>) {
  if (failures.length === 0) return null
  const cells = failures.reduce((sum, failure) => sum + failure.cells, 0)
  return (
    <div className="caution failed-hotels" role="status">
      <p>
        <strong>{formatCount(cells, 'rate')} could not be fetched.</strong> Nothing was charged for them.
        Fetch the board again to fill the gaps.
      </p>
      <ul>
        {failures.map(({ chain, hotel_code: code, name, cells: missing, codes, nights }) => (
          <li key={`${chain} ${code}`}>
            <strong>{name ?? `${chain} ${code}`}</strong>
            {name !== null && ` (${chain})`}: {formatCount(missing, 'rate')},{' '}
            {codes.map((why) => WHY[why] ?? why.replaceAll('_', ' ')).join('; ')}
            {nights.length > 0 && `. Missing: ${nightWords(nights)}`}
          </li>
        ))}
      </ul>
    </div>
  )
}

function nightWords(nights: readonly string[]): string {
  const shown = nights.slice(0, MOST_NIGHTS).map(formatFullDay).join('; ')
  const more = nights.length - MOST_NIGHTS
  return more > 0 ? `${shown}, and ${formatCount(more, 'night')} more` : shown
}
