import { type Static, type TArray, type TObject, Type } from 'typebox'
import type { AwardSearchAnswer } from '../../areas/schemas.ts'
import type { MatrixCell } from '../../cells/cell.ts'
import { counted } from '../../kernel/counted.ts'
import type { awardResponse } from '../../rates/schemas.ts'
import type { TripAnswer } from '../../trip/schemas.ts'
import type { AwardValueHotel } from '../../value/routes.ts'
import { byAmount, cellOf, hotelOf, money, present, priceOf } from '../figures.ts'
import { jobsOf } from '../jobs.ts'
import { priceWords } from '../price-words.ts'
import { PARTY, type Tool, tool } from '../tool.ts'
import { dateWords, moneyWords, quoted, sourceText } from '../words.ts'
import { noHotels, placeRow, placeRows, placeWords } from './hotels.ts'
import { at, whyNot } from './rates.ts'

const PLACE = ['q', 'place_id', 'lat', 'lng', 'radius', 'chains']

const FILL =
  'Reads the cache. If too little is known, `fill: "stale"` fetches the rest by jobs (quote it by `dry_run`): follow them with get_job, then repeat the call.'

const stayAward = tool<ReturnType<typeof awardResponse>>(
  {
    name: 'stay_award',
    title: 'What a stay costs in points',
    description:
      'The award rates of one hotel for one stay, fewest points first, with the value of a point against the cash price. Only at chains with award points.',
    costs: ({ award, cachedShare }) => `Costs ${priceWords(award)}, times ${cachedShare} from the cache.`,
    operationId: 'award',
    fields: ['chain', 'hotel_code', 'checkin', 'los', 'elite', ...PARTY, 'max_age'],
    keepsAnswer: true,
    columns: [
      'room_from_source',
      'rate_from_source',
      'points',
      'points_total',
      'cash_copay',
      'cents_per_point',
      'certificates',
      'note',
    ],
  },
  (answer) => {
    const { hotel, query, currency } = answer
    const rows = answer.award_rates.map((rate) =>
      present({
        room_from_source: sourceText(rate.room_name),
        rate_from_source: sourceText(rate.name),
        points: rate.points_per_night,
        points_total: rate.points_due ?? rate.points_total,
        cash_copay: money(rate.cash_copay_per_night, currency),
        cents_per_point: rate.cpp ?? undefined,
        certificates: rate.certs ?? undefined,
        note: rate.standard ? undefined : 'premium award',
      }),
    )
    const cash = priceOf(answer.cash_comparison, currency).price
    return {
      summary: `${at(hotel, query.hotel_code)}, ${dateWords(query.checkin)} (${query.checkin}), ${counted(query.los, 'night')}: ${answer.status ?? 'unknown'}${cash ? `; the same stay costs ${moneyWords(cash)} per night in cash` : ''}.`,
      rows: rows.toSorted(byAmount(({ points }) => points)),
      whyEmpty:
        answer.status === 'available'
          ? 'The hotel has rooms for cash but no award for this stay. Next: search_awards finds award nights nearby.'
          : whyNot(answer.status, answer.min_los),
    }
  },
)

const MaxPoints = Type.Optional(
  Type.Integer({ description: 'Leave out nights that cost more points per night than this.', minimum: 1 }),
)

const searchAwards = tool<(typeof AwardSearchAnswer)[200]>(
  {
    name: 'search_awards',
    title: 'Award nights around a place',
    description: `Nights payable with points or a certificate (\`cert\`) around a place, up to 62 check-ins, the best night of each hotel. ${FILL} Each repeat fetches the next nights for \`fill_budget\` credits, nearest hotels first.`,
    costs: ({ placeLookup, cachedShare, cachedAwardNight, cachedNightsMost, flat }) =>
      `Costs ${counted(placeLookup, 'credit')} per chain for the place, times ${cachedShare} from the cache, and ${priceWords(cachedAwardNight)} per listed night, at most ${cachedNightsMost} per hotel of \`limit\`; at least ${flat.award_search}.`,
    cheaper: 'name fewer `chains`, set a lower `limit`, or a lower `fill_budget`',
    rowsDefault: 3,
    operationId: 'awardSearch',
    fields: [
      ...PLACE,
      'nights',
      'los',
      'cert',
      'max_top_up',
      'min_access',
      'fill',
      'fill_budget',
      'rank',
      ...PARTY,
      'max_age',
    ],
    defaults: { fill: 'none', fill_budget: 5 },
    own: { max_points: MaxPoints },
    startsWork: true,
    columns: [
      'hotel',
      'distance_mi',
      'night',
      'night_in_words',
      'nights',
      'status',
      'price',
      'price_basis',
      'points',
      'cents_per_point',
      'certificates',
      'available_nights',
    ],
  },
  async (answer, args, findNearest) => {
    const most = typeof args['max_points'] === 'number' ? args['max_points'] : Number.POSITIVE_INFINITY
    const rows = answer.hotels.flatMap((hotel) => {
      const nights = hotel.nights.filter(({ lowest_points: points }) => points !== null && points <= most)
      const best =
        args['rank'] === 'cpp'
          ? bestBy(nights, (cell) => -(cell.cpp ?? 0))
          : bestBy(nights, (cell) => cell.lowest_points ?? 0)
      if (!best) return []
      return [
        present({
          ...hotelOf(hotel),
          distance_mi: hotel.distance_mi ?? undefined,
          ...cellOf(best),
          available_nights: nights.length,
        }),
      ]
    })
    const jobs = jobsOf(answer)
    return {
      place: placeRow(answer.place),
      otherPlaces: placeRows(answer.alternatives),
      summary: `${counted(rows.length, 'hotel')} with award nights${placeWords('around', answer.place)}; ${counted(answer.nights_unknown, 'night')} not known yet${leftOut(answer)}.`,
      rows,
      ...(rows.length === 0 && {
        whyEmpty: await whyNoAwards(answer, jobs.length > 0, () => noHotels(answer.place, args, findNearest)),
      }),
      jobs,
    }
  },
)

function leftOut({ not_filled: left }: Pick<Static<(typeof AwardSearchAnswer)[200]>, 'not_filled'>): string {
  if (!left || left.nights === 0) return ''
  return `; not fetched yet: ${counted(left.nights, 'night')} of ${counted(left.hotels, 'hotel')}`
}

type Cell = Static<typeof MatrixCell>

/** The first of the cells with the lowest value. */
function bestBy(cells: readonly Cell[], value: (cell: Cell) => number): Cell | undefined {
  return cells.toSorted((a, b) => value(a) - value(b))[0]
}

async function whyNoAwards(
  {
    place,
    hotels,
    nights_unknown: unknown,
  }: Pick<Static<(typeof AwardSearchAnswer)[200]>, 'place' | 'hotels' | 'nights_unknown'>,
  isFetching: boolean,
  noHotelsWhy: () => Promise<string>,
): Promise<string> {
  if (isFetching)
    return 'The nights are being fetched. Next: follow the job with get_job, then repeat this call.'
  if (hotels.length > 0) {
    const least = Math.min(
      ...hotels.flatMap(({ nights }) => nights.map((night) => night.lowest_points ?? Infinity)),
    )
    return `Every known award night costs more than \`max_points\`: the cheapest takes ${counted(least, 'point')}. Next: raise it, or try other dates.`
  }
  if (!place) return noHotelsWhy()
  if (unknown > 0) {
    return `The cache lacks ${counted(unknown, 'night')} around the place. Next: call again with \`fill: "stale"\`, first with \`dry_run\` for its price.`
  }
  return noHotelsWhy()
}

type Values = TObject<{ hotels: TArray<typeof AwardValueHotel> }>

const bestAwardValue = tool<Values>(
  {
    name: 'best_award_value',
    title: 'Where points are worth most',
    description:
      'Ranks hotels by cents per point of their cached award nights, by country or city. Nothing is fetched: if it is empty, search_awards with `fill`.',
    costs: ({ cachedAwardNight, flat }) =>
      `Costs ${priceWords(cachedAwardNight)} per listed hotel, at least ${flat.award_value}, also if nothing is found.`,
    cheaper: 'set a lower `limit`',
    operationId: 'awardValue',
    lists: ['chains'],
    fields: [
      'chains',
      'country',
      'city',
      'from',
      'to',
      'currency',
      'min_cpp',
      'min_nights',
      'min_access',
      'rank',
      'max_age',
    ],
    columns: [
      'hotel',
      'city_from_source',
      'country',
      'night',
      'night_in_words',
      'nights',
      'status',
      'price',
      'price_basis',
      'points',
      'cents_per_point',
      'certificates',
      'available_nights',
    ],
  },
  ({ hotels }) => ({
    summary: `${counted(hotels.length, 'hotel')}, most cents per point first.`,
    rows: hotels.map((hotel) =>
      present({
        ...hotelOf(hotel),
        city_from_source: hotel.city === null ? undefined : sourceText(hotel.city),
        country: hotel.country ?? undefined,
        ...cellOf(hotel.best),
        cents_per_point: hotel.best_cpp,
        available_nights: hotel.nights,
      }),
    ),
    whyEmpty:
      'No cached award night matches. Next: widen the dates or drop `min_cpp`, or let search_awards fetch nights with `fill: "stale"`.',
  }),
)

type Trip = Static<(typeof TripAnswer)[200]>
type Block = Trip['options'][number]['blocks'][number]

const planTrip = tool<(typeof TripAnswer)[200]>(
  {
    name: 'plan_trip',
    title: 'The best mix of cash, points and certificates',
    description: `The cheapest ways to pay a trip with a wallet of points, bank points and certificates, at a list of hotels or around a place. ${FILL}`,
    costs: ({ flat, cachedNight, placeLookup }) =>
      `Costs ${counted(flat.trip, 'credit')}, ${priceWords(cachedNight)} per listed night, and ${placeLookup} per chain for a place.`,
    cheaper: 'name `hotels` or fewer `chains`, or set a lower `fill_budget`',
    operationId: 'trip',
    fields: [
      ...PLACE,
      'hotels',
      'checkin',
      'los',
      'wallet',
      'point_value',
      'max_moves',
      'max_hotels',
      'min_stars',
      'fill',
      'fill_budget',
      ...PARTY,
      'max_age',
    ],
    defaults: { fill: 'none', fill_budget: 5 },
    keepsAnswer: true,
    startsWork: true,
    columns: ['cost', 'cash', 'points_by_chain', 'saving', 'plan'],
  },
  async (answer, args, findNearest) => {
    const { currency, checkin, los } = answer.query
    const jobs = jobsOf(answer)
    return {
      place: placeRow(answer.place),
      otherPlaces: placeRows(answer.alternatives),
      summary: `${counted(los, 'night')} from ${dateWords(checkin)} (${checkin})${placeWords('around', answer.place)}: ${counted(answer.options.length, 'way')} to pay; ${counted(answer.nights_unknown, 'night')} not known yet${leftOut(answer)}.`,
      rows: answer.options.map((option) =>
        present({
          cost: money(option.cost, currency),
          cash: money(option.cash_total, currency),
          points_by_chain: Object.keys(option.points).length > 0 ? option.points : undefined,
          saving: money(option.saving_vs_cash, currency),
          plan: planWords(option.blocks, currency),
        }),
      ),
      ...(answer.options.length === 0 && { whyEmpty: await whyNoTrip(answer, jobs.length > 0) }),
      jobs,
    }

    async function whyNoTrip({ nights_unknown: unknown, place }: Trip, isFetching: boolean): Promise<string> {
      if (isFetching)
        return 'Prices are being fetched. Next: follow the jobs with get_job, then repeat this call.'
      if (unknown > 0) {
        return `The cache lacks ${counted(unknown, 'night')}. Next: call again with \`fill: "stale"\`, first with \`dry_run\` for its price.`
      }
      if (args['hotels'] === undefined) return noHotels(place, args, findNearest)
      return 'No combination of the known nights covers the trip. Next: allow more `max_moves`, add hotels or change the dates.'
    }
  },
)

/** A hotel's name is told once. */
function planWords(blocks: readonly Block[], currency: string): string {
  const words = blocks.map((block, index) => {
    const { chain, hotel_code: code, name } = block
    const isNew = !blocks.slice(0, index).some((other) => other.chain === chain && other.hotel_code === code)
    return blockWords(block, currency, isNew && name !== null ? ` (name from source: ${quoted(name)})` : '')
  })
  return words.join('; ')
}

function blockWords(block: Block, currency: string, nameText: string): string {
  const { chain, hotel_code: code, checkin, los, pay, points } = block
  const paid = {
    cash: moneyWords({ amount: block.cash_after_tax, currency }),
    points: counted(points, 'point'),
    points_cash: `${counted(points, 'point')} and ${moneyWords({ amount: block.cash_after_tax, currency })}`,
    certificate: `a ${block.certificate ?? ''} certificate${points > 0 ? ` and ${counted(points, 'point')}` : ''}`,
  }[pay]
  const sent = block.transfers.map(
    (one) => `, after a transfer of ${counted(one.points, 'point')} from ${one.bank}`,
  )
  return `${counted(los, 'night')} from ${checkin} at ${chain} ${code}${nameText} for ${paid}${sent.join('')}`
}

export const AWARD_TOOLS: readonly Tool[] = [stayAward, searchAwards, bestAwardValue, planTrip]
