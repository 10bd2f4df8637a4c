/** The fields of the calls that have a command. */
interface Fields {
  chain?: string
  hotel_code?: string
  hotels?: { chain: string; hotel_code: string }[]
  checkin?: string
  nights?: { from: string; to: string }
  los?: number | number[]
  kind?: 'cash' | 'award'
  rates?: string
  q?: string
  chains?: string[]
  radius?: number
  max_hotels?: number
  adults?: number
  children?: number
  children_ages?: number[]
  point_of_sale?: { country?: string; device?: string }
  rooms?: number
  currency?: string
  max_age?: number | 'auto'
  outlook?: boolean
}

/** The same call with the command line tool. Null if it has no command for it. */
export function commandOf(path: string, body: Record<string, unknown>): string | null {
  const fields: Fields = body
  const words = COMMANDS[path]?.(fields)
  return words ? ['vacancy', ...words, ...partyOf(fields), '--json'].map(quoted).join(' ') : null
}

const option = (name: string, value: number | string | readonly (number | string)[] | undefined) =>
  value === undefined ? [] : [name, String(value)]
const flag = (isSet: boolean, name: string) => (isSet ? [name] : [])
const hotel = ({ chain = '', hotel_code = '' }: Fields) => [chain, hotel_code]
const range = ({ nights }: Fields) => `${nights?.from}..${nights?.to}`
const listed = (hotels: NonNullable<Fields['hotels']>) =>
  hotels.map(({ chain, hotel_code }) => `${chain}:${hotel_code}`)
const stay = (command: string) => (body: Fields) => [
  command,
  ...hotel(body),
  body.checkin ?? '',
  ...option('--los', body.los),
]

const COMMANDS: Readonly<Record<string, (body: Fields) => string[] | null>> = {
  '/shop': stay('shop'),
  '/award': stay('award'),
  '/stay': stay('stay'),
  '/insight': (body) => [...stay('insight')(body), ...flag(body.outlook === true, '--outlook')],
  '/outlook': stay('outlook'),
  '/parity': stay('parity'),
  '/calendar': (body) => ['calendar', ...hotel(body), range(body)],
  '/history': (body) => ['history', ...hotel(body), range(body)],
  '/compset': ({ hotels, checkin = '', los, rates }) =>
    hotels
      ? [
          'compset',
          checkin,
          ...listed(hotels),
          ...option('--los', los),
          ...flag(rates === 'member', '--member'),
        ]
      : null,
  '/matrix': (body) =>
    body.hotels
      ? [
          'matrix',
          range(body),
          ...listed(body.hotels),
          ...option('--los', body.los),
          ...flag(body.kind === 'award', '--award'),
        ]
      : null,
  '/area': ({ q, checkin = '', chains, radius, max_hotels, los, kind }) =>
    q === undefined
      ? null
      : [
          'area',
          q,
          checkin,
          ...option('--chains', chains),
          ...option('--radius', radius),
          ...option('--max-hotels', max_hotels),
          ...option('--los', los),
          ...flag(kind === 'cash', '--cash'),
        ],
}

function partyOf(fields: Fields): string[] {
  const { adults, children, children_ages: ages, rooms, currency, max_age, point_of_sale: sale } = fields
  return [
    ...option('--adults', adults),
    ...(ages ? option('--children-ages', ages) : option('--children', children)),
    ...option('--rooms', rooms),
    ...option('--currency', currency),
    ...option('--max-age', max_age),
    ...option('--country', sale?.country),
    ...option('--device', sale?.device),
  ]
}

/** For a shell. */
function quoted(word: string): string {
  return /^[\w./:,=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
