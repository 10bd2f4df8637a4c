import { counted } from '../kernel/counted.ts'
import { dayOf, type Night } from '../kernel/dates.ts'
import type { Money, PlaceRow, Row } from './row.ts'

/** How rows read in plain text. */

/** Created when it is first needed: that takes 30 ms, a twentieth of a start. */
let dates: Intl.DateTimeFormat | undefined
const DAY_MS = 86_400_000

/** 2028-01-15 → Saturday 15 January 2028. */
export function dateWords(night: Night): string {
  dates ??= new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return dates.format(new Date(dayOf(night) * DAY_MS)).replace(',', '')
}

export function moneyWords({ amount, currency }: Money): string {
  return `${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 3 })} ${currency}`
}

const LONGEST = 120

/** Text of a source, without control characters, on one line and cut to a sensible length. */
export function sourceText(text: string): string {
  const line = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
}

/** The same, quoted: a reader sees where the data begins and ends. */
export function quoted(text: string): string {
  return JSON.stringify(sourceText(text))
}

/** `"Lisbon" (PT, 38.72, -9.14)` */
export function placeText({ name_from_source: name, country, lat, lng }: PlaceRow): string {
  const where = [country, `${lat}, ${lng}`].filter((part) => part !== undefined).join(', ')
  return name === undefined ? where : `${JSON.stringify(name)} (${where})`
}

/** One line of text per row. */
export function rowWords(row: Row): string {
  return parts(row)
    .filter((part) => part !== undefined)
    .join(', ')
}

function parts(row: Row): (string | undefined)[] {
  const { hotel, night, points } = row
  return [
    hotel && `${hotel.chain} ${hotel.hotel_code}${nameWords(hotel.name_from_source)}`,
    row.match && `matched by ${row.match}, score ${row.score}`,
    row.source && `${row.source}${nameWords(row.source_name_from_source)}`,
    row.source_kind,
    row.shop_credits === undefined ? undefined : `a stay costs ${counted(row.shop_credits, 'credit')}`,
    row.compset_credits === undefined ? undefined : `a hotel to compare ${row.compset_credits}`,
    row.award_points ? 'has award points' : undefined,
    row.geo_search ? 'searched by place' : undefined,
    row.watch_id && `watch ${row.watch_id}`,
    row.condition && `condition ${row.condition}`,
    row.booking_id && `booking ${row.booking_id}`,
    labelled('reference', row.reference),
    row.channel,
    labelled('in', row.city_from_source),
    labelled('at', row.address_from_source),
    row.country,
    row.stars === undefined ? undefined : counted(row.stars, 'star'),
    row.rooms_total === undefined ? undefined : counted(row.rooms_total, 'room'),
    row.lat === undefined ? undefined : `coordinates ${row.lat}, ${row.lng}`,
    row.timezone && `time zone ${row.timezone}`,
    row.hotel_currency && `own currency ${row.hotel_currency}`,
    row.ids && idsWords(row.ids),
    row.distance_mi === undefined ? undefined : `${row.distance_mi} mi away`,
    night && `${row.night_in_words ?? dateWords(night)} (${night})`,
    row.last_night && `to ${row.last_night}`,
    row.nights === undefined ? undefined : counted(row.nights, 'night'),
    row.paid && `paid ${moneyWords(row.paid)} per night`,
    row.paid_points === undefined ? undefined : `paid ${counted(row.paid_points, 'point')} per night`,
    row.status,
    labelled('room', row.room_from_source),
    labelled('rate', row.rate_from_source),
    row.price &&
      `${moneyWords(row.price)} per night ${row.price_basis === 'after_tax' ? 'after tax' : 'as the source shows it'}`,
    row.member_price && `members ${moneyWords(row.member_price)}`,
    row.total && `total ${moneyWords(row.total)}`,
    row.cash && `cash ${moneyWords(row.cash)}`,
    points === undefined ? undefined : `${counted(points, 'point')} per night`,
    row.points_total === undefined ? undefined : `${counted(row.points_total, 'point')} in total`,
    row.cash_copay && `plus ${moneyWords(row.cash_copay)}`,
    row.cents_per_point === undefined ? undefined : `${row.cents_per_point} cents per point`,
    row.available_nights === undefined ? undefined : `${counted(row.available_nights, 'night')} match`,
    row.certificates && `certificates ${row.certificates}`,
    row.refundable === undefined ? undefined : row.refundable ? 'refundable' : 'not refundable',
    row.cancel_by && `cancel by ${row.cancel_by}`,
    row.gap && `${row.gap.amount > 0 ? '+' : ''}${moneyWords(row.gap)} against direct`,
    row.verdict && (VERDICT[row.verdict] ?? row.verdict),
    row.judgement,
    row.median && `usually ${moneyWords(row.median)}`,
    row.median_points === undefined ? undefined : `usually ${counted(row.median_points, 'point')}`,
    row.vs_median_pct === undefined ? undefined : `${row.vs_median_pct} % against the median`,
    row.percentile === undefined ? undefined : `dearer than ${row.percentile} % of comparable nights`,
    row.similar_hotels,
    row.trend && `trend ${row.trend}`,
    row.observed_at && `seen ${row.observed_at}`,
    row.cost && `cost ${moneyWords(row.cost)}`,
    row.saving && savingWords(row.saving),
    row.plan,
    row.note,
  ]
}

/** A verdict of parity: who is cheaper. */
const VERDICT: Readonly<Record<string, string>> = {
  win: 'win: direct is cheaper',
  meet: 'meet: the same price',
  lose: 'lose: cheaper than direct',
}

function savingWords({ amount, currency }: Money): string {
  const words = moneyWords({ amount: Math.abs(amount), currency })
  return amount < 0 ? `${words} more than the best cash price` : `saves ${words}`
}

/** Ids are text of the other sources, so they are quoted. */
function idsWords(ids: Readonly<Record<string, string>>): string | undefined {
  const known = Object.entries(ids).map(([source, id]) => `${source} ${quoted(id)}`)
  return known.length > 0 ? `ids: ${known.join(' ')}` : undefined
}

function nameWords(name: string | undefined): string {
  return name === undefined ? '' : ` (name from source: ${JSON.stringify(name)})`
}

function labelled(label: string, fromSource: string | undefined): string | undefined {
  return fromSource === undefined ? undefined : `${label} ${JSON.stringify(fromSource)}`
}
