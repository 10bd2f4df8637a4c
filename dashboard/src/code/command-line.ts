type Body = Record<string, unknown>

/** The same call with the command line tool. Null if it has no command for it. */
export function commandOf(path: string, body: Body): string | null {
  const words = COMMANDS[path]?.(body)
  if (!words) return null
  return ['vacancy', ...words, ...partyOf(body), '--json'].map(quoted).join(' ')
}

const hotel = ({ chain, hotel_code }: Body) => [String(chain), String(hotel_code)]
const range = ({ nights }: Body) => {
  const { from, to } = nights as { from: string; to: string }
  return `${from}..${to}`
}
const los = (body: Body) => (body['los'] === undefined ? [] : ['--los', String(body['los'])])
const flag = (isSet: boolean, name: string) => (isSet ? [name] : [])
const hotels = ({ hotels: listed }: Body) =>
  (listed as { chain: string; hotel_code: string }[]).map(({ chain, hotel_code }) => `${chain}:${hotel_code}`)
const stay = (command: string) => (body: Body) => [
  command,
  ...hotel(body),
  String(body['checkin']),
  ...los(body),
]

const COMMANDS: Readonly<Record<string, (body: Body) => string[] | null>> = {
  '/shop': stay('shop'),
  '/award': stay('award'),
  '/stay': stay('stay'),
  '/insight': stay('insight'),
  '/parity': stay('parity'),
  '/calendar': (body) => ['calendar', ...hotel(body), range(body)],
  '/history': (body) => ['history', ...hotel(body), range(body)],
  '/compset': (body) =>
    body['hotels'] === undefined
      ? null
      : [
          'compset',
          String(body['checkin']),
          ...hotels(body),
          ...los(body),
          ...flag(body['rates'] === 'member', '--member'),
        ],
  '/matrix': (body) =>
    body['hotels'] === undefined
      ? null
      : ['matrix', range(body), ...hotels(body), ...los(body), ...flag(body['kind'] === 'award', '--award')],
  '/area': (body) =>
    body['q'] === undefined
      ? null
      : [
          'area',
          String(body['q']),
          String(body['checkin']),
          ...(body['chains'] === undefined ? [] : ['--chains', (body['chains'] as string[]).join(',')]),
          ...(body['radius'] === undefined ? [] : ['--radius', String(body['radius'])]),
          ...(body['max_hotels'] === undefined ? [] : ['--max-hotels', String(body['max_hotels'])]),
          ...los(body),
          ...flag(body['kind'] === 'cash', '--cash'),
        ],
}

const PARTY = ['adults', 'children', 'rooms', 'currency', 'max_age'] as const

function partyOf(body: Body): string[] {
  return PARTY.flatMap((name) =>
    body[name] === undefined ? [] : [`--${name.replace('_', '-')}`, String(body[name])],
  )
}

/** For a shell. */
function quoted(word: string): string {
  return /^[\w./:,=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
