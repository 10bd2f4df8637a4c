import type { Chain, Watch } from '@vacancy/client'
import type { Receivers } from '../endpoints/receivers.ts'
import type { FieldSpec, Values } from '../explorer/tools.ts'
import { isOpen } from '../hotels/quoted-currency.ts'
import { CONDITIONS } from './watch-words.ts'

/** The fields of the form, depending on its values and on the currency of the hotel, if known. */
export function fieldsOf(
  values: Values,
  chains: Chain[],
  quoted: string | undefined,
  receivers: Receivers,
): FieldSpec[] {
  const { condition = '' } = values
  const inCash = kindOf(values, chains) === 'cash'
  return [
    CONDITION,
    { name: 'hotel_code', label: 'Hotel', kind: 'hotel', offers: offersFor(condition), required: true },
    // A rebook watch covers one stay.
    ...(condition === 'rebook' ? [{ ...FROM, label: 'Check-in' }] : [FROM, TO]),
    LOS,
    ...(ONE_KIND.has(condition) ? [] : [kindField(values, chains)]),
    ...(inCash ? [currencyField(quoted)] : []),
    ...thresholds(condition, inCash, chains),
    REFRESH,
    { name: 'via', label: 'Notify me by', kind: 'choice', wide: true, ...receivers },
    ...(values['via'] === BY_WEBHOOK ? [WEBHOOK] : []),
  ]
}

/** Conditions that decide what the price is in. */
const ONE_KIND: ReadonlySet<string> = new Set(['points_lte', 'price_lte', 'undercut'])

/** Limits of a price, undercut watches and sources without points use cash, `points_lte` uses points. */
export function kindOf({ condition, kind, chain }: Values, chains: Chain[]): Watch['kind'] {
  if (condition === 'undercut' || condition === 'price_lte') return 'cash'
  if (!chains.find(({ id }) => id === chain)?.award_points) return 'cash'
  return condition === 'points_lte' || kind === 'award' ? 'award' : 'cash'
}

/** Changes the source if the condition does not support the chosen one. */
export function settled(values: Values, chains: Chain[]): Values {
  const offered = chains.filter(offersFor(values['condition'] ?? ''))
  if (offered.some(({ id }) => id === values['chain'])) return values
  return { ...values, ...firstHotel(offered) }
}

export function firstHotel(chains: Chain[]): { chain: string; hotel_code: string } {
  return { chain: chains[0]?.id ?? '', hotel_code: chains[0]?.examples[EXAMPLE] ?? '' }
}

/** Unlike the explorer's examples, this one quotes dollars, the default of the API. */
const EXAMPLE = 0

/** A new address for this watch alone, instead of an endpoint. */
export const BY_WEBHOOK = 'webhook'

export function withWebhook({ choices, labels }: Receivers): Receivers {
  return {
    choices: [...choices, BY_WEBHOOK],
    labels: { ...labels, [BY_WEBHOOK]: 'Webhook, to an address of its own' },
  }
}

const CONDITION: FieldSpec = {
  name: 'condition',
  label: 'Condition',
  kind: 'choice',
  wide: true,
  choices: Object.keys(CONDITIONS),
  labels: CONDITIONS,
}
const FROM: FieldSpec = { name: 'from', label: 'First night', kind: 'date' }
const TO: FieldSpec = { name: 'to', label: 'Last night', kind: 'date' }
const LOS: FieldSpec = { name: 'los', label: 'Length of stay', kind: 'number', min: 1, max: 30 }

function currencyField(quoted: string | undefined): FieldSpec {
  const hint = quoted
    ? `The hotel quotes ${quoted}. Other currencies are not compared.`
    : 'Use the hotel’s own currency. Others are not compared.'
  return { name: 'currency', label: 'Currency', kind: 'text', required: true, hint }
}

/** How often a watch may look. */
export const INTERVALS: Readonly<Record<string, string>> = {
  900: 'every 15 minutes',
  3600: 'every hour',
  7200: 'every 2 hours',
  21600: 'every 6 hours',
  43200: 'every 12 hours',
  86400: 'once a day',
}

const REFRESH: FieldSpec = {
  name: 'refresh_sec',
  label: 'Look',
  kind: 'choice',
  choices: Object.keys(INTERVALS),
  labels: INTERVALS,
}

const WEBHOOK: FieldSpec = {
  name: 'webhook_url',
  label: 'Webhook URL',
  kind: 'text',
  required: true,
  wide: true,
  hint: 'Receives the events',
}

function offersFor(condition: string): (chain: Chain) => boolean {
  if (condition === 'points_lte') return ({ award_points }) => award_points
  if (condition === 'undercut') return ({ kind }) => kind === 'chain'
  return () => true
}

function kindField({ chain }: Values, chains: Chain[]): FieldSpec {
  const field: FieldSpec = { name: 'kind', label: 'Price in', kind: 'choice', choices: ['cash', 'award'] }
  if (chains.find(({ id }) => id === chain)?.award_points) return field
  return { ...field, choices: ['cash'], hint: 'This source has no points.' }
}

const atLeast = (name: string, label: string): FieldSpec => ({
  name,
  label,
  kind: 'number',
  min: 0,
  max: 100,
  step: 'any',
  required: true,
})

function thresholds(condition: string, inCash: boolean, chains: Chain[]): FieldSpec[] {
  switch (condition) {
    case 'points_lte':
      return [{ name: 'points', label: 'Max. points', kind: 'number', min: 1, required: true }]
    case 'price_lte':
      return [AMOUNT, BASIS]
    case 'rebook':
      return [
        inCash ? PAID : PAID_POINTS,
        ...(inCash ? [BASIS] : []),
        atLeast('min_pct', 'Minimum saving (%)'),
      ]
    case 'undercut':
      return [channelField(chains), CHANNEL_CODE, atLeast('min_pct', 'Minimum undercut (%)'), ROOMS]
    default:
      return []
  }
}

const ROOMS: FieldSpec = {
  name: 'rooms_compared',
  label: 'Compare',
  kind: 'choice',
  choices: ['any', 'like'],
  labels: { any: 'the cheapest of any room', like: 'only matching rooms, on the same terms' },
}

const AMOUNT: FieldSpec = {
  name: 'amount',
  label: 'Max. price per night',
  kind: 'number',
  min: 0,
  step: 'any',
  required: true,
  hint: 'Per room, in this currency',
}
const PAID: FieldSpec = {
  name: 'paid',
  label: 'Paid per night',
  kind: 'number',
  min: 0,
  step: 'any',
  required: true,
  hint: 'Per room, in this currency',
}
const PAID_POINTS: FieldSpec = {
  name: 'paid',
  label: 'Points paid per night',
  kind: 'number',
  min: 1,
  required: true,
}
const BASIS: FieldSpec = {
  name: 'basis',
  label: 'Compare with',
  kind: 'choice',
  choices: ['bar', 'bar_after_tax', 'member'],
  labels: {
    bar: 'the lowest public rate',
    bar_after_tax: 'the lowest public rate after tax',
    member: 'the lowest member rate',
  },
}
const CHANNEL_CODE: FieldSpec = {
  name: 'channel_code',
  label: 'Hotel code at the agency',
  kind: 'text',
  hint: 'Leave empty to use the id map',
}

function channelField(chains: Chain[]): FieldSpec {
  const agencies = chains.filter(({ kind }) => kind === 'ota')
  const wordsOf = ({ name, currencies }: Chain) =>
    currencies.some(isOpen) ? name : `${name} (${currencies.join(', ')} only)`
  return {
    name: 'channel',
    label: 'Travel agency',
    kind: 'choice',
    choices: agencies.map(({ id }) => id),
    labels: Object.fromEntries(agencies.map((agency) => [agency.id, wordsOf(agency)])),
  }
}
