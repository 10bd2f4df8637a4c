import { type Static, type TSchema, Type } from 'typebox'
import { CalendarDate } from '../edge/schemas.ts'

/** What tools answer with: short rows of one vocabulary. Fields that do not apply are left out, which saves tokens. */

export const Money = Type.Object({
  amount: Type.Number(),
  currency: Type.String(),
})
export type Money = Static<typeof Money>

/** Fields that end in `_from_source` are text of third parties, which the server's instructions explain once for all. */
const FromSource = Type.String()

const Named = Type.Object({
  chain: Type.String(),
  hotel_code: Type.String(),
  name_from_source: Type.Optional(FromSource),
})

export const Place = Type.Object({
  name_from_source: Type.Optional(FromSource),
  country: Type.Optional(Type.String()),
  lat: Type.Number(),
  lng: Type.Number(),
  place_id: Type.Optional(Type.String()),
})
export type PlaceRow = Static<typeof Place>

const COLUMNS = {
  hotel: Named,
  match: Type.Enum(['code', 'name', 'city']),
  score: Type.Number(),
  source: Type.String(),
  source_name_from_source: FromSource,
  source_kind: Type.String(),
  shop_credits: Type.Number(),
  compset_credits: Type.Number(),
  award_points: Type.Boolean(),
  geo_search: Type.Boolean(),
  channel: Type.String({ description: 'The travel agency, or `direct`.' }),
  city_from_source: FromSource,
  address_from_source: FromSource,
  country: Type.String({ description: 'ISO 3166 alpha-2.' }),
  lat: Type.Number(),
  lng: Type.Number(),
  stars: Type.Number(),
  rooms_total: Type.Integer(),
  timezone: Type.String(),
  hotel_currency: Type.String(),
  ids: Type.Record(Type.String(), Type.String(), { description: 'The hotel’s ids at other sources.' }),
  distance_mi: Type.Number({ description: 'From the place, in miles.' }),
  night: CalendarDate('Check-in.'),
  night_in_words: Type.String({ description: '`night` in words.' }),
  nights: Type.Integer({ description: 'Length of the stay.' }),
  status: Type.String({ description: '`available`, `sold_out`, `closed` or `restricted_los`.' }),
  room_from_source: FromSource,
  rate_from_source: FromSource,
  price: Money,
  price_basis: Type.Enum(['after_tax', 'as_shown'], {
    description: '`price` is per room and night: with all taxes, or as the source shows it.',
  }),
  member_price: Money,
  total: Money,
  cash: Money,
  points: Type.Integer({ description: 'Per room and night.' }),
  points_total: Type.Integer({ description: 'All nights and rooms.' }),
  points_by_chain: Type.Record(Type.String(), Type.Integer()),
  cash_copay: Money,
  cents_per_point: Type.Number({ description: 'Hundredths of the currency per point.' }),
  available_nights: Type.Integer({ description: 'How many nights match.' }),
  certificates: Type.String({ description: 'Certificates that cover the night, with the points to add.' }),
  refundable: Type.Boolean(),
  cancel_by: Type.String(),
  gap: Money,
  gap_pct: Type.Number(),
  verdict: Type.String({ description: '`lose`: the agency is cheaper than the hotel’s own site.' }),
  judgement: Type.String({ description: '`great_deal`, `deal`, `typical`, `high` or `unknown`.' }),
  percentile: Type.Number({ description: 'The share of comparable nights that were cheaper, 0 to 100.' }),
  median: Money,
  median_points: Type.Number(),
  vs_median_pct: Type.Number({ description: 'Negative if it is cheaper than usual.' }),
  similar_hotels: Type.String(),
  trend: Type.String(),
  advice: Type.String({
    description:
      '`book`: a fall of the price before arrival is unlikely. `wait`: it is likely. `either`: in between. `unknown`: past nights do not tell.',
  }),
  fall_probabilities: Type.String({
    description: 'How likely the price falls by so many per cent before arrival.',
  }),
  outlook_note: Type.String({ description: 'What stands behind `advice`.' }),
  observed_at: Type.String({ description: 'When the source answered.' }),
  cost: Money,
  saving: Money,
  plan: Type.String({ description: 'The stays and how each is paid.' }),
  note: Type.String(),
  watch_id: Type.String(),
  last_night: Type.String(),
  condition: Type.String(),
  booking_id: Type.String({ description: 'A booking that is followed.' }),
  booking_status: Type.String({ description: '`watching`, `past_deadline` or `closed`.' }),
  reference: Type.String({ description: 'The account’s own words for the booking.' }),
  paid: Money,
  paid_points: Type.Integer({ description: 'What was paid per room and night, in points.' }),
  saving_pct: Type.Number({ description: 'In percent of what was paid.' }),
  plan_name: Type.String(),
  credits_used: Type.Number(),
  credits_limit: Type.Number(),
  resets_at: Type.String(),
  scopes: Type.Array(Type.String(), { description: '`read`: free tools. `spend`: paid tools.' }),
  daily_cap: Type.Number({ description: 'Credits that this key may spend per day (UTC); left out: no cap.' }),
  spent_today: Type.Number(),
  key_ends_at: Type.String(),
} satisfies Record<string, TSchema>

type Columns = typeof COLUMNS
export type Column = keyof Columns
export type Row = { [Name in Column]?: Static<Columns[Name]> }

/** The schema of rows with these columns. */
export function rowSchema(columns: readonly Column[]): TSchema {
  return Type.Object(Object.fromEntries(columns.map((name) => [name, Type.Optional(COLUMNS[name])])), {
    additionalProperties: false,
  })
}
