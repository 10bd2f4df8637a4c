import { type Static, Type } from 'typebox'
import { withDefault } from '../../edge/schemas.ts'
import { counted } from '../../kernel/counted.ts'
import type { parityResponse } from '../../parity/schemas.ts'
import type { calendarResponse, compsetResponse, shopResponse } from '../../rates/schemas.ts'
import { byAmount, hotelOf, lowestOf, money, nightOf, present, priceOf } from '../figures.ts'
import { priceWords } from '../price-words.ts'
import type { Row } from '../row.ts'
import { PARTY, type Tool, tool } from '../tool.ts'
import { dateWords, moneyWords, quoted, sourceText } from '../words.ts'

const STAY = ['chain', 'hotel_code', 'checkin', 'los', ...PARTY, 'max_age']

type Hotel = Static<ReturnType<typeof shopResponse>>['hotel']

/** A hotel in a summary: its name is quoted, because it is text of the source. */
export function at(hotel: Hotel, code: string): string {
  return hotel ? `${quoted(hotel.name)} (${hotel.chain} ${hotel.hotel_code})` : code
}

/** Why a stay has no price, by the source's answer. */
export function whyNot(status: string | null, minLos: number | null): string {
  if (status === 'restricted_los') {
    const nights = minLos === null ? 'a longer stay' : `at least ${counted(minLos, 'night')}`
    return `The hotel sells this date only for ${nights}. Next: ask with a larger \`los\`.`
  }
  if (status === 'available')
    return 'The hotel has rooms, but no public cash rate. Next: stay_award, or other hotels with compare_hotels.'
  if (status === null) return 'The source did not say whether there are rooms. Next: try again later.'
  if (status === 'closed')
    return 'The hotel is closed on this date. Next: try other dates with price_calendar.'
  return 'The hotel is sold out. Next: try other dates with price_calendar, or other hotels with compare_hotels.'
}

const stayPrice = tool<ReturnType<typeof shopResponse>>(
  {
    name: 'stay_price',
    title: 'What a stay costs in cash',
    description:
      'The cash rates of one hotel for one stay, cheapest first, with taxes, cancellation and member rates.',
    costs: ({ shop, cachedShare }) => `Costs ${priceWords(shop)}, times ${cachedShare} from the cache.`,
    operationId: 'shop',
    fields: [...STAY, 'point_of_sale'],
    keepsAnswer: true,
    columns: [
      'room_from_source',
      'rate_from_source',
      'price',
      'price_basis',
      'total',
      'refundable',
      'cancel_by',
      'note',
    ],
  },
  (answer) => {
    const rates = answer.rooms.flatMap((room) =>
      room.rates
        .filter((rate) => rate.points_per_night === null && !rate.restricted && !rate.package)
        .map((rate) =>
          present({
            room_from_source: sourceText(room.name),
            rate_from_source: sourceText(rate.name),
            ...priceOf(
              { bar: rate.price_per_night, bar_after_tax: rate.price_per_night_after_tax },
              rate.currency,
            ),
            total: money(rate.total_after_tax ?? rate.total, rate.currency),
            refundable: rate.refundable ?? undefined,
            cancel_by: rate.cancel_by ?? undefined,
            note: rate.member_only ? 'members only' : undefined,
          }),
        ),
    )
    const { checkin, los, hotel_code: code } = answer.query
    return {
      summary: `${at(answer.hotel, code)}, ${dateWords(checkin)} (${checkin}), ${counted(los, 'night')}: ${answer.status ?? 'unknown'}.`,
      rows: rates.toSorted(byAmount(({ price }) => amountIn(price, answer.currency))),
      whyEmpty: whyNot(answer.status, answer.min_los),
    }
  },
)

const ORDER = withDefault(
  Type.Enum(['price', 'points', 'date'], { description: 'Which nights come first.' }),
  'price',
)

const priceCalendar = tool<ReturnType<typeof calendarResponse>>(
  {
    name: 'price_calendar',
    title: 'The cheapest nights of a hotel',
    description:
      'Up to 60 check-in nights of one hotel with the lowest cash rate, member rate and points of each; cheapest first.',
    costs: ({ shop, cachedShare }) =>
      `Costs ${priceWords(shop)} per night, times ${cachedShare} from the cache: quote a long range by \`dry_run\`.`,
    cheaper: 'ask for fewer `nights`',
    operationId: 'calendar',
    fields: ['chain', 'hotel_code', 'nights', ...PARTY, 'max_age'],
    own: { order: ORDER },
    keepsAnswer: true,
    columns: [
      'night',
      'night_in_words',
      'status',
      'price',
      'price_basis',
      'member_price',
      'points',
      'cents_per_point',
      'note',
    ],
  },
  (answer, { order }) => {
    const all = answer.nights.map((night) =>
      present({
        ...nightOf(night.night),
        status: night.status ?? undefined,
        ...lowestOf(night.lowest, answer.currency),
        note: night.error?.message,
      }),
    )
    const open = all.filter(({ status }) => status === 'available')
    const failed = answer.nights.filter(({ error }) => error !== undefined).length
    const { nights, hotel_code: code } = answer.query
    return {
      summary: `${at(answer.hotel, code)}, ${nights.from} to ${nights.to}: ${open.length} of ${counted(all.length, 'night')} available${failed > 0 ? `; ${failed} could not be read` : ''}.`,
      rows:
        order === 'date'
          ? all
          : open.toSorted(byAmount(order === 'points' ? ({ points }) => points : priceAmount)),
      whyEmpty:
        failed === all.length
          ? 'The source failed for every night; nothing was charged for them. Next: try again in a minute.'
          : 'None of the nights that could be read is available. Next: try other dates, or other hotels with compare_hotels.',
    }
  },
)

/** Amounts in another currency are not compared: they come last. */
function amountIn(price: Row['price'], currency: string): number | undefined {
  return price?.currency === currency ? price.amount : undefined
}

function priceAmount({ price }: Row): number | undefined {
  return price?.amount
}

const compareHotels = tool<ReturnType<typeof compsetResponse>>(
  {
    name: 'compare_hotels',
    title: 'Compare the prices of hotels',
    description:
      'The lowest cash rate of up to 25 hotels for one stay, cheapest first, compared in `currency`. Get the hotels from find_hotels or hotels_around.',
    costs: ({ compsetRow, memberExtra, cachedShare, flat }) =>
      `Costs ${priceWords(compsetRow)} per hotel (with member \`rates\` up to ${memberExtra.most} more), times ${cachedShare} from the cache; at least ${flat.compset}.`,
    cheaper: 'name fewer hotels',
    operationId: 'compset',
    fields: ['chain', 'hotel_codes', 'hotels', 'checkin', 'los', 'rates', ...PARTY, 'max_age'],
    keepsAnswer: true,
    columns: ['hotel', 'status', 'price', 'price_basis', 'member_price', 'note'],
  },
  ({ query, hotels }) => {
    const rows = hotels.map((hotel) => {
      const { comparable } = hotel
      return present({
        ...hotelOf(hotel),
        status: hotel.status ?? undefined,
        ...(comparable && priceOf(comparable, comparable.currency)),
        member_price: comparable
          ? money(comparable.member_after_tax ?? comparable.member, comparable.currency)
          : undefined,
        note: hotel.error?.message ?? hotel.comparison_note ?? minimumStay(hotel.min_los, hotel.status),
      })
    })
    return {
      summary: `${counted(hotels.length, 'hotel')}, ${dateWords(query.checkin)} (${query.checkin}), ${counted(query.los, 'night')}.`,
      rows: rows.toSorted(byAmount(priceAmount)),
    }
  },
)

function minimumStay(minLos: number | null, status: string | null): string | undefined {
  return status === 'restricted_los' && minLos !== null ? `at least ${counted(minLos, 'night')}` : undefined
}

const checkParity = tool<ReturnType<typeof parityResponse>>(
  {
    name: 'check_parity',
    title: 'Is the hotel cheaper at a travel agency?',
    description: 'Compares the hotel’s own rate for a stay, the first row, with travel agencies.',
    costs: ({ shop, agencyShop, resolution, cachedShare }) =>
      `Costs ${priceWords(shop)} for the hotel, ${priceWords(agencyShop)} per agency, times ${cachedShare} from the cache, and ${resolution} if ids must be found: name the agencies in \`channels\`.`,
    cheaper: 'name fewer `channels`',
    operationId: 'parity',
    fields: [...STAY, 'point_of_sale', 'channels', 'resolve', 'meta'],
    keepsAnswer: true,
    columns: [
      'channel',
      'status',
      'price',
      'price_basis',
      'member_price',
      'gap',
      'gap_pct',
      'verdict',
      'note',
    ],
  },
  (answer) => {
    const { direct, channels, hotel, query, cheapest } = answer
    const own = present({
      channel: 'direct',
      status: direct?.status ?? undefined,
      ...(direct && priceOf(direct, direct.currency)),
      member_price: direct ? money(direct.member_after_tax ?? direct.member, direct.currency) : undefined,
      note: answer.comparison_note ?? undefined,
    })
    const rows = channels.map((row) =>
      present({
        channel: row.channel,
        status: row.status ?? undefined,
        ...(row.lowest && priceOf(row.lowest, row.currency)),
        gap: direct ? money(row.gap, direct.currency) : undefined,
        gap_pct: row.gap_pct ?? undefined,
        verdict: row.verdict ?? undefined,
        note: row.skipped ?? row.comparison_note ?? undefined,
      }),
    )
    return {
      summary: `${at(hotel, query.hotel_code)}, ${dateWords(query.checkin)} (${query.checkin}): direct ${own.price ? `${moneyWords(own.price)} per night` : 'has no rate'}; cheapest: ${cheapest ?? 'not comparable'}.`,
      rows: [own, ...rows.toSorted(byAmount(({ gap }) => gap?.amount))],
    }
  },
)

export const RATE_TOOLS: readonly Tool[] = [stayPrice, priceCalendar, compareHotels, checkParity]
