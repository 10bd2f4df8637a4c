import { type Static, type TSchema, Type } from 'typebox'

/**
 * What tools answer with: short rows of one vocabulary. Fields that do not apply are left out, which saves tokens. Their names and the
 * server's instructions explain them: a list of tools has no room for more.
 */

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
  channel: Type.String(),
  city_from_source: FromSource,
  address_from_source: FromSource,
  country: Type.String(),
  lat: Type.Number(),
  lng: Type.Number(),
  stars: Type.Number(),
  rooms_total: Type.Integer(),
  timezone: Type.String(),
  hotel_currency: Type.String(),
  ids: Type.Record(Type.String(), Type.String()),
  distance_mi: Type.Number(),
  night: Type.String(),
  night_in_words: Type.String(),
  nights: Type.Integer(),
  status: Type.String(),
  room_from_source: FromSource,
  rate_from_source: FromSource,
  price: Money,
  price_basis: Type.Enum(['after_tax', 'as_shown']),
  member_price: Money,
  total: Money,
  cash: Money,
  points: Type.Integer(),
  points_total: Type.Integer(),
  points_by_chain: Type.Record(Type.String(), Type.Integer()),
  cash_copay: Money,
  cents_per_point: Type.Number(),
  available_nights: Type.Integer(),
  certificates: Type.String(),
  refundable: Type.Boolean(),
  cancel_by: Type.String(),
  gap: Money,
  gap_pct: Type.Number(),
  verdict: Type.String(),
  judgement: Type.String(),
  percentile: Type.Number(),
  median: Money,
  median_points: Type.Number(),
  vs_median_pct: Type.Number(),
  similar_hotels: Type.String(),
  trend: Type.String(),
  advice: Type.String(),
  fall_probabilities: Type.String(),
  outlook_note: Type.String(),
  observed_at: Type.String(),
  cost: Money,
  saving: Money,
  plan: Type.String(),
  note: Type.String(),
  watch_id: Type.String(),
  last_night: Type.String(),
  condition: Type.String(),
  booking_id: Type.String(),
  booking_status: Type.String(),
  reference: Type.String(),
  paid: Money,
  paid_points: Type.Integer(),
  saving_pct: Type.Number(),
  plan_name: Type.String(),
  credits_used: Type.Number(),
  credits_limit: Type.Number(),
  resets_at: Type.String(),
  scopes: Type.Array(Type.String()),
  daily_cap: Type.Number(),
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
