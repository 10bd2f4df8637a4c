import type { AwardAccessResponse } from '@vacancy/client'
import { PaidCard } from '../paid/paid-card.tsx'
import { DAYS_OF_WEEK, formatCount, formatShare } from '../ui/format.ts'
import type { HotelId } from './hotel-id.ts'

/** Whether a hotel sells its nights for points, and how it keeps the others back. */
export function AwardAccess({ hotel }: { hotel: HotelId }) {
  return (
    <PaidCard<AwardAccessResponse>
      title="Does it sell its nights for points?"
      path={`/award/access?${new URLSearchParams({ ...hotel })}`}
      name="access"
      kept={{ access_hotel: `${hotel.chain} ${hotel.hotel_code}` }}
      action="Show access"
    >
      {(access) => <Access access={access} />}
    </PaidCard>
  )
}

function Access({ access }: { access: AwardAccessResponse }) {
  const { why, blocked, by } = access
  return (
    <div className="award-access">
      <p className="note">{why}</p>
      <ul className="judgement-facts">
        {by.weekday.length > 0 && (
          <li>
            By night of the week:{' '}
            {by.weekday.map(({ weekday, share }) => `${DAYS_OF_WEEK[weekday]} ${percent(share)}`).join(', ')}.
          </li>
        )}
        {WAYS.map(({ how, words }) => ({ words, count: blocked.filter((night) => night.how === how).length }))
          .filter(({ count }) => count > 0)
          .map(({ words, count }) => (
            <li key={words}>
              {formatCount(count, 'night')} {words}.
            </li>
          ))}
      </ul>
    </div>
  )
}

const percent = (share: number | null) => (share === null ? '–' : formatShare(share))

const WAYS = [
  { how: 'longer_stay_only', words: 'only in a longer stay' },
  { how: 'premium_only', words: 'only as a premium award' },
  { how: 'no_award', words: 'without an award' },
] as const
