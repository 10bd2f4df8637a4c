import type { Chain } from '@vacancy/client'
import { addDays, dayFromNow } from '../ui/format.ts'

/** The values of a form, as text. */
export type Values = Record<string, string>

export interface FieldSpec {
  name: string
  label: string
  /** `hotel` sets `chain` and `hotel_code`. */
  kind: 'hotel' | 'hotels' | 'date' | 'number' | 'choice' | 'text'
  hint?: string
  min?: number
  max?: number
  /** `any` for fields with decimals, which browsers refuse otherwise. */
  step?: 'any'
  /** What a text must look like. */
  pattern?: string
  required?: true
  /** Takes a full row. */
  wide?: true
  choices?: readonly string[]
  /** Labels of the choices, if they differ from the values. */
  labels?: Readonly<Record<string, string>>
  /** The sources whose hotels are offered. */
  offers?: (chain: Chain) => boolean
}

export interface Tool {
  id: ToolId
  title: string
  path: string
  about: string
  fields: readonly FieldSpec[]
  /** Whether it takes a point of sale. */
  takesSale?: true
  initial: (chains: Chain[]) => Values
  body: (values: Values) => Record<string, unknown>
}

export const TOOL_IDS = ['stay', 'calendar', 'compset', 'grid', 'parity', 'area'] as const
export type ToolId = (typeof TOOL_IDS)[number]

const HOTEL: FieldSpec = { name: 'hotel_code', label: 'Hotel', kind: 'hotel', required: true }
/** Chains, and metasearch engines, which show the hotel's own site among the sellers. */
const OWN_RATE_HOTEL: FieldSpec = { ...HOTEL, offers: ({ kind }) => kind !== 'ota' }
const HOTELS: FieldSpec = {
  name: 'hotels',
  label: 'Hotels',
  kind: 'hotels',
}
const CHECKIN: FieldSpec = { name: 'checkin', label: 'Check-in', kind: 'date' }
const FROM: FieldSpec = { name: 'from', label: 'First night', kind: 'date' }
const TO: FieldSpec = { name: 'to', label: 'Last night', kind: 'date' }
const LOS: FieldSpec = { name: 'los', label: 'Length of stay', kind: 'number', min: 1, max: 30 }
const KIND: FieldSpec = { name: 'kind', label: 'Price in', kind: 'choice', choices: ['cash', 'award'] }

/** The only metasearch engine that a server can have. */
const ENGINE = 'google_hotels'

const RECEIPT: FieldSpec = {
  name: 'receipt',
  label: 'Receipt',
  kind: 'choice',
  choices: ['no', 'yes'],
  labels: { no: 'None', yes: 'Keep one, for 0.5 credits' },
}
const receipt = (values: Values) => values['receipt'] === 'yes' && { receipt: true }

const MOST_CHILDREN = 6

const PARTY_FIELDS: readonly FieldSpec[] = [
  { name: 'adults', label: 'Adults', kind: 'number', min: 1, max: 8 },
  { name: 'rooms', label: 'Rooms', kind: 'number', min: 1, max: 9 },
  { name: 'children', label: 'Children', kind: 'number', min: 0, max: MOST_CHILDREN },
]
const FRESH_FIELDS: readonly FieldSpec[] = [
  { name: 'currency', label: 'Currency', kind: 'text', hint: 'ISO code, default USD' },
  {
    name: 'max_age',
    label: 'Max. age',
    kind: 'text',
    pattern: '\\d+|auto',
    hint: 'Seconds, or auto; 0 ignores the cache',
  },
]

const SALE_FIELDS: Readonly<Record<'country' | 'device', FieldSpec>> = {
  country: { name: 'country', label: 'Guest’s country', kind: 'text', hint: 'Two letters, such as DE' },
  device: {
    name: 'device',
    label: 'Guest’s device',
    kind: 'choice',
    choices: ['', 'desktop', 'mobile'],
    labels: { '': 'As set up' },
  },
}

/** One for each child that was filled in. */
function ageFields({ children = '' }: Values): FieldSpec[] {
  const count = Math.min(Math.max(0, Math.floor(Number(children))), MOST_CHILDREN)
  return Array.from({ length: count }, (_, index) => ({
    name: `age_${index + 1}`,
    label: `Age of child ${index + 1}`,
    kind: 'number',
    min: 0,
    max: 17,
    hint: `Years; ${USUAL_AGE} if empty`,
  }))
}

/** How old a child is without an age. */
const USUAL_AGE = 8

/** What the source understands of the guest's point of sale. */
function saleFields({ takesSale }: Tool, { chain }: Values, chains: readonly Chain[]): FieldSpec[] {
  const taken = takesSale ? chains.find(({ id }) => id === chain)?.point_of_sale : undefined
  return (taken ?? []).map((field) => SALE_FIELDS[field])
}

/** Fields of every rate request, hidden until opened. */
export function moreFields(tool: Tool, values: Values, chains: readonly Chain[]): FieldSpec[] {
  return [...PARTY_FIELDS, ...ageFields(values), ...FRESH_FIELDS, ...saleFields(tool, values, chains)]
}

const aMonthAhead = () => dayFromNow(30)
const firstHotel = (chains: Chain[], example = 1) => {
  const chain = chains[0]
  return { chain: chain?.id ?? '', hotel_code: chain?.examples[example] ?? chain?.examples[0] ?? '' }
}
/** The second example of each chain. In the bundled list these are all in one town. */
const oneOfEach = (chains: Chain[], most: number) =>
  chains
    .filter(({ kind, examples }) => kind === 'chain' && examples.length > 0)
    .slice(0, most)
    .map(({ id, examples }) => `${id} ${examples[1] ?? examples[0]}`)
    .join('\n')

const oneHotel = ({ chain, hotel_code }: Values) => ({ chain, hotel_code })
const nights = ({ from, to }: Values) => ({ nights: { from, to } })
const stay = ({ checkin, los }: Values) => ({ checkin, ...(los !== '1' && { los: Number(los) }) })

/** One hotel per line: source and code, with any separator. */
export function readHotels(text: string): { chain: string; hotel_code: string }[] {
  return text
    .split('\n')
    .map((line) => line.trim().split(/[\s,:/]+/))
    .filter(([chain]) => chain)
    .map(([chain = '', hotel_code = '']) => ({ chain, hotel_code }))
}

export const TOOLS: Readonly<Record<ToolId, Tool>> = {
  stay: {
    id: 'stay',
    title: 'Stay',
    path: '/shop',
    about: 'Every room and rate plan of one stay, in cash, member rates and points.',
    fields: [HOTEL, CHECKIN, LOS, RECEIPT],
    takesSale: true,
    initial: (chains) => ({ ...firstHotel(chains), checkin: aMonthAhead(), los: '1', receipt: 'no' }),
    body: (values) => ({ ...oneHotel(values), ...stay(values), ...receipt(values) }),
  },
  calendar: {
    id: 'calendar',
    title: 'Calendar',
    path: '/calendar',
    about: 'The lowest price of each night at one hotel, for up to 60 nights.',
    fields: [HOTEL, FROM, TO],
    initial: (chains) => ({ ...firstHotel(chains), from: aMonthAhead(), to: addDays(aMonthAhead(), 13) }),
    body: (values) => ({ ...oneHotel(values), ...nights(values) }),
  },
  compset: {
    id: 'compset',
    title: 'Compset',
    path: '/compset',
    about: 'The lowest price of up to 25 hotels for the same stay.',
    fields: [
      HOTELS,
      CHECKIN,
      LOS,
      { name: 'rates', label: 'Rates', kind: 'choice', choices: ['lowest', 'member'] },
    ],
    initial: (chains) => ({
      hotels: oneOfEach(chains, 8),
      checkin: aMonthAhead(),
      los: '1',
      rates: 'member',
    }),
    body: ({ hotels = '', rates = '', ...rest }) => ({ hotels: readHotels(hotels), ...stay(rest), rates }),
  },
  grid: {
    id: 'grid',
    title: 'Grid',
    path: '/matrix',
    about: 'Many hotels and nights. A job fetches what is not cached.',
    fields: [HOTELS, FROM, TO, LOS, KIND],
    initial: (chains) => ({
      hotels: oneOfEach(chains, 3),
      from: aMonthAhead(),
      to: addDays(aMonthAhead(), 6),
      los: '1',
      kind: 'cash',
    }),
    body: ({ hotels = '', los, kind, ...rest }) => ({
      hotels: readHotels(hotels),
      ...nights(rest),
      los: Number(los),
      kind,
    }),
  },
  parity: {
    id: 'parity',
    title: 'Parity',
    path: '/parity',
    about: 'The direct rate of a hotel compared with each travel agency.',
    fields: [
      OWN_RATE_HOTEL,
      CHECKIN,
      LOS,
      {
        name: 'sellers',
        label: 'Sellers',
        kind: 'choice',
        choices: ['agencies', 'all'],
        labels: { agencies: 'Agencies', all: 'Also via metasearch' },
      },
      RECEIPT,
    ],
    takesSale: true,
    // The first example quotes dollars. Some agencies quote only dollars, and other currencies are not compared.
    initial: (chains) => ({
      ...firstHotel(chains, 0),
      checkin: aMonthAhead(),
      los: '1',
      sellers: 'agencies',
      receipt: 'no',
    }),
    body: (values) => ({
      ...oneHotel(values),
      ...stay(values),
      // A hotel of the engine has all its sellers anyway.
      ...(values['sellers'] === 'all' && values['chain'] !== ENGINE && { meta: true }),
      ...receipt(values),
    }),
  },
  area: {
    id: 'area',
    title: 'Area',
    path: '/area',
    about: 'The hotels around a place, ranked by their price for one stay.',
    fields: [
      { name: 'q', label: 'Place', kind: 'text', wide: true },
      {
        name: 'chains',
        label: 'Chains',
        kind: 'text',
        wide: true,
        hint: 'Each chain costs 1 credit. Leave empty for all chains.',
      },
      { name: 'radius', label: 'Radius (miles)', kind: 'number', min: 0, max: 100, step: 'any' },
      { name: 'max_hotels', label: 'Max. hotels', kind: 'number', min: 1, max: 200 },
      CHECKIN,
      LOS,
      KIND,
    ],
    initial: (chains) => ({
      q: 'New York',
      chains: chains
        .filter(({ geo_search }) => geo_search)
        .slice(0, 3)
        .map(({ id }) => id)
        .join(', '),
      radius: '10',
      max_hotels: '25',
      checkin: aMonthAhead(),
      los: '1',
      kind: 'cash',
    }),
    body: ({ q, chains = '', radius, max_hotels, kind, ...rest }) => ({
      q,
      ...(chains.trim() !== '' && { chains: chains.split(/[\s,]+/).filter(Boolean) }),
      radius: Number(radius),
      max_hotels: Number(max_hotels),
      ...stay(rest),
      kind,
    }),
  },
}

/** The whole request: the fields of the tool, plus the common fields that were filled in. */
export function requestOf(tool: Tool, values: Values, chains: readonly Chain[]): Record<string, unknown> {
  const filled = (fields: readonly FieldSpec[]) =>
    fields.flatMap(({ name, kind }) => {
      const value = values[name] ?? ''
      const isCode = name === 'currency' || name === 'country'
      const isNumber = kind === 'number' || (name === 'max_age' && value !== 'auto')
      return value === '' ? [] : [[name, isNumber ? Number(value) : isCode ? value.toUpperCase() : value]]
    })
  const ages = ageFields(values).map(({ name }) => values[name] ?? '')
  const sale = filled(saleFields(tool, values, chains))
  return {
    ...tool.body(values),
    ...Object.fromEntries(filled([...PARTY_FIELDS, ...FRESH_FIELDS])),
    ...(ages.some((age) => age !== '') && {
      children_ages: ages.map((age) => (age === '' ? USUAL_AGE : Number(age))),
    }),
    ...(sale.length > 0 && { point_of_sale: Object.fromEntries(sale) }),
  }
}
