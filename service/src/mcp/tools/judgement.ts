import type { historyResponse } from '../../history/schemas.ts'
import type { insightResponse } from '../../insight/schemas.ts'
import { counted } from '../../kernel/counted.ts'
import { money, nightOf, present, priceOf } from '../figures.ts'
import { priceWords } from '../price-words.ts'
import { PARTY, type Tool, tool } from '../tool.ts'
import { dateWords } from '../words.ts'
import { at, whyNot } from './rates.ts'

const isGoodPrice = tool<ReturnType<typeof insightResponse>>(
  {
    name: 'is_good_price',
    title: 'Is this a good price?',
    description:
      'Judges the price of a stay by the hotel’s other nights, similar hotels and its past: `great_deal`, `deal`, `typical`, `high` or `unknown`; and whether to `book` or to `wait`, by how often such prices fell before arrival (`either`: in between).',
    costs: ({ shop, judgement, cachedShare }) =>
      `Costs ${priceWords(shop)}, times ${cachedShare} from the cache, plus ${judgement}, with \`outlook\` plus ${2 * judgement}.`,
    operationId: 'insight',
    fields: ['chain', 'hotel_code', 'checkin', 'los', 'kind', 'outlook', ...PARTY, 'max_age'],
    defaults: { outlook: true },
    hasOneRow: true,
    columns: [
      'night',
      'night_in_words',
      'nights',
      'status',
      'price',
      'price_basis',
      'points',
      'judgement',
      'percentile',
      'median',
      'median_points',
      'vs_median_pct',
      'similar_hotels',
      'trend',
      'advice',
      'fall_probabilities',
      'outlook_note',
      'note',
    ],
  },
  (answer) => {
    const { query, current, currency, typical, similar, trend, basis, outlook } = answer
    const isPoints = basis === 'lowest_points'
    return {
      summary: `${at(answer.hotel, query.hotel_code)}, ${dateWords(query.checkin)} (${query.checkin}): ${answer.label}.`,
      rows:
        answer.status === 'available'
          ? [
              present({
                ...nightOf(query.checkin),
                nights: query.los,
                status: answer.status,
                ...priceOf(current, currency),
                points: current.lowest_points ?? undefined,
                judgement: answer.label,
                percentile: answer.percentile ?? undefined,
                median: isPoints ? undefined : money(typical?.median, currency),
                median_points: isPoints ? typical?.median : undefined,
                vs_median_pct: answer.vs_median_pct ?? undefined,
                similar_hotels: similar
                  ? `${similar.label} against ${similar.hotels} similar hotels`
                  : undefined,
                trend: trend
                  ? `${trend.direction}, ${trend.change_pct} % in ${counted(trend.days, 'day')}`
                  : undefined,
                advice: outlook?.advice,
                fall_probabilities: outlook && fallsOf(outlook),
                outlook_note: outlook?.why,
                note: answer.why,
              }),
            ]
          : [],
      whyEmpty: whyNot(answer.status, null),
    }
  },
)

/** `5 %: 0.62, 10 %: 0.4`; undefined if nothing is known. */
function fallsOf({ drops }: { drops: readonly { drop_pct: number; probability: number | null }[] }) {
  const known = drops.flatMap(({ drop_pct, probability }) =>
    probability === null ? [] : `${drop_pct} %: ${probability}`,
  )
  return known.length > 0 ? known.join(', ') : undefined
}

const priceHistory = tool<ReturnType<typeof historyResponse>>(
  {
    name: 'price_history',
    title: 'How a price changed',
    description:
      'The recorded changes of status, price or points of up to 93 nights of one hotel, also past ones, newest first. Never calls a source. For a verdict: is_good_price.',
    costs: ({ cachedNight }) => `Costs ${priceWords(cachedNight)} per night with a record.`,
    cheaper: 'ask for fewer `nights`',
    operationId: 'history',
    fields: ['chain', 'hotel_code', 'nights', 'los', 'kind', 'since', 'until', ...PARTY],
    keepsAnswer: true,
    columns: [
      'night',
      'night_in_words',
      'observed_at',
      'status',
      'price',
      'price_basis',
      'points',
      'cents_per_point',
    ],
  },
  ({ hotel, query, nights }) => {
    const rows = nights.flatMap(({ night, observations }) =>
      observations.map((seen) =>
        present({
          ...nightOf(night),
          observed_at: seen.observed_at,
          status: seen.status,
          ...priceOf(seen, seen.currency),
          points: seen.lowest_points ?? undefined,
          cents_per_point: seen.cpp ?? undefined,
        }),
      ),
    )
    return {
      summary: `${at(hotel, query.hotel_code)}: ${counted(rows.length, 'change')} of ${counted(nights.length, 'night')}.`,
      rows: rows.toSorted((a, b) => (b.observed_at ?? '').localeCompare(a.observed_at ?? '')),
      whyEmpty:
        'These nights were never looked at. Next: price_calendar or stay_price looks now; later looks build the history.',
    }
  },
)

export const JUDGEMENT_TOOLS: readonly Tool[] = [isGoodPrice, priceHistory]
