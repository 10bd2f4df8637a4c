import { counted } from '../../kernel/counted.ts'
import { LIMITS } from '../../kernel/limits.ts'
import type { watchSchema } from '../../watches/schemas.ts'
import { hotelOf, nightOf, present } from '../figures.ts'
import { priceWords } from '../price-words.ts'
import { PARTY, type Tool, tool } from '../tool.ts'

const watchPrice = tool<ReturnType<typeof watchSchema>>(
  {
    name: 'watch_price',
    title: 'Be told when a price or award changes',
    description:
      'Looks at nights of one hotel every `refresh_sec` and tells `endpoints` when the `condition` is met: `available`, `price_lte` or `points_lte` (with the field of that name), or `any` change. For a stay that is booked: follow_booking.',
    costs: ({ cachedCell, award, cachedShare }) =>
      `The call is free; each refresh costs ${priceWords(cachedCell)} per night, in points ${priceWords(award)} times ${cachedShare}, so ask the user first.`,
    operationId: 'createWatch',
    fields: [
      'chain',
      'hotel_code',
      'nights',
      'los',
      'kind',
      ...PARTY,
      'condition',
      'price_lte',
      'points_lte',
      'refresh_sec',
      'endpoints',
    ],
    defaults: { refresh_sec: LIMITS.bookingRefreshSecDefault },
    startsWork: true,
    hasOneRow: true,
    columns: ['watch_id', 'hotel', 'condition', 'night', 'night_in_words', 'last_night', 'nights', 'status'],
  },
  (watch) => ({
    summary: `The watch ${watch.id} looks every ${counted(watch.refresh_sec, 'second')}; each refresh costs up to ${watch.credits_per_refresh} credits. The user ends it on the page Watches.`,
    rows: [
      present({
        watch_id: watch.id,
        ...hotelOf(watch),
        condition: watch.condition,
        ...nightOf(watch.nights.from),
        last_night: watch.nights.to === watch.nights.from ? undefined : watch.nights.to,
        nights: watch.los,
        status: watch.status,
      }),
    ],
  }),
)

export const WATCH_TOOLS: readonly Tool[] = [watchPrice]
